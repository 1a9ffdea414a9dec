"""A preprocessor of mdBook: makes links that leave docs/ lead to the repository, as Cargo.toml has its address, and puts a link to the first
page at the top of each page. If ISHI_TRY is set, a link below each record opens it in the page for browsers, and the picture of that page
on the first page is replaced by the page itself when it is in view (`book.js`).

With `--check FOLDER`: fails if a link in a book that was built leads nowhere.
"""

import base64
import html.parser
import json
import os
import pathlib
import re
import sys
import tomllib
import urllib.parse
import zlib

root = pathlib.Path(__file__).resolve().parents[2]
# The first page is the README, and has its links.
FIRST_PAGE = "start.md"


# Where the cursor is, in an example of what happens there.
CURSOR = "‸"


def try_link(code, page):
    """A link to the page with the text of a code block: it is compressed in the fragment, as in `editors/web/src/share.ts`."""
    text = "".join(code.splitlines(keepends=True)[1:-1])
    before, cursor, after = text.partition(CURSOR)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress((before + after).encode()) + packer.flush()
    fragment = "text=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if cursor:
        fragment += f"&amp;cursor={len(before)}"
    return f'\n\n<p class="try"><a href="{"../" * page.count("/")}try/index.html#{fragment}">Try it</a></p>\n'


def live_page(picture):
    """The picture of the page for browsers, in a box in which the page itself opens."""
    return f'<div class="live">\n\n{picture[0]}\n\n<p><a href="try/index.html">Open this page</a></p>\n</div>'


def rewrite(content, page, repository):
    folder = "" if page == FIRST_PAGE else os.path.join("docs", os.path.dirname(page))

    def link(found):
        before, target, after = found.groups()
        path, sharp, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return found[0]
        place = os.path.normpath(os.path.join(folder, path))
        if place.startswith("docs/"):
            target = os.path.relpath(place, os.path.join("docs", os.path.dirname(page))) + sharp + anchor
        else:
            target = f"{repository}/blob/main/{place}{sharp}{anchor}"
        return f"{before}{target}{after}"

    parts = re.split(r"(^```.*?^```|`[^`\n]+`)", content, flags=re.MULTILINE | re.DOTALL)
    for index in range(0, len(parts), 2):
        parts[index] = re.sub(r"(\]\()([^)\s]+)(\))", link, parts[index])
        parts[index] = re.sub(r'((?:src|srcset|href)=")([^"]+)(")', link, parts[index])
    if os.environ.get("ISHI_TRY"):
        parts = [part + try_link(part, page) if re.match(r"```ishi\b", part) else part for part in parts]
    made = "".join(parts)
    if page != FIRST_PAGE:
        return f'<p class="back"><a href="{"../" * page.count("/")}index.html">ishi</a></p>\n\n{made}'
    if os.environ.get("ISHI_TRY"):
        return re.sub(r"<picture>(?:(?!</picture>).)*web-wide.*?</picture>", live_page, made, count=1, flags=re.DOTALL)
    return made


def preprocess():
    context, book = json.load(sys.stdin)
    repository = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["repository"]
    waiting = list(book.get("items", book.get("sections", [])))
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict) and "Chapter" in item:
            chapter = item["Chapter"]
            waiting.extend(chapter["sub_items"])
            if chapter.get("path"):
                chapter["content"] = rewrite(chapter["content"], chapter["path"], repository)
    json.dump(book, sys.stdout)


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif name in ("href", "src", "srcset") and value:
                self.links.append(value)


def check(folder):
    pages = {path: Page(path) for path in folder.rglob("*.html") if path.name not in ("404.html", "print.html")}
    problems = []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            target, _, anchor = urllib.parse.unquote(link).partition("#")
            place = (path.parent / target).resolve() if target else path
            if not place.exists():
                problems.append(f"{path.relative_to(folder)}: there is no {target}")
            elif anchor and not anchor.startswith("text=") and place in pages and anchor not in pages[place].anchors:
                problems.append(f"{path.relative_to(folder)}: {target} has no #{anchor}")
    if not any("try/index.html#text=" in link for page in pages.values() for link in page.links):
        problems.append("no example can be tried")
    problems += [
        f"{path.relative_to(folder)}: there is no link to the first page"
        for path, page in pages.items()
        if path.parent.name != "try" and path.name != "toc.html" and not any(link.endswith("index.html") for link in page.links)
    ]
    if problems or len(pages) < 15:
        sys.exit("\n".join(problems) or "book: pages are missing")
    print(f"{len(pages)} pages, and all links lead somewhere")


if sys.argv[1:2] == ["--check"]:
    check(pathlib.Path(sys.argv[2]).resolve())
elif sys.argv[1:2] != ["supports"]:
    preprocess()
