"""Checks that each text of an SVG is drawn at its place, and nowhere else, by librsvg and by CairoSVG.

Usage: letters.py PICTURE.svg …

Everything but the texts is taken out of a picture, and each text gets a color of its own. What is then drawn in that color has to
be around the place of the text, and around that of each copy that a <use> makes of it.
"""

import io
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import cairosvg
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"
SCALE = 2

# Each channel of a color has so many levels, which are so far apart that rounding does not change them.
LEVELS = 12
STEP = 20


def librsvg(svg, width):
    command = ["rsvg-convert", "--width", str(width), "--keep-aspect-ratio", "--format", "png"]
    return subprocess.run(command, input=svg, stdout=subprocess.PIPE, check=True, timeout=120).stdout


def cairo(svg, width):
    return cairosvg.svg2png(bytestring=svg, output_width=width)


VIEWERS = {"librsvg": librsvg, "CairoSVG": cairo}


def inherited(ancestors, name, default):
    """Returns the attribute of the innermost element that has it."""
    return next((node.get(name) for node in reversed(ancestors) if node.get(name)), default)


def texts(root):
    """Returns each text with its boxes: where it may be drawn, in user units. Gives each its color, and removes all other elements."""
    offsets = {}
    for use in root.iter(f"{SVG}use"):
        offset = float(use.get("x", 0)), float(use.get("y", 0))
        offsets.setdefault(use.get("href").lstrip("#"), []).append(offset)
    found = []

    def visit(node, ancestors):
        path = [*ancestors, node]
        for child in list(node):
            if child.tag in (f"{SVG}path", f"{SVG}rect", f"{SVG}circle", f"{SVG}defs") or child.get("class") == "halo":
                node.remove(child)
            elif child.tag == f"{SVG}use" and child.get("href") not in ("#ishi-x", "#ishi-y"):
                node.remove(child)
            else:
                visit(child, path)
        if node.tag == f"{SVG}text":
            x, y, size = float(node.get("x")), float(node.get("y")), float(inherited(path, "font-size", 0))
            width = 0.8 * size * len(node.text)
            left = x - 2 if inherited(path, "text-anchor", "start") == "start" else x - width / 2
            copies = [(0, 0)] + [offset for above in path for offset in offsets.get(above.get("id"), [])]
            boxes = [(left + dx, y - size + dy, left + width + 2 + dx, y + size / 3 + dy) for dx, dy in copies]
            number = len(found)
            color = tuple(number // LEVELS**part % LEVELS * STEP + STEP // 2 for part in range(3))
            node.set("fill", "#%02x%02x%02x" % color)
            found.append((node.text, boxes, color))

    visit(root, [])
    assert len(found) <= LEVELS**3, f"{len(found)} texts in one picture"
    return found


def pixels_by_color(image):
    """Returns the places of each color in user units. Pixels at the edge of a letter, which are seen through, don't count."""
    places = {}
    width = image.width
    for index, (red, green, blue, alpha) in enumerate(zip(*[iter(image.convert("RGBA").tobytes())] * 4)):
        if alpha > 200:
            color = tuple(part // STEP * STEP + STEP // 2 for part in (red, green, blue))
            places.setdefault(color, []).append((index % width / SCALE, index // width / SCALE))
    return places


def faults(path):
    root = ElementTree.parse(path).getroot()
    width = int(root.get("viewBox").split()[2]) * SCALE
    found = texts(root)
    svg = ElementTree.tostring(root)
    for name, draw in VIEWERS.items():
        places = pixels_by_color(Image.open(io.BytesIO(draw(svg, width))))
        for text, boxes, color in found:
            is_in = lambda place, box: box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]
            drawn = places.get(color, [])
            if not all(any(is_in(place, box) for place in drawn) for box in boxes):
                yield f"{name} does not draw `{text}` at its place"
            elsewhere = [place for place in drawn if not any(is_in(place, box) for box in boxes)]
            if elsewhere:
                yield f"{name} draws `{text}` at {elsewhere[0]}, too"
    if not found:
        yield "no text"


ElementTree.register_namespace("", SVG[1:-1])
passed = failed = 0
for path in sys.argv[1:]:
    wrong = list(faults(path))
    for fault in wrong[:5]:
        print(f"FAILED: {path}: {fault}")
    passed, failed = passed + (not wrong), failed + bool(wrong)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
