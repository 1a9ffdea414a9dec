"""Writes a text with games in code blocks, whose options are in the form that Pandoc knows, and counts the boards that readers
of Markdown show: those of GitHub (cmark-gfm), of many notes and pages (markdown-it), mdBook and Pandoc. Their packages for Python, and
`mdbook`, must be found.

Usage: notes.py PROGRAM FOLDER
"""

import os
import pathlib
import re
import subprocess
import sys
import zipfile

import cmarkgfm
import markdown_it
import pypandoc

NOTES = """\
# Notes

```{.ishi move=2 .crop caption="<script>alert(1)</script> [a](javascript:alert(1))"}
B 1 Q16
W 2 D4
B 3 Q3
```

> A quote, and in it a list:
>
> - ~~~sgf
>   (;FF[4]GM[1]SZ[9];B[ee];W[eg])
>   ~~~

```{.sgf src=games/game.sgf width=300}
```

```{.goban .crop}
$$B
$$ ------
$$ | . X O .
$$ | . 1 . .
```

```rust
fn main() {}
```
"""
BOARDS = 4


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **options).stdout


def expect(reader, boards, html=""):
    if boards != BOARDS:
        sys.exit(f"{reader} shows {boards} boards, and not {BOARDS}: {html[:2000]}")
    if re.search(r"<script>alert|href=\"javascript", html):
        sys.exit(f"{reader} shows the text of a record as HTML: {html[:2000]}")
    print(f"{reader}: {boards} boards")


def main(program, folder):
    source = folder / "src"
    (source / "games").mkdir(parents=True)
    (source / "games/game.sgf").write_text("(;FF[4]GM[1]SZ[13];B[gg])", encoding="utf-8")
    (source / "notes.md").write_text(NOTES, encoding="utf-8")
    (source / "SUMMARY.md").write_text("[Notes](notes.md)\n", encoding="utf-8")

    run(program, "markdown", source / "notes.md", "-o", folder / "out/notes.md")
    written = (folder / "out/notes.md").read_text(encoding="utf-8")
    readers = {
        "cmark-gfm": cmarkgfm.github_flavored_markdown_to_html(written),
        "markdown-it": markdown_it.MarkdownIt("commonmark").render(written),
    }
    for reader, html in readers.items():
        pictures = re.findall(r'<img src="([^"]+)"', html)
        expect(reader, sum((folder / "out" / picture).is_file() for picture in pictures), html)

    (folder / "book.toml").write_text(
        f'[book]\ntitle = "Notes"\n[preprocessor.ishi]\ncommand = "{program} mdbook"\n', encoding="utf-8"
    )
    run("mdbook", "build", folder)
    html = (folder / "book/notes.html").read_text(encoding="utf-8")
    expect("mdBook", html.count('<p class="ishi"><img '))

    pandoc = pypandoc.get_pandoc_path()
    text = run(pandoc, "-t", "json", source / "notes.md")
    page = run(pandoc, "-f", "json", "-t", "html", input=run(program, "pandoc", "html", "--folder", source, input=text)).decode()
    expect("Pandoc's HTML", page.count("data:image/svg+xml;base64,"), page)
    drawn = run(program, "pandoc", "docx", "--folder", source, input=text)
    run(pandoc, "-f", "json", "-o", folder / "notes.docx", input=drawn)
    with zipfile.ZipFile(folder / "notes.docx") as document:
        expect("Pandoc's DOCX", sum(name.startswith("word/media/") for name in document.namelist()))


main(os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]))
