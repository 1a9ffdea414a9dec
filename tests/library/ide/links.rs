use expect_test::{Expect, expect};
use ishi_ide::ide::links;

use crate::ide::fixture::{places, snapshot};

fn check(text: &str, expected: &Expect) {
    let found = links(&snapshot(text));
    assert!(found.iter().all(|link| link.address == link.span.of(text)));
    expected.assert_eq(&places(text, found.iter().map(|link| link.span)));
}

#[test]
fn addresses_in_free_text_are_links() {
    check(
        "REMARK from http://example.org/a.go.\nEVENT https://example.org\n\
         SOURCE See (HTTPS://example.org/x_(y)), p. 3\n\
         COM http://é.example\nMore at\thttp://example.org/?q=1&r=2, or <http://example.org>.\nENDCOM\n\
         ENDVAR http://example.org/dropped\n",
        &expect![[r#"
            1:13 http://example.org/a.go
            2:7 https://example.org
            3:13 HTTPS://example.org/x_(y)
            4:5 http://é.example
            5:9 http://example.org/?q=1&r=2
            5:42 http://example.org
            7:8 http://example.org/dropped
        "#]],
    );
}

#[test]
fn nothing_else_is() {
    check(
        "SOURCE ftp://example.org file:///etc/passwd www.example.org mailto:ada@example.org a://b\n\
         USER http://example.org\nhttp://example.org/data\nENDUSER\nMARK http://example.org\nhttp://example.org\n",
        &expect![""],
    );
}

#[test]
fn events_are_counted_from_their_place() {
    check(
        "EVENT é\nB 1 Q16\nEVENT 2\nSOURCE http://example.org\n",
        &expect![[r#"
        4:8 http://example.org
    "#]],
    );
}
