use expect_test::expect;
use ishi_check::rewrite::{Labels, convert_labels};
use ishi_record::record::{DatumKind, Owner};
use ishi_record::syntax::Sign;

use crate::rewrite::check;
use crate::rewrite::kept::{changed, codes};
use crate::rewrite::laws::{GAMES, event, lines, record};

const PROBLEM: &str = "\
EVENT
MARK A@Q4
B 1 Q16
$0COM
a or b?
ENDCOM
\tMARK a@D4 b@#1 @@Q16 x@K10 #1 d4 \\t@C3\r
MARK all c@d5 a@R9 10@D9 I@e5
UNMARK d4
VAR
W 1 C3
MARK a@D4
ENDVAR
DIAGRAM
MARK 1@D4 2@D5 4@D6
";

#[test]
fn labels_are_converted() {
    for labels in [Labels::LowerCase, Labels::UpperCase, Labels::Digits, Labels::Triangles] {
        let expected = match labels {
            Labels::LowerCase => expect!["refused: there is no label here that could become one of a, b, c, …"],
            Labels::UpperCase => expect![[r#"
                EVENT
                MARK A@Q4
                B 1 Q16
                COM
                a or b?
                ENDCOM
                	MARK A@D4 B@#1 @@Q16 x@K10 #1 d4 \t@C3␍
                MARK all C@d5 A@R9 10@D9 I@e5
                UNMARK d4
                VAR
                W 1 C3
                MARK a@D4
                ENDVAR
                DIAGRAM
                MARK 1@D4 2@D5 4@D6
            "#]],
            Labels::Digits => expect![[r#"
                EVENT
                MARK A@Q4
                B 1 Q16
                COM
                a or b?
                ENDCOM
                	MARK 1@D4 2@#1 @@Q16 x@K10 #1 d4 \t@C3␍
                MARK all 3@d5 1@R9 10@D9 I@e5
                UNMARK d4
                VAR
                W 1 C3
                MARK a@D4
                ENDVAR
                DIAGRAM
                MARK 1@D4 2@D5 4@D6
            "#]],
            _ => expect![[r#"refused: a and b would both become \t: name them differently first"#]],
        };
        check(PROBLEM, |original, line| convert_labels(original, line, labels), &expected);
    }
}

/// The MARK line of a move after a conversion.
fn converted(marks: &str, labels: Labels) -> String {
    match changed(&format!("B 1 Q16\nMARK {marks}"), |original| convert_labels(original, 1, labels)) {
        Ok(new) => new.trim_start_matches("B 1 Q16\nMARK ").to_owned(),
        Err(refusal) => format!("refused: {refusal}"),
    }
}

#[test]
fn each_series_is_read_from_its_beginning() {
    for (marks, labels, new) in [
        ("A@C3 B@D4", Labels::LowerCase, "a@C3 b@D4"),
        ("a@C3 B@D4 A@E5", Labels::LowerCase, "refused: a and A would both become a: name them differently first"),
        ("1@C3 2@D4 4@E5", Labels::LowerCase, "a@C3 b@D4 4@E5"),
        ("a@C3 a@#1-3 b@#1", Labels::Digits, "1@C3 1@#1-3 2@#1"),
        ("a@C3 1@#1", Labels::Digits, "refused: a and 1 would both become 1: name them differently first"),
        ("a@C3", Labels::Squares, "\\s@C3"),
        ("a@C3 b@D4", Labels::Squares, "refused: a and b would both become \\s: name them differently first"),
        ("a@C3 \\s@D4", Labels::Squares, "refused: a and \\s would both become \\s: name them differently first"),
        ("\\S@C3 \\t@D4 \\s@E5", Labels::UpperCase, "A@C3 B@D4 A@E5"),
        ("\\S@C3 \\S@D4", Labels::Triangles, "\\t@C3 \\t@D4"),
        ("\\t@C3 c@D4", Labels::Digits, "1@C3 c@D4"),
        ("b@C3", Labels::UpperCase, "refused: there is no label here that could become one of A, B, C, …"),
        ("#1 Q16 all", Labels::Digits, "refused: there is no label here that could become one of 1, 2, 3, …"),
        ("a@Q16 bb@C3 A", Labels::Digits, "1@Q16 bb@C3 A"),
        (
            "a@a1 b@a2 c@a3 d@a4 e@a5 f@a6 g@a7 h@a8 j@a9 k@a10",
            Labels::Digits,
            "1@a1 2@a2 3@a3 4@a4 5@a5 6@a6 7@a7 8@a8 10@a9 11@a10",
        ),
    ] {
        assert_eq!(converted(marks, labels), new, "{marks} {labels:?}");
    }
    let many: Vec<String> = (1..=27).map(|number| format!("{number}@#1")).collect();
    assert_eq!(converted(&many.join(" "), Labels::LowerCase), "refused: there are more labels than a, b, c, … has");
    assert!(changed("", |original| convert_labels(original, 0, Labels::Digits)).is_err());
}

#[test]
fn labels_are_converted_there_and_back() {
    let mut made = 0;
    for seed in 0..GAMES {
        let text = record(seed).replace(" b@", " a@").replace("\\t@", "\\d@").replace("\\s@", "\\c@");
        for line in lines(&text, seed) {
            let Ok(new) = changed(&text, |original| convert_labels(original, line, Labels::UpperCase)) else {
                continue;
            };
            made += 1;
            // Only labels have changed, and only those of one owner.
            let (before, after) = (event(&text), event(&new));
            let owner = before.owner_at(line);
            for (old, new) in before.data.iter().zip(&after.data) {
                assert_eq!((old.owner, old.line, old.end), (new.owner, new.line, new.end));
                let (DatumKind::Mark(old_marks), DatumKind::Mark(new_marks)) = (&old.kind, &new.kind) else { continue };
                for (one, other) in before.marks(old_marks).iter().zip(after.marks(new_marks)) {
                    assert_eq!(one.target, other.target);
                    let upper = |sign: Sign| match sign {
                        Sign::Label([one, two]) => Sign::Label([one.to_ascii_uppercase(), two]),
                        sign => sign,
                    };
                    assert_eq!(other.sign, if old.owner == owner { upper(one.sign) } else { one.sign });
                }
            }
            assert_eq!(codes(&text), codes(&new));
            for labels in [Labels::Digits, Labels::Squares] {
                let digits = changed(&new, |original| convert_labels(original, line, labels));
                let Ok(digits) = digits else { continue };
                let back = changed(&digits, |original| convert_labels(original, line, Labels::LowerCase));
                assert_eq!(back.as_deref(), Ok(text.as_str()));
            }
            assert_ne!(owner, Owner::Event);
        }
    }
    assert!(made > 5, "{made}");
}
