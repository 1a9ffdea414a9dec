"""Writes tables of games, reads them with DuckDB, and compares each with what the program says otherwise."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import duckdb

ISHI, ROOT, WORK = sys.argv[1:]
BLACK, WHITE = 0, 1

# Games that say everything that a row may have to say.
FILES = {
    "handicap.sgf": "(;GM[1]FF[4]SZ[9]GN[Final]EV[Cup]RO[3]PB[Player 7]BR[3d]PW[Ada]DT[1990-03,04]RE[W+R]KM[0.5]"
    "HA[2]AB[cc][gg];W[ee]C[a, \"b\"];B[];W[aa](;B[ba];W[ea];B[ab])(;B[ii]))",
    "setup.sgf": "(;SZ[5];B[cc];W[dd];B[bb];AW[aa][ba]AE[cc]PL[W];W[ab];B[ee];W[ac])",
    "capture.sgf": "(;SZ[5];B[ba];W[aa];B[ab];W[ca];B[ea];W[bb];B[da];W[eb];B[aa];W[];B[])",
    "suicide.sgf": "(;SZ[5];B[ba];W[ee];B[bb];W[];B[ab];W[aa];B[dd];W[dd])",
    "twice.sgf": "(;FF[4]GM[1]SZ[9]WR[1d]WR[2d][3d]PB[a]PB[b];B[ee])",
    "draw.ishi": "EVENT Problem\nBOARDSIZE 9\nKOMI 3 3/4\nDATE c. 1840\nRESULT jigo\nTIMELIMIT 3 hours\nSETUP B A1 B2 W C3\n"
    "B 1 D4\nCOM Title\ntext\nENDCOM\nW 2 PASS\nB 3\nW 4 T19\nB 5 E5\nEVENT Other\n",
    "broken.sgf": "nothing",
    "page.ishi": "<html>\n<body>no</body>\n</html>\n",
    "empty.ishi": "",
}


def ishi(*arguments, codes=(0, 1)):
    run = subprocess.run([ISHI, *arguments], cwd=WORK, capture_output=True, text=True, encoding="utf-8")
    assert run.returncode in codes, (arguments, run)
    return run.stdout


class Board:
    """Plays the numbers of a row."""

    def __init__(self, columns, rows):
        self.columns, self.rows, self.stones = columns, rows, {}

    def beside(self, point):
        row, column = divmod(point, self.columns)
        for row, column in (row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column):
            if 0 <= row < self.rows and 0 <= column < self.columns:
                yield row * self.columns + column

    def capture(self, point):
        group, todo = {point}, [point]
        while todo:
            for other in self.beside(todo.pop()):
                if other not in self.stones:
                    return 0
                if self.stones[other] == self.stones[point] and other not in group:
                    group.add(other)
                    todo.append(other)
        for other in group:
            del self.stones[other]
        return len(group)

    def play(self, code):
        """Executes a step, and returns the number of captured stones."""
        if code == -5:
            self.stones.clear()
        elif code <= -6:
            self.stones[(-6 - code) // 2] = (-6 - code) % 2
        elif code >= 0:
            point, color = divmod(code, 2)
            self.stones[point] = color
            taken = sum(
                self.capture(other) for other in self.beside(point) if self.stones.get(other) == 1 - color
            )
            return taken or self.capture(point)
        return 0

    def text(self):
        signs = {BLACK: "#", WHITE: "O", None: "."}
        lines = []
        for row in reversed(range(self.rows)):
            points = range(row * self.columns, (row + 1) * self.columns)
            lines.append("".join(signs[self.stones.get(point)] for point in points))
        return lines


def drawn(file, event, rows):
    """The board at the end of the main line, as the program draws it."""
    text = ishi("show", file, "--event", str(event), "--ascii", "--marks=false", "--coordinates=none")
    lines = [line.split() for line in text.splitlines()]
    lines = ["".join(line).replace("+", ".") for line in lines if len(line) == rows and set(line) <= set("#O.+")]
    assert len(lines) == rows, text
    return lines


def check_replay(database):
    games = database.sql(
        "SELECT id, file, event, board_size, board_rows, setup, moves, n_moves, COLUMNS('ever_.*') FROM games"
        " WHERE parse_error IS NULL ORDER BY id"
    ).fetchall()
    for game, file, event, columns, rows, setup, moves, count, *ever in games:
        board, seen = Board(columns, rows), {BLACK: set(), WHITE: set()}
        for code in setup:
            board.stones[code // 2] = code % 2
        captured = []
        for code in moves:
            taken = board.play(code)
            if code > -5:
                captured.append(taken)
        for code in setup + [code if code >= 0 else -6 - code for code in moves if code >= 0 or code <= -6]:
            seen[code % 2].add(code // 2)
        assert len(captured) == count, (file, captured)
        # `ishi show` counts the continuation from a position that is set up after moves as an event of its own.
        continuations = moves.count(-5)
        if rows == columns and (continuations == 0 or file in FILES):
            assert board.text() == drawn(file, event + continuations, rows), (file, event, board.text())
        own = database.execute("SELECT captured FROM moves WHERE game = ? ORDER BY ply", [game]).fetchall()
        assert [taken for (taken,) in own] == captured, (file, own, captured)
        if columns * rows <= 366:
            for color in BLACK, WHITE:
                masks = ever[6 * color : 6 * color + 6]
                bits = {61 * index + bit for index in range(6) for bit in range(61) if masks[index] >> bit & 1}
                assert bits == seen[color], (file, bits, seen)
    return len(games)


def check_values(database):
    """Each column of CSV has the same values."""
    table = list(csv.DictReader(ishi("export", "-q", "--to", "csv", ".").splitlines()))
    rows = database.sql("SELECT * FROM games ORDER BY id")
    names = rows.columns
    rows = [dict(zip(names, row)) for row in rows.fetchall()]
    assert len(rows) == len(table)
    for row, own in zip(rows, table):
        for name, text in own.items():
            value = row[name]
            if name in ("komi", "margin") and text:
                assert float(value) == round(float(text), 2), (name, value, text)
            else:
                assert ("" if value is None else str(value)) == text, (own["file"], name, value, text)
    kinds = dict(database.sql("SELECT column_name, column_type FROM (DESCRIBE games)").fetchall())
    assert kinds["moves"] == "SMALLINT[]" and kinds["extra"] == "MAP(VARCHAR, VARCHAR)", kinds
    assert kinds["date_from"] == "DATE" and kinds["komi"].startswith("DECIMAL"), kinds
    assert not any(kind.startswith("U") for kind in kinds.values()), kinds
    extra = {row["file"]: row["extra"] for row in rows if row["event"] == 1}
    assert extra["handicap.sgf"]["EV"] == "Cup" and extra["draw.ishi"]["timelimit"] == "3 hours", extra
    twice = {"WR": "1d", "WR 2": "2d", "WR 3": "3d"}
    assert twice.items() <= extra["twice.sgf"].items(), extra["twice.sgf"]
    comments = database.sql("SELECT comment FROM moves WHERE comment IS NOT NULL ORDER BY game, ply").fetchall()
    assert ("Title\ntext",) in comments and ('a, "b"',) in comments, comments


def check_hashes(database):
    """A game that is turned, and one with the colors exchanged, are found by the hashes of the other."""
    one, turned, swapped = (
        database.execute(
            "SELECT hash_game, hash_swapped, (SELECT list(hash ORDER BY ply) FROM moves WHERE game = id) FROM games"
            " WHERE file = ?", [name]
        ).fetchall()[0]
        for name in ("one.sgf", "turned.sgf", "swapped.sgf")
    )
    assert one == turned and (one[1], one[0], one[2]) == swapped, (one, turned, swapped)


def check_select(database):
    """The games that are found are among those that are selected, and most of the others are not."""
    games = database.sql("SELECT count(*) FROM games WHERE parse_error IS NULL").fetchall()[0][0]
    selected = found = 0
    for question in (
        ["--at", "one.sgf"],
        ["--at", "one.sgf", "--no-symmetry"],
        ["--at", "swapped.sgf", "--no-color-swap"],
        ["--at", "capture.sgf", "--move", "4"],
        ["--at", "handicap.sgf", "--move", "1"],
        ["--at", "handicap.sgf", "--move", "5", "--variations"],
        ["--at", "one.sgf", "--region", "a1,j9"],
        ["--at", "handicap.sgf", "--move", "2", "--winner", "W", "--date", "1990..1999", "--komi", "0.5"],
        ["--at", "handicap.sgf", "--move", "1", "--player", "ada", "--result", "W+*", "--handicap", "2..", "--title", "Final"],
        ["--at", "handicap.sgf", "--move", "1", "--black", "Player 7", "--white", "/^A/", "--min-moves", "2", "--size", "9"],
        ["--at", "draw.ishi", "--move", "1", "--komi", "3.75", "--max-moves", "5", "--place", "Kyoto's"],
        ["--at", "draw.ishi", "--move", "1", "--result", "0", "--size", "9..19"],
        ["--at", "handicap.sgf", "--move", "1", "--result", "w+resign"],
        ["--at", "one.sgf", "--result", "B+3.50"],
    ):
        select = ishi("find", "-q", *question, "--sql")
        ids = database.sql(select.strip().rstrip(";")).fetchall()
        assert len(ids) == len(set(ids)), (question, ids)
        places = {(file, event) for _, file, event, _ in ids}
        answer = [json.loads(line) for line in ishi("find", "-q", *question, "--format", "jsonl", ".").splitlines()]
        own = {(line["file"], line["event"]) for line in answer if "parse_error" not in line}
        assert own <= places, (question, select, own - places)
        selected, found = selected + len(places), found + len(own)
    assert found > 10 and selected < 7 * games, (found, selected, games)


def check_parts(database):
    ishi("export", "-q", ".", "--to", "parquet", "-o", "parts", "--partition", "2", "--with-moves")
    parts = sorted(os.listdir(Path(WORK, "parts/games")))
    games = database.sql("SELECT count(*) FROM games").fetchall()[0][0]
    assert len(parts) == (games + 1) // 2 and parts[0] == "part-00000.parquet", parts
    for table in "games", "moves":
        whole = database.sql(f"SELECT * FROM {table}").fetchall()
        split = database.sql(f"SELECT * FROM read_parquet('{WORK}/parts/{table}/*.parquet')").fetchall()
        key = lambda row: tuple(map(repr, row))
        assert sorted(whole, key=key) == sorted(split, key=key), table
    metadata = database.sql(f"SELECT key, value FROM parquet_kv_metadata('{WORK}/parts/moves/part-00000.parquet')").fetchall()
    metadata = {key.decode(): value.decode() for key, value in metadata}
    assert metadata["ishi.schema_version"] == metadata["ishi.hash_version"] == "1", metadata
    # Without moves, and with fewer parts: nothing of the old tables is left.
    ishi("export", "-q", ".", "--to", "parquet", "-o", "parts", codes=(2,))
    ishi("export", "-q", ".", "--to", "parquet", "-o", "parts", "--force")
    assert os.listdir(Path(WORK, "parts/games")) == ["part-00000.parquet"]
    assert os.listdir(Path(WORK, "parts/moves")) == []


def main():
    for name, text in FILES.items():
        Path(WORK, name).write_text(text, encoding="utf-8")
    line = "(;SZ[19];AB[cc];W[pd];B[dp];W[];B[qq];W[cf])"
    turn = str.maketrans("abcdefghijklmnopqrs", "srqponmlkjihgfedcba")
    colors = str.maketrans("BW", "WB")
    Path(WORK, "one.sgf").write_text(line)
    # A half turn exchanges the letters of the points, which are in lower case.
    Path(WORK, "turned.sgf").write_text(line.translate(turn))
    Path(WORK, "swapped.sgf").write_text(line.translate(colors))
    for example in sorted(Path(ROOT, "examples").glob("*.ishi")):
        Path(WORK, example.name).write_bytes(example.read_bytes())
    corpus = os.environ.get("ISHI_CORPUS")
    if corpus:
        games = sorted(Path(corpus).rglob("*.sgf"))
        for index, game in enumerate(games[:: max(1, len(games) // 60)]):
            if game.stat().st_size < 20_000:
                Path(WORK, f"real{index}.sgf").write_bytes(game.read_bytes())
    Path(WORK, ".ignore").write_text("tables\nparts\n")
    ishi("export", "-q", ".", "--to", "parquet", "-o", "tables", "--with-moves")
    database = duckdb.connect()
    for table in "games", "moves":
        database.sql(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{WORK}/tables/{table}/*.parquet')")
    played = check_replay(database)
    check_values(database)
    check_hashes(database)
    check_select(database)
    check_parts(database)
    unread = database.sql("SELECT file FROM games WHERE parse_error IS NOT NULL ORDER BY file").fetchall()
    assert [("broken.sgf",), ("page.ishi",)] == [row for row in unread if not row[0].startswith("real")], unread
    print(f"tables: {played} games played from the table alone, as `ishi show` draws them")


main()
