"""A preprocessor of mdBook: makes links that leave docs/ lead to the repository, as Cargo.toml has its address.

With `--check FOLDER`: fails if a link in a book that was built leads nowhere.
"""

import html.parser
import json
import os
import pathlib
import re
import sys
import tomllib
import urllib.parse

root = pathlib.Path(__file__).resolve().parents[2]
# The page that is the README has its links.
PAGES_ELSEWHERE = {"start.md": ""}


def rewrite(content, page, repository):
    folder = PAGES_ELSEWHERE.get(page, os.path.join("docs", os.path.dirname(page)))

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
        parts[index] = re.sub(r'((?:src|href)=")([^"]+)(")', link, parts[index])
    return "".join(parts)


def preprocess():
    context, book = json.load(sys.stdin)
    repository = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))["package"]["repository"]
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
            elif name in ("href", "src") and value:
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
            elif anchor and place in pages and anchor not in pages[place].anchors:
                problems.append(f"{path.relative_to(folder)}: {target} has no #{anchor}")
    if problems or len(pages) < 15:
        sys.exit("\n".join(problems) or "book: pages are missing")
    print(f"{len(pages)} pages, and all links lead somewhere")


if sys.argv[1:2] == ["--check"]:
    check(pathlib.Path(sys.argv[2]).resolve())
elif sys.argv[1:2] != ["supports"]:
    preprocess()
