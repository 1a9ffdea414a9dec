"""Draws what a terminal shows, with its colors as escape codes on standard input, as an SVG on standard output. The arguments are its
shade, dark or light, and a title.

Every word gets its own place and length, so that columns stand below each other in whatever font the reader has, and
the characters that draw boards are drawn as lines and circles, as many terminals do.
"""

import re
import sys
from collections import Counter
from html import escape

from rich.console import Console
from rich.text import Text

WIDTH, HEIGHT = 8.4, 17  # of a character, in pixels
SIZE = 14  # of the font
EDGE = 10
BAR = 26  # the height of the title bar
# Those of Neovim's own colors, and that of the title. Other editors draw a background, which the window then has, too.
SHADES = {"dark": ("#e0e2ea", "#14161b", "#9b9ea4"), "light": ("#14161b", "#e0e2ea", "#4f5258")}
SHADE, NAME = sys.argv[1:]
FOREGROUND, BACKGROUND, TITLE = SHADES[SHADE]

# From the centre of its cell: up, right, down, left.
LINES = {
    "─": "0101", "│": "1010", "┌": "0110", "┐": "0011", "└": "1100", "┘": "1001",
    "├": "1110", "┤": "1011", "┬": "0111", "┴": "1101", "┼": "1111",
    "╭": "0110", "╮": "0011", "╰": "1100", "╯": "1001",
}
STONES = {"●", "○"}
DRAWN = {*LINES, *STONES, "╬"}


def colors(style):
    fore, back = (
        color.get_truecolor().hex if color and not color.is_default else default
        for color, default in ((style.color, FOREGROUND), (style.bgcolor, None))
    )
    return (back or BACKGROUND, fore) if style.reverse else (fore, back)


def number(value):
    return f"{value:.1f}".removesuffix(".0")


def background(lines):
    """The color at the left edge of most lines: windows on top of the text have others."""
    edges = Counter(line and colors(line[0].style)[1] or BACKGROUND for line in lines)
    return edges.most_common(1)[0][0]


def draw(lines, title):
    ground = background(lines)
    columns = max(sum(segment.cell_length for segment in line) for line in lines)
    width, height = columns * WIDTH + 2 * EDGE, len(lines) * HEIGHT + BAR + EDGE
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="{SIZE}">'
    )
    yield f'<rect width="{number(width)}" height="{number(height)}" rx="8" fill="{ground}"/>'
    for place, color in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{16 + 18 * place}" cy="13" r="5" fill="{color}"/>'
    yield f'<text x="{number(width / 2)}" y="18" text-anchor="middle" fill="{TITLE}">{escape(title)}</text>'
    for row, line in enumerate(lines):
        top = BAR + row * HEIGHT
        column = 0
        for segment in line:
            fore, back = colors(segment.style)
            length = segment.cell_length
            left = EDGE + column * WIDTH
            if (back or BACKGROUND) != ground:
                yield (
                    f'<rect x="{number(left)}" y="{top}" width="{number(length * WIDTH + 0.3)}" '
                    f'height="{HEIGHT + 0.3}" fill="{back or BACKGROUND}"/>'
                )
            yield from characters(segment, left, top, fore)
            column += length
    yield "</svg>"


def characters(segment, left, top, fore):
    middle = top + HEIGHT / 2
    path, words = "", ""
    for index, character in enumerate(segment.text):
        x = left + (index + 0.5) * WIDTH
        if character in LINES:
            ends = ((x, top), (x + WIDTH / 2, middle), (x, top + HEIGHT), (x - WIDTH / 2, middle))
            for there, (to_x, to_y) in zip(LINES[character], ends):
                if there == "1":
                    path += f"M{number(x)} {number(middle)}L{number(to_x)} {number(to_y)}"
        elif character == "╬":
            for side in (-1, 1):
                path += f"M{number(x - WIDTH / 2)} {number(middle + side)}h{WIDTH}"
                path += f"M{number(x + side)} {top}v{HEIGHT}"
        elif character in STONES:
            inside = fore if character == "●" else "none"
            yield (
                f'<circle cx="{number(x)}" cy="{number(middle)}" r="3.9" stroke="{fore}" stroke-width="1.2" '
                f'fill="{inside}"/>'
            )
        words += " " if character in DRAWN else character
    if path:
        yield f'<path d="{path}" stroke="{fore}" fill="none"/>'
    style = ' font-weight="bold"' if segment.style.bold else ""
    style += ' font-style="italic"' if segment.style.italic else ""
    style += ' text-decoration="underline"' if segment.style.underline else ""
    for word in re.finditer(r"\S+", words):
        yield (
            f'<text x="{number(left + word.start() * WIDTH)}" y="{number(top + 13)}" '
            f'textLength="{number(len(word[0]) * WIDTH)}" fill="{fore}"{style}>{escape(word[0])}</text>'
        )


def main():
    # rich takes the color of an underline for another color, and does not know that a line can be wavy.
    codes = re.sub(r"\x1b\[58[\d;:]*m", "", sys.stdin.read().rstrip("\n"))
    text = Text.from_ansi(re.sub(r"\x1b\[4:[1-5]m", "\x1b[4m", codes), no_wrap=True)
    console = Console(width=500, color_system="truecolor", force_terminal=True)
    lines = console.render_lines(text, pad=False)
    print("\n".join(draw(lines, NAME)))


main()
