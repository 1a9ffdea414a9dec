"""Makes many games from real openings, and measures the commands for archives on them. `scripts/scale` runs it.

The games are the same in every run: the random numbers begin with a constant.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

SIZE = 19
COLUMNS = "ABCDEFGHJKLMNOPQRST"
LETTERS = "abcdefghijklmnopqrs"
# The records with the openings.
SOURCES = ["examples", "tests/fixtures", "tests/editors/game.ishi"]
# The number of games in a folder.
FOLDER = 1000
# The move after which parts of the board are searched: later some games have ended, and earlier most parts are empty.
MOVES = 40
# How many games are played to the end with captures. The others share their first moves with one of these.
TRUNKS = 4000


def neighbors(point):
    column, row = point
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [(x, y) for x, y in beside if 0 <= x < SIZE and 0 <= y < SIZE]


NEIGHBORS = {(x, y): neighbors((x, y)) for x in range(SIZE) for y in range(SIZE)}


def captured(board, point):
    """The group on a point, if it has no liberty."""
    color, group, queue = board[point], {point}, deque([point])
    while queue:
        for beside in NEIGHBORS[queue.popleft()]:
            if beside not in board:
                return set()
            if board[beside] == color and beside not in group:
                group.add(beside)
                queue.append(beside)
    return group


def play(board, color, point):
    """Plays a move, unless it is not legal. Returns whether it was played."""
    if point in board:
        return False
    board[point] = color
    taken = {stone for beside in NEIGHBORS[point] if board.get(beside, color) != color for stone in captured(board, beside)}
    for stone in taken:
        del board[stone]
    if not taken and captured(board, point):
        del board[point]
        return False
    return True


def openings(program):
    """The main lines of the records of the repository on boards of 19 lines."""
    lines = subprocess.run([program, "export", "--to", "jsonl", "--quiet", *SOURCES], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    found = []
    for line in lines.stdout.decode().splitlines():
        game = json.loads(line)
        moves = [move["location"] for move in game.get("moves", [])]
        moves = [(COLUMNS.index(at[0]), int(at[1:]) - 1) for at in moves if at and at != "pass"]
        if game.get("size") == SIZE and not game.get("setup") and len(moves) >= 8:
            found.append(moves)
    return found


def trunk(chance, moves):
    """A game that begins like an opening and goes on with moves near the last ones."""
    board, line, color = {}, [], "B"
    for point in moves[: chance.randrange(4, len(moves) + 1)]:
        if not play(board, color, point):
            break
        line.append(point)
        color = "W" if color == "B" else "B"
    failed = 0
    while len(line) < 250 and failed < 60:
        if line and chance.random() < 0.8:
            column, row = line[-1 - min(len(line) - 1, chance.randrange(3))]
            point = (column + chance.randrange(-3, 4), row + chance.randrange(-3, 4))
        else:
            point = (chance.randrange(SIZE), chance.randrange(SIZE))
        if point in NEIGHBORS and play(board, color, point):
            line.append(point)
            color, failed = "W" if color == "B" else "B", 0
        else:
            failed += 1
    return line


def game(chance, trunks, points):
    """The text of a game: the first moves of another one, turned, and then points on which no stone was."""
    line = chance.choice(trunks)
    line = line[: chance.randrange(min(20, len(line)), len(line) + 1)]
    mirror, turns = chance.random() < 0.5, chance.randrange(4)
    used = set(line)
    rest = [point for point in points if point not in used]
    length = min(len(rest), chance.randrange(20, 120))
    moves = []
    for index, (x, y) in enumerate(line + chance.sample(rest, length)):
        x, y = (y, x) if mirror else (x, y)
        for _ in range(turns):
            x, y = y, SIZE - 1 - x
        moves.append(f";{'BW'[index % 2]}[{LETTERS[x]}{LETTERS[y]}]")
    text = "".join(moves)
    if chance.random() < 0.1:
        at = chance.randrange(1, len(moves) - 10)
        comment = f"C[A comment on move {at}.]"
        text = f"{''.join(moves[:at])}{comment}({''.join(moves[at:])})({''.join(moves[at + 2 : at + 9])})"
    year, month, day = chance.randrange(1700, 2026), chance.randrange(1, 13), chance.randrange(1, 29)
    result = chance.choice(["B+R", "W+R", f"B+{chance.randrange(60) + 0.5}", f"W+{chance.randrange(60) + 0.5}"])
    black, white = chance.sample(range(2000), 2)
    return (
        f"(;GM[1]FF[4]CA[UTF-8]SZ[{SIZE}]GN[Game {chance.randrange(10**6)}]EV[Event {chance.randrange(500)}]"
        f"PB[Player {black}]BR[{black % 9 + 1}p]PW[Player {white}]WR[{white % 9 + 1}p]"
        f"DT[{year}-{month:02}-{day:02}]RE[{result}]KM[6.5]RU[Japanese]\n{text})\n"
    )


def path_of(folder, index):
    return folder / f"{index // FOLDER:03}" / f"{index:06}.sgf"


def make(program, folder, count):
    """Makes the games, unless they are complete."""
    done = folder.parent / "complete"
    if done.exists():
        return
    shutil.rmtree(folder.parent, ignore_errors=True)
    chance = random.Random(20261125)
    known = openings(program)
    print(f"making {count} games from {len(known)} openings in {folder} …", file=sys.stderr)
    trunks = [trunk(chance, chance.choice(known)) for _ in range(min(TRUNKS, count))]
    points = list(NEIGHBORS)
    for index in range(count):
        path = path_of(folder, index)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(game(chance, trunks, points))
    done.touch()


def planted(chance, text, kind):
    """A copy of a game that is turned, cut off, or has one to three other moves. It is always turned, by a symmetry that may be none."""
    moves = [(color, (LETTERS.index(x), LETTERS.index(y))) for color, x, y in re.findall(r";([BW])\[(\w)(\w)\]", text)]
    if kind == "cut":
        # Some of the last 20 moves are left: those before them may be the beginning of other games, too.
        moves = moves[: -chance.randrange(1, 16)]
    if kind == "slipped":
        free = chance.sample([point for point in NEIGHBORS if point not in {at for _, at in moves}], 3)
        for index, point in zip(chance.sample(range(len(moves)), chance.randrange(1, 4)), free):
            moves[index] = (moves[index][0], point)
    mirror, turns, swap = chance.random() < 0.5, chance.randrange(4), chance.random() < 0.5
    nodes = []
    for color, (x, y) in moves:
        x, y = (y, x) if mirror else (x, y)
        for _ in range(turns):
            x, y = y, SIZE - 1 - x
        color = "BW"["WB".index(color)] if swap else color
        nodes.append(f";{color}[{LETTERS[x]}{LETTERS[y]}]")
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[{SIZE}]PB[A copy that is {kind}]\n{''.join(nodes)})\n"


def plant(folder, copies, count):
    """Writes copies of some games to a folder. Returns the path of the game for that of each copy."""
    shutil.rmtree(copies, ignore_errors=True)
    copies.mkdir(parents=True)
    chance = random.Random(7)
    originals = {}
    for index in chance.sample(range(count), max(30, count // 100)):
        path = path_of(folder, index)
        text = path.read_text()
        # A copy has no variations, 30 moves are left of it when it is cut off, and other moves need free points.
        if text.count("(") > 1 or not 45 <= len(re.findall(r";[BW]\[", text)) <= 300:
            continue
        for kind in ("turned", "cut", "slipped"):
            copy = copies / f"{index:06}-{kind}.sgf"
            copy.write_text(planted(chance, text, kind))
            originals[str(copy)] = str(path)
    return originals


def judge(figures, answers, originals):
    """Prints how many planted copies are not found, and how many of those that are found are none."""
    found, wrong, pairs = set(), 0, 0
    for line in answers.read_text().splitlines():
        names = [game["file"] for game in json.loads(line)["games"]]
        games = {originals.get(name, name) for name in names}
        pairs += len(names) - 1
        if len(games) == 1:
            found.update(names)
        else:
            wrong += len(names) - 1
    missed = [copy for copy in originals if copy not in found]
    figures.value("copies that are not found", 100 * len(missed) / len(originals), 1, "%")
    figures.value("copies that are none", 100 * wrong / max(1, pairs), 0.1, "%")


class Figures:
    """Runs commands, and prints the lines of the table."""

    def __init__(self):
        self.missed = []
        print(f"{'':34} {'time':>9} {'processor':>10} {'memory':>8}  target", flush=True)

    def run(self, arguments, answers=os.devnull):
        """Runs a command, whose output goes to a file. Returns its time, its processor time and its memory in MB."""
        began = time.monotonic()
        with open(answers, "wb") as stdout:
            process = subprocess.Popen(arguments, stdout=stdout, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"scale: {' '.join(map(str, arguments))} failed")
        memory = usage.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
        return time.monotonic() - began, usage.ru_utime + usage.ru_stime, memory

    def line(self, name, runs, target=None):
        """Prints the 95th percentile of some runs, and their peak memory."""
        runs = sorted(runs)
        seconds, processor = (sorted(run[part] for run in runs)[(len(runs) * 95 - 1) // 100] for part in (0, 1))
        memory = max(run[2] for run in runs)
        is_reached = (target is None or seconds <= target) and memory <= 300
        asked = "" if target is None else f"{target:.2f} s"
        note = "" if is_reached else "  MISSED"
        print(f"{name:34} {seconds:7.3f} s {processor:8.3f} s {memory:5.0f} MB  {asked}{note}", flush=True)
        if not is_reached:
            self.missed.append(name)

    def value(self, name, value, target, unit):
        """Prints a figure that is not a time."""
        note = "" if value <= target else "  MISSED"
        print(f"{name:34} {value:7.1f} {unit}{'':21} {target} {unit}{note}", flush=True)
        if note:
            self.missed.append(name)


class Server:
    """The language server with an index, and with a folder whose changes it is notified of."""

    def __init__(self, program, index, folder=None):
        command = [program, "lsp", "--stdio", "--library-index", index.resolve()]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last_id = 0
        self.answered = 0
        capabilities = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
        root = folder and folder.resolve().as_uri()
        self.request("initialize", {"processId": None, "rootUri": root, "capabilities": capabilities})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.process.stdin.flush()

    def request(self, method, params):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            body = self.process.stdout.read(length)
            # What this client makes of it is not the server's time.
            self.answered = time.monotonic()
            message = json.loads(body)
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})
            elif message.get("id") == self.last_id:
                return message.get("result")

    def find(self, path, move, more):
        """Searches the position after a move of a game. Returns the time and the memory of the process."""
        uri = path.resolve().as_uri()
        text = path.read_text()
        document = {"uri": uri, "languageId": "sgf", "version": 1, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        line = text.splitlines()[1]
        at = [found.start() for found in re.finditer(r";[BW]\[", line)][move - 1] + 1
        params = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": at}, **more}
        began = time.monotonic()
        answer = self.request("ishi/find", params)
        seconds = self.answered - began
        if not answer or answer["found"] == 0 or answer["problem"]:
            sys.exit(f"scale: the server does not find move {move} of {path}: {answer}")
        self.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}})
        memory = self.request("ishi/status", None)["memory"]
        return seconds, 0, memory / 1e6

    def changed(self, path):
        """Says that a file has changed."""
        changes = [{"uri": path.resolve().as_uri(), "type": 2}]
        self.send({"method": "workspace/didChangeWatchedFiles", "params": {"changes": changes}})

    def stop(self):
        self.process.kill()
        self.process.wait()


def part_with_stones(chance, path, width):
    """A square in which at least three of the first moves of a game are; none if there is hardly one. One with fewer is in most games."""
    moves = re.findall(r";[BW]\[(\w)(\w)\]", path.read_text())[:MOVES]
    points = [(LETTERS.index(x), SIZE - 1 - LETTERS.index(y)) for x, y in moves]
    for _ in range(1000):
        column, row = (chance.randrange(2, SIZE - 1 - width) for _ in range(2))
        if sum(column <= x < column + width and row <= y < row + width for x, y in points) >= 3:
            return f"{COLUMNS[column]}{row + 1},{COLUMNS[column + width - 1]}{row + width}".lower()
    return None


def measure_dupes(program, folder, count, figures):
    """Measures the search for copies, among which some are planted."""
    games, index, copies, answers = (folder / name for name in ("games", "index-copies", "copies", "copies.jsonl"))
    share = count / 100_000
    originals = plant(games, copies, count)
    figures.run([program, "index", "--quiet", games, copies, "-o", index])
    dupes = [program, "dupes", "--quiet", "--format", "jsonl"]
    figures.line("copies in an index", [figures.run([*dupes, "--index", index], answers) for _ in range(3)], 10 * share)
    judge(figures, answers, originals)
    figures.line("copies without an index", [figures.run([*dupes, games, copies])])


def measure(program, folder, count):
    games, index, tables = (folder / name for name in ("games", "index", "tables"))
    share = count / 100_000
    chance = random.Random(1)
    for made in (index, tables):
        shutil.rmtree(made, ignore_errors=True)
    # A file that was changed just now may change again unnoticed, so the index does not trust its time.
    time.sleep(3)
    figures = Figures()
    run = figures.run
    indexing = [program, "index", "--quiet", games, "-o", index]
    # All files are read once, so that they are in memory.
    run([program, "list", "--quiet", games])
    figures.line(f"index of {count} games", [run(indexing)], 12 * share)
    figures.value("size of the index", sum(file.stat().st_size for file in index.iterdir()) / 1e6, 100 * share, "MB")
    figures.line("index, nothing changed", [run(indexing) for _ in range(3)], 1 * share)
    changed = path_of(games, count // 2)
    text = changed.read_text()
    updates = []
    for number in range(3):
        changed.write_text(text.replace("GN[", f"GN[{number} "))
        updates.append(run(indexing))
    changed.write_text(text)
    figures.line("index, one file changed", updates, 1 * share)
    run(indexing)

    def a_game():
        return path_of(games, chance.randrange(count))

    def find(*options, at=None, among=("--index", index)):
        return run([program, "find", "--quiet", "--at", at or a_game(), *map(str, options), *among])

    def find_part(*options, among=("--index", index)):
        corners = None
        while corners is None:
            at = a_game()
            corners = part_with_stones(chance, at, 5)
        return find("--move", MOVES, "--anywhere", "--region", corners, *options, at=at, among=among)

    figures.line("whole board", [find("--move", chance.randrange(4, 40)) for _ in range(40)], 0.15)
    figures.line("whole board, continuations", [find("--move", 6, "--continuations") for _ in range(20)])
    server = Server(program, index)
    # The first searches read the index into memory.
    for move in range(4, 40, 2):
        server.find(a_game(), move, {})
    figures.line("whole board, in the server", [server.find(a_game(), chance.randrange(4, 40), {}) for _ in range(100)], 0.02)
    corner = {"region": {"from": "L10", "to": "T19"}}
    figures.line("corner, in the server", [server.find(a_game(), MOVES, corner) for _ in range(20)])
    server.stop()
    server = Server(program, index, games)
    figures.line("first search of an open folder", [server.find(a_game(), 20, {})])
    for move in range(4, 40, 2):
        server.find(a_game(), move, {})
    figures.line("whole board, in an open folder", [server.find(a_game(), chance.randrange(4, 40), {}) for _ in range(100)], 0.02)

    def find_in_changed():
        path = a_game()
        path.write_text(path.read_text())
        server.changed(path)
        return server.find(a_game(), 30, {})

    figures.line("search after a change of a file", [find_in_changed() for _ in range(20)], 0.05)
    server.stop()
    run(indexing)
    figures.line("corner", [find("--move", MOVES, "--region", "l10,t19") for _ in range(20)], 0.15)
    figures.line("5 by 5 anywhere", [find_part() for _ in range(20)], 1)
    figures.line("5 by 5 anywhere, variations", [find_part("--variations") for _ in range(5)])
    empty = folder / "empty"
    empty.write_text(".....\n" * 5)
    everywhere = [program, "find", "--quiet", "--pattern", empty, "--anywhere", "--index", index]
    figures.line("an empty part, in all games", [run(everywhere) for _ in range(3)])
    figures.line("whole board without an index", [find("--move", 20, among=(games,))], 15 * share)
    figures.line("5 by 5 anywhere without an index", [find_part(among=(games,))])
    measure_dupes(program, folder, count, figures)
    figures.line("list", [run([program, "list", "--quiet", games])])
    figures.line("list, sorted", [run([program, "list", "--quiet", "--sort", "date", games])])
    parquet = [program, "export", "--quiet", games, "--to", "parquet", "-o", tables]
    figures.line("tables of games", [run(parquet)], 10 * share)
    figures.line("tables of games and moves", [run([*parquet, "--force", "--with-moves"])])
    figures.line("lines of JSON", [run([program, "export", "--quiet", "--force", games, "-o", folder / "games.jsonl"])])
    if figures.missed:
        sys.exit(f"scale: missed: {', '.join(figures.missed)}")


if __name__ == "__main__":
    command, program, folder, count = sys.argv[1:]
    {"make": make, "measure": measure}[command](program, Path(folder), int(count))
