//! Records as pages to read and to print.

use expect_test::expect;

use crate::cli::sandbox::Sandbox;

/// A page without its style and pictures.
fn outline(html: &str) -> String {
    let (head, body) = html.split_once("<body>").unwrap();
    assert_eq!(html.matches("<!DOCTYPE html>").count(), 1);
    assert!(head.contains("default-src 'none'"), "{head}");
    let mut outline = String::new();
    for (index, part) in body.split("base64,").enumerate() {
        outline += if index == 0 { part } else { part.split_once('"').unwrap().1 };
    }
    outline
}

#[test]
fn figures_follow_the_comments() {
    let record = "\
EVENT Ear-reddening
BLACK Ada 3 kyu
WHITE Bob
KOMI 6.5
COM
The first paragraph
has two lines.

The second has one that is so long that it was wrapped
in the file.
- A list keeps its lines.
ENDCOM
B 1 Q16
W 2 D4
COM
Now Black is to play.
ENDCOM
B 3 Q3
VAR
B 3 C16
COM
Here, too.
ENDCOM
W 4 R16
VAR
W 4 E16
ENDVAR
ENDVAR
W 4 PASS
B 5 R9
MARK a@R9
DIAGRAM
MARK x@Q16
EVENT
B 1 C3
";
    let sandbox = Sandbox::new([("game.ishi", record)]);
    let run = sandbox.ishi("html game.ishi");
    assert_eq!((run.code, &*run.stderr), (0, ""));
    expect![[r#"

        <main>
        <article data-line="0">
        <h1>Ear-reddening</h1>
        <dl>
        <div><dt>Black</dt><dd>Ada 3 kyu</dd></div>
        <div><dt>White</dt><dd>Bob</dd></div>
        <div><dt>Komi</dt><dd>6.5</dd></div>
        </dl>
        <p data-line="4">The first paragraph<br>
        has two lines.</p>
        <p data-line="4">The second has one that is so long that it was wrapped
        in the file.<br>
        - A list keeps its lines.</p>
        <figure data-line="12"><img alt="Ear-reddening — W 2 D4" src="data:image/svg+xml;><figcaption>Moves 1 to 2</figcaption></figure>
        <p data-line="14">Now Black is to play.</p>
        <figure data-line="17"><img alt="Ear-reddening — B 5 R9" src="data:image/svg+xml;><figcaption>Moves 3 to 5 (W 4 pass)</figcaption></figure>
        <figure class="small" data-line="19"><img alt="Ear-reddening — B 3 C16" src="data:image/svg+xml;><figcaption>Variation for B 3 Q3: Move 3</figcaption></figure>
        <p data-line="20">Here, too.</p>
        <figure class="small" data-line="23"><img alt="Ear-reddening — W 4 R16" src="data:image/svg+xml;><figcaption>Variation for B 3 Q3: Move 4</figcaption></figure>
        <figure class="small" data-line="25"><img alt="Ear-reddening — W 4 E16" src="data:image/svg+xml;><figcaption>Variation for W 4 R16: Move 4</figcaption></figure>
        <figure data-line="31"><img alt="Ear-reddening — Diagram" src="data:image/svg+xml;><figcaption>Diagram</figcaption></figure>
        </article>
        <article data-line="33">
        <figure data-line="34"><img alt="B 1 C3" src="data:image/svg+xml;><figcaption>Move 1</figcaption></figure>
        </article>
        </main>
        </body>
        </html>
    "#]].assert_eq(&outline(&run.stdout));
}

#[test]
fn a_problem_begins_with_its_position() {
    let sandbox = Sandbox::new([("p.sgf", "(;FF[4]GM[1]SZ[9]AB[ee][ef]AW[fe]C[Black to live];B[ff];W[gf])")]);
    let run = sandbox.ishi("html p.sgf -o p.html");
    assert_eq!(run.code, 0, "{run}");
    expect![[r#"

        <main>
        <article data-line="0">
        <p data-line="4">Black to live</p>
        <figure data-line="0"><img alt="Before the first move" src="data:image/svg+xml;></figure>
        <figure data-line="12"><img alt="W 2 G4" src="data:image/svg+xml;><figcaption>Moves 1 to 2</figcaption></figure>
        </article>
        </main>
        </body>
        </html>
    "#]]
    .assert_eq(&outline(&String::from_utf8(sandbox.read("p.html")).unwrap()));
    expect![[r#"
        exit 2
        --- stderr
        error: p.html: it exists; `--force` replaces it
    "#]]
    .assert_eq(&sandbox.ishi("html p.sgf -o p.html").to_string());
    assert_eq!(sandbox.ishi("html p.sgf -o p.html --force").code, 0);
}

#[test]
fn a_file_without_a_record_has_no_page() {
    let sandbox = Sandbox::new([("notes.md", "# Notes\n\nWhite is alive.\n"), ("notes.ishi", "# Notes\n")]);
    expect![[r#"
        exit 1
        --- stderr
        notes.ishi: nothing to show: the file has no game, header or comment
    "#]]
    .assert_eq(&sandbox.ishi("html notes.ishi -o notes.html").to_string());
    assert!(!sandbox.path("notes.html").exists());
    assert_eq!(sandbox.ishi("html notes.md").code, 2);
}

#[test]
fn text_of_a_record_is_no_html() {
    let attack = "</title><script>alert(1)</script><img src=x onerror='alert(1)'>\"&amp;";
    let record = format!(
        "EVENT {attack}\nBLACK {attack}\nRESULT {attack}\nCOM\n{attack}\nENDCOM\nB 1 Q16\nMARK {attack}@Q16\nDIAGRAM\n"
    );
    let sandbox = Sandbox::new([("game.ishi", record)]);
    let html = sandbox.ishi("html game.ishi").stdout;
    for tag in ["<script", "<img src=x", "onerror='"] {
        assert!(!html.contains(tag), "{html}");
    }
    assert_eq!(html.matches("</title>").count(), 1);
}

#[test]
fn a_game_without_a_board_says_why() {
    let sandbox = Sandbox::new([("a.sgf", "(;FF[4]GM[1]SZ[25]PB[Ada];B[aa])"), ("empty.ishi", "EVENT Nothing\n")]);
    expect![[r#"

        <main>
        <article data-line="0">
        <h1>Ada – ?</h1>
        <dl>
        <div><dt>Black</dt><dd>Ada</dd></div>
        </dl>
        <p class="note">There is no board: its board has a size that Ishi does not have: 2 to 19.</p>
        </article>
        </main>
        </body>
        </html>
    "#]]
    .assert_eq(&outline(&sandbox.ishi("html a.sgf").stdout));
    expect![[r#"

        <main>
        <article data-line="0">
        <h1>Nothing</h1>
        </article>
        </main>
        </body>
        </html>
    "#]]
    .assert_eq(&outline(&sandbox.ishi("html empty.ishi").stdout));
}
