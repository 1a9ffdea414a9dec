//! Texts in Markdown with games in their code blocks: pictures for any reader, mdBook and Pandoc, and their problems.

use expect_test::expect;
use serde_json::{Value, json};

use crate::cli::sandbox::Sandbox;

const NOTES: &str = "\
# A game

```ishi move=1 crop caption=\"a [link](javascript:alert)\"
EVENT <script>
B 1 Q16
W 2 D4
```

> - ~~~sgf
>   (;FF[4]GM[1]SZ[9];B[ee];W[eg])
>   ~~~

```goban crop
$$B
$$ ------
$$ | . X O .
$$ | . 1 . .
```

```rust
fn main() {}
```
";

#[test]
fn pictures_take_the_place_of_the_blocks() {
    let sandbox = Sandbox::new([("notes.md", NOTES)]);
    let run = sandbox.ishi("markdown notes.md -o out/notes.md");
    expect![[r#"
        exit 0
        --- stdout
        out/notes.md
        --- stderr
        out/notes.md: 3 pictures
    "#]]
    .assert_eq(&run.to_string());
    expect![[r#"
        # A game

        ![a \[link\]\(javascript\:alert\)](notes.md.boards/1.svg)

        > - ![W 2 E3](notes.md.boards/2.svg)

        ![B 1 B18](notes.md.boards/3.svg)

        ```rust
        fn main() {}
        ```
    "#]]
    .assert_eq(&String::from_utf8(sandbox.read("out/notes.md")).unwrap());
    for name in ["1.svg", "2.svg", "3.svg"] {
        let picture = String::from_utf8(sandbox.read(&format!("out/notes.md.boards/{name}"))).unwrap();
        assert!(picture.starts_with("<svg ") && !picture.contains("<script"), "{picture}");
    }
}

#[test]
fn files_are_replaced_only_by_force() {
    let sandbox = Sandbox::new([("notes.md", NOTES), ("out.md", "mine\n")]);
    expect![[r#"
        exit 2
        --- stderr
        error: out.md: it exists; `--force` replaces it
    "#]]
    .assert_eq(&sandbox.ishi("markdown notes.md -o out.md").to_string());
    assert_eq!(sandbox.read("out.md"), b"mine\n");
    assert_eq!(sandbox.ishi("markdown notes.md -o out.md --force").code, 0);
    expect![[r#"
        exit 2
        --- stderr
        error: notes.md: it is one of the files that are read; leave it out with `--exclude`, or write another file
    "#]]
    .assert_eq(&sandbox.ishi("markdown notes.md -o notes.md --force").to_string());
}

#[test]
fn a_block_that_can_not_be_drawn_is_kept_and_reported() {
    let notes = "```ishi move=3\nB 1 Q16\n```\n\n```sgf width=1e9\n(;B[pd])\n```\n\n```goban\nno diagram\n```\n\n```ishi\nEVENT\n```\n";
    let sandbox = Sandbox::new([("notes.md", notes)]);
    expect![[r#"
        exit 1
        --- stdout
        out.md
        --- stderr
        error: notes.md:1: there is no move 3 here; `ishi outline` lists the moves
        error: notes.md:5: `width` is from 1 to 4096 pixels
        error: notes.md:9: there is no diagram, whose lines begin with `$$`
        error: notes.md:13: no board to show: there is no move, SETUP, MARK or DIAGRAM
        out.md: 0 pictures
    "#]]
    .assert_eq(&sandbox.ishi("markdown notes.md -o out.md").to_string());
    assert_eq!(sandbox.read("out.md"), notes.as_bytes());
}

#[test]
fn a_source_is_a_file_below_the_folder() {
    let sandbox = Sandbox::new([("notes/games/a.sgf", "(;FF[4]GM[1]SZ[9];B[ee];W[eg])"), ("secret.ishi", "B 1 Q16\n")]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(sandbox.path("secret.ishi"), sandbox.path("notes/link.ishi")).unwrap();
    let secret = sandbox.path("secret.ishi").display().to_string();
    let sources = [
        "games/a.sgf",
        "../secret.ishi",
        &secret,
        r"\\host\a",
        "https://host/a",
        "games/../../secret.ishi",
        "C:a.ishi",
    ];
    let blocks = |sources: &[&str]| {
        sources.iter().map(|source| ["```ishi src=", source, "\n```\n\n"].concat()).collect::<String>()
    };
    sandbox.write("notes/notes.md", blocks(&sources));
    let run = sandbox.ishi("markdown notes/notes.md -o out.md");
    assert_eq!(run.code, 1, "{run}");
    assert_eq!(run.stderr.matches("can't be read").count(), sources.len() - 1, "{run}");
    let text = String::from_utf8(sandbox.read("out.md")).unwrap();
    assert_eq!(text.matches("![").count(), 1, "{text}");
    if cfg!(unix) {
        sandbox.write("notes/notes.md", blocks(&["link.ishi", "/dev/zero", "games", "missing.ishi"]));
        let run = sandbox.ishi("markdown notes/notes.md -o out.md --force");
        assert_eq!((run.code, run.stderr.lines().filter(|line| line.starts_with("error")).count()), (1, 4), "{run}");
    }
}

#[test]
fn a_book_is_drawn_for_mdbook() {
    let sandbox = Sandbox::new([("book/src/games/a.ishi", "B 1 Q16\n")]);
    assert_eq!(sandbox.ishi("mdbook supports html").code, 0);
    assert_eq!(sandbox.ishi("mdbook supports latex").code, 1);
    let chapter = |name: &str, content: &str, sub: Vec<Value>| json!({"Chapter": {"name": name, "content": content, "sub_items": sub, "source_path": format!("{name}.md")}});
    let inner = chapter("games/inner", "```ishi src=a.ishi\n```\n", Vec::new());
    let items = json!([chapter("first", NOTES, vec![inner]), "Separator", {"PartTitle": "```ishi"}]);
    let book = json!([{"root": sandbox.path("book"), "config": {"book": {"src": "src"}}}, {"items": items}]);
    let run = sandbox.ishi_with("mdbook", book.to_string());
    assert_eq!((run.code, &*run.stderr), (0, ""), "{run}");
    let drawn: Value = serde_json::from_str(&run.stdout).unwrap();
    let first = drawn.pointer("/items/0/Chapter/content").and_then(Value::as_str).unwrap();
    let lines: Vec<&str> = first.lines().map(|line| &line[..line.len().min(100)]).collect();
    expect![[r##"
        # A game

        <p class="ishi"><img alt="a [link](javascript:alert)" src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0

        > - <p class="ishi"><img alt="W 2 E3" src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy5

        <p class="ishi"><img alt="B 1 B18" src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My

        ```rust
        fn main() {}
        ```"##]]
    .assert_eq(&lines.join("\n"));
    let inner = drawn.pointer("/items/0/Chapter/sub_items/0/Chapter/content").and_then(Value::as_str).unwrap();
    assert!(inner.starts_with("<p class=\"ishi\"><img alt=\"B 1 Q16\" src=\"data:image/svg+xml;base64,"), "{inner}");
    assert_eq!(drawn.pointer("/items/2/PartTitle"), Some(&json!("```ishi")));
    expect![[r#"
        exit 2
        --- stderr
        error: standard input is not a book from mdBook: run `mdbook build` with `[preprocessor.ishi]` in book.toml (invalid type: map, expected an array of length 2 at line 1 column 0)
    "#]].assert_eq(&sandbox.ishi_with("mdbook", "{}").to_string());
}

#[test]
fn a_text_is_drawn_for_pandoc() {
    let sandbox = Sandbox::empty();
    let block = |classes: Value, options: Value, content: &str| json!({"t": "CodeBlock", "c": [["", classes, options], content]});
    let text = json!({"pandoc-api-version": [1, 23], "meta": {}, "blocks": [
        {"t": "BlockQuote", "c": [block(json!(["ishi", "crop", "wide"]), json!([["move", "1"], ["width", "300"]]), "B 1 Q16\nW 2 D4")]},
        block(json!(["rust"]), json!([]), "fn main() {}"),
        block(json!(["sgf"]), json!([["move", "7"]]), "(;B[pd])"),
    ]});
    for (format, kind) in [("html5", "data:image/svg+xml;base64,"), ("latex", "data:image/png;base64,")] {
        let run = sandbox.ishi_with(&format!("pandoc {format}"), text.to_string());
        let drawn: Value = serde_json::from_str(&run.stdout).unwrap();
        let image = drawn.pointer("/blocks/0/c/0").unwrap();
        let address = image.pointer("/c/0/c/2/0").and_then(Value::as_str).unwrap();
        assert!(address.starts_with(kind), "{address}");
        assert_eq!(image.pointer("/c/0/c/0"), Some(&json!(["", ["ishi"], [["width", "300px"]]])));
        assert_eq!(drawn.pointer("/blocks/1"), text.pointer("/blocks/1"));
        assert_eq!(drawn.pointer("/blocks/2"), text.pointer("/blocks/2"));
        let reason = "the block that begins with `(;B[pd])`: there is no move 7 here; `ishi outline` lists the moves";
        assert_eq!(run.stderr, format!("error: {reason}\n"));
    }
    expect![[r#"
        exit 2
        --- stderr
        error: standard input is not a text from Pandoc as JSON, which `pandoc -t json` writes
    "#]]
    .assert_eq(&sandbox.ishi_with("pandoc", "[]").to_string());
}

#[test]
fn problems_of_blocks_are_reported_in_the_text() {
    let sandbox =
        Sandbox::new([("notes.md", "# Notes\n\n> ```ishi\n> EVENT\n> MARKK Q16\n> ```\n"), ("plain.md", "text\n")]);
    expect![[r#"
        exit 1
        --- stdout
        error[unknown-keyword]: unknown keyword `MARKK`, read as `MARK`
         --> notes.md:5:3
          |
        5 | > MARKK Q16
          |   ^^^^^

        warning[no-stone]: there is no stone on Q16 whose number could be shown
         --> notes.md:5:9
          |
        5 | > MARKK Q16
          |         ^^^

        --- stderr
        Found 1 error and 1 warning in 1 file (2 checked).
    "#]]
    .assert_eq(&sandbox.ishi("check notes.md plain.md").to_string());
    expect![[r#"
        exit 2
        --- stderr
        error: notes.md: code blocks in Markdown are only checked; fix them in an editor
    "#]]
    .assert_eq(&sandbox.ishi("check --fix notes.md").to_string());
}
