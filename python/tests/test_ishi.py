"""Tests of the package as it is installed. `tests/run` installs it, and says in ISHI which program it is compared with."""

import copy
import doctest
import errno
import gc
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import pyarrow
import pyarrow.parquet

import ishi

PROGRAM = os.environ["ISHI"]
ROOT = Path(__file__).parents[2]
# Archives with games in all formats, and some that can't be read.
FOLDERS = [ROOT / "examples", ROOT / "tests/fixtures/import", ROOT / "tests/fixtures/check"]


def program(*arguments, codes=(0, 1), **options):
    run = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, **options)
    assert run.returncode in codes, (arguments, run)
    return run.stdout


def lines(*arguments):
    return [json.loads(line) for line in program(*arguments).splitlines()]


def files(*suffixes):
    found = [path for folder in FOLDERS for path in sorted(folder.rglob("*")) if path.suffix in suffixes]
    assert len(found) > 20, found
    return found


class TheSameAsTheProgram(unittest.TestCase):
    def test_games_are_the_table_of_export(self):
        with tempfile.TemporaryDirectory() as work:
            tables = Path(work, "tables")
            program("export", "--quiet", "--isolated", "--to", "parquet", "-o", tables, *FOLDERS)
            expected = pyarrow.parquet.read_table(tables / "games")
        found = pyarrow.table(ishi.games(FOLDERS))
        self.assertGreater(found.num_rows, 100)
        self.assertEqual(expected.column_names, found.column_names)
        for name in expected.column_names:
            self.assertEqual(expected[name].to_pylist(), found[name].to_pylist(), name)

    def test_an_empty_file_is_a_row_where_it_should_have_a_game(self):
        with tempfile.TemporaryDirectory() as work:
            for name in ("a.sgf", "b.ishi", "c.gib"):
                Path(work, name).write_bytes(b" \n")
            table = pyarrow.table(ishi.games(work))
            names = ["file", "event", "line", "parse_error"]
            rows = [{name: row[name] for name in names} for row in table.to_pylist()]
            expected = [{name: row[name] for name in names} for row in lines("export", "--quiet", work)]
            self.assertEqual(expected, rows)
            self.assertEqual(["the file is empty"] * 2, table["parse_error"].to_pylist())
            for name in ("a.sgf", "b.ishi", "c.gib"):
                path = Path(work, name)
                self.assertEqual(lines("export", "--quiet", path), ishi.read(path), name)

    def test_move_0_is_before_the_first(self):
        game = b"(;SZ[5]AB[bb];W[cc];B[dd])"
        rows = lambda drawing: [line for line in drawing.splitlines() if "." in line]
        self.assertEqual(rows(ishi.position(b"(;SZ[5]AB[bb])")), rows(ishi.position(game, move=0)))
        [found] = ishi.find(ishi.position(game, move=0), game)
        self.assertEqual(0, found["move"])

    def test_a_large_file_has_its_games_in_order(self):
        game = "(;SZ[9]PB[Player %d]C[%s];B[cc];W[gg])\n"
        text = "".join(game % (number, "text " * 40) for number in range(3000)).encode()
        table = pyarrow.table(ishi.games([b"(;B[dd])", ("large.sgf", text), b"(;B[dd])"]))
        self.assertEqual([f"Player {number}" for number in range(3000)], table["black"].to_pylist()[1:-1])
        self.assertEqual(list(range(3002)), table["id"].to_pylist())
        self.assertEqual([1, *range(1, 3001), 1], table["event"].to_pylist())

    def test_read_is_export_to_json(self):
        for path in files(".ishi", ".sgf", ".gib", ".ngf", ".ugf"):
            self.assertEqual(lines("export", "--quiet", "--isolated", path), ishi.read(path), path)

    def test_find(self):
        corner = "$$ . . . . |\n$$ . X . . |\n$$ . . . . |\n$$ . . . . |\n$$ --------+\n"
        with tempfile.TemporaryDirectory() as work:
            pattern = Path(work, "pattern.txt")
            pattern.write_text(corner)
            for options, arguments in (
                ({}, []),
                ({"all": True, "variations": True}, ["--all", "--variations"]),
                ({"anywhere": True, "symmetry": False}, ["--anywhere", "--no-symmetry"]),
                ({"color_swap": False, "to_play": "W", "moves": (3, 9)}, ["--no-color-swap", "--to-play", "W", "--moves", "3-9"]),
            ):
                found = list(ishi.find(corner, FOLDERS, **options))
                expected = lines("find", "--quiet", "--isolated", "--format", "jsonl", "--pattern", pattern, *arguments, *FOLDERS)
                self.assertEqual(expected, found, arguments)
                self.assertGreater(sum("move" in place for place in found), 2, arguments)

    def test_a_position_finds_what_the_program_finds_with_it(self):
        games = [path for path in files(".ishi", ".sgf") if path.parent == FOLDERS[0]][:4]
        for game in games:
            for region in (None, "a1,j9"):
                where = ["--region", region] if region else []
                expected = lines("find", "--quiet", "--format", "jsonl", "--isolated", "--at", game, *where, *games)
                self.assertEqual(expected, list(ishi.find(ishi.position(game, region=region), games)), (game, region))

    def test_dupes(self):
        with tempfile.TemporaryDirectory() as work:
            # More moves than a game must have to be found in spite of slips.
            points = [f"{x}{y}" for y in "bdfhjl" for x in "abcdefghij"]
            write = lambda name, moves: Path(work, name).write_text(
                "(;SZ[13]" + "".join(f";{'BW'[index % 2]}[{at}]" for index, at in enumerate(moves)) + ")"
            )
            write("one.sgf", points)
            write("cut.sgf", points[:40])
            write("slip.sgf", [*points[:20], "mm", *points[21:]])
            write("turned.sgf", [at[::-1] for at in points])
            expected = lines("dupes", "--quiet", "--isolated", "--format", "jsonl", work)
            self.assertEqual({"contained", "slips", "turned"}, {copies["kind"] for copies in expected})
            self.assertEqual(expected, ishi.dupes(work))

    def test_check(self):
        keys = {"file", "line", "column", "end_line", "end_column", "code", "severity", "message"}
        count = 0
        for path in files(".ishi", ".sgf", ".gib"):
            expected = lines("check", "--quiet", "--isolated", "--exit-zero", "--format", "jsonl", path)
            found = ishi.check(path)
            count += len(found)
            names = {"endLine": "end_line", "endColumn": "end_column"}
            expected = [{names.get(key, key): value for key, value in line.items()} for line in expected]
            expected = [{key: line[key] for key in keys} for line in expected]
            self.assertEqual(expected, [{key: getattr(problem, key) for key in keys} for problem in found])
        self.assertGreater(count, 200)

    def test_format(self):
        for path in files(".ishi", ".sgf"):
            run = subprocess.run(
                [PROGRAM, "fmt", "--quiet", "--isolated", "--sgf", "-"], input=path.read_bytes(), capture_output=True
            )
            if run.returncode == 0:
                self.assertEqual(run.stdout, ishi.format(path.read_bytes()), path)
            else:
                self.assertRaises(ishi.Error, ishi.format, path.read_bytes())

    def test_conversion(self):
        for path in files(".ishi", ".sgf", ".gib"):
            for to, convert in (("sgf", ishi.to_sgf), ("ishi", ishi.to_ishi)):
                run = subprocess.run([PROGRAM, "convert", "--quiet", "--isolated", "--to", to, path], capture_output=True)
                if run.returncode == 0:
                    self.assertEqual(run.stdout, convert(path), (path, to))
                elif b"already" in run.stderr:
                    self.assertEqual(path.read_bytes(), convert(path))
                else:
                    self.assertRaises(ishi.Error, convert, path)


class Sources(unittest.TestCase):
    def test_a_source_is_a_path_or_content(self):
        path = ROOT / "examples/mistakes.ishi"
        content = path.read_bytes()
        for source in (path, str(path), content, bytearray(content), ("mistakes.ishi", content)):
            self.assertEqual(ishi.read(path)[0]["moves"], ishi.read(source)[0]["moves"])
            self.assertEqual(len(ishi.read(path)), pyarrow.table(ishi.games(source)).num_rows)
        self.assertEqual("<bytes>", ishi.read(content)[0]["file"])
        self.assertEqual("x/mistakes.ishi", ishi.read(("x/mistakes.ishi", content))[0]["file"])

    def test_something_else_is_refused(self):
        for wrong in (1, None, ["game.sgf"], ("a", "b"), object()):
            self.assertRaises(TypeError, ishi.check, wrong)
        for wrong in (1, [1], [b"", None], [["a.sgf"]]):
            self.assertRaises(TypeError, lambda: pyarrow.table(ishi.games(wrong)))

    def test_a_missing_file_is_an_os_error_with_its_name(self):
        for function in (ishi.check, ishi.format, ishi.to_sgf, ishi.to_ishi, ishi.read, ishi.games, ishi.position):
            with self.assertRaises(FileNotFoundError) as caught:
                function("no/such.sgf")
            self.assertEqual((errno.ENOENT, "no/such.sgf"), (caught.exception.errno, caught.exception.filename))
        with self.assertRaises(FileNotFoundError):
            list(ishi.find("XO", ["no/such.sgf"]))

    def test_an_iterator_is_read_as_it_is_needed(self):
        taken = 0

        def contents():
            nonlocal taken
            for taken in range(1, 30_001):
                yield f"{taken}.sgf", b"(;SZ[9];B[cc])"

        places = ishi.find("$$ X", contents(), anywhere=True)
        self.assertEqual("1.sgf", next(places)["file"])
        self.assertLess(taken, 10_000)
        self.assertEqual(29_999, sum(1 for _ in places))

    def test_an_error_in_an_iterator_comes_through(self):
        def contents():
            yield b"(;B[dd])"
            raise KeyError("on purpose")

        self.assertRaises(KeyError, ishi.games, contents())
        self.assertRaises(KeyError, ishi.find, "X", contents())


class Failures(unittest.TestCase):
    def test_errors_say_where(self):
        with self.assertRaises(ishi.Error) as caught:
            ishi.format(("a.sgf", b"(;B[dd]\n;W[pp]"))
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual("a.sgf", error.file)
        self.assertIsNotNone(error.line)
        self.assertEqual(f"a.sgf:{error.line}: {error.reason}", str(error))
        with self.assertRaises(ishi.Error) as caught:
            ishi.to_ishi(("b.sgf", b"nothing"))
        self.assertEqual(("b.sgf", None), (caught.exception.file, caught.exception.line))

    def test_a_wrong_value_names_the_right_ones(self):
        for call, hint in (
            (lambda: ishi.check(b"", select=["dupl-move"]), "duplicate-move"),
            (lambda: ishi.format(b"", keyword_case="big"), "upper"),
            (lambda: ishi.find("V", []), "`X O . * ? x o`"),
            (lambda: ishi.find("X", [], to_play="green"), "`B` or `W`"),
            (lambda: ishi.position(b"(;B[dd])", region="a1"), "a1,j9"),
            (lambda: ishi.position(b"(;B[dd])", event=2), "no game 2"),
            (lambda: ishi.position(b"(;B[dd])", move=7), "no move 7"),
        ):
            with self.assertRaises(ishi.Error) as caught:
                call()
            self.assertIn(hint, str(caught.exception))

    def test_a_game_that_cannot_be_read_is_a_row_with_the_reason(self):
        sources = [("a.sgf", b"nothing"), ("b.sgf", b"(;SZ[9];B[cc])"), ("c.ishi", b"<html>")]
        table = pyarrow.table(ishi.games(sources))
        self.assertEqual([True, False, True], [reason is not None for reason in table["parse_error"].to_pylist()])
        self.assertEqual(["a.sgf", "c.ishi"], [place["file"] for place in ishi.find("$$ O", sources) if "parse_error" in place])
        self.assertIn("parse_error", ishi.read(sources[0])[0])

    def test_damaged_bytes_never_stop_it(self):
        game = (ROOT / "examples/mistakes.ishi").read_bytes()
        for at in range(0, len(game), 97):
            damaged = game[:at] + bytes([at % 256, 0, 255]) + game[at + 5 :]
            for function in (ishi.check, ishi.format, ishi.to_sgf, ishi.to_ishi, ishi.read):
                try:
                    function(damaged)
                except ishi.Error:
                    pass

    def test_games_are_read_once(self):
        games = ishi.games(b"(;SZ[9];B[cc])")
        self.assertEqual(1, pyarrow.table(games).num_rows)
        self.assertRaises(ishi.Error, pyarrow.table, games)


class Python(unittest.TestCase):
    def test_examples(self):
        count = 0
        for name in ("check", "format", "to_sgf", "to_ishi", "read", "games", "dupes", "find", "position"):
            text = getattr(ishi, name).__doc__
            test = doctest.DocTestParser().get_doctest(text, {"ishi": ishi}, name, None, 0)
            self.assertGreater(len(test.examples), 0, name)
            self.assertEqual(0, doctest.DocTestRunner().run(test).failed, name)
            count += len(test.examples)
        self.assertGreater(count, 10)

    def test_pages(self):
        for page in ("docs/python.md",):
            work = os.getcwd()
            os.chdir(ROOT)
            try:
                result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
            finally:
                os.chdir(work)
            self.assertGreater(result.attempted, 5, page)
            self.assertEqual(0, result.failed, page)

    def test_diagnostics_are_compared_hashed_and_pickled(self):
        text = b"EVENT x\nB 1 Q16\nW 2 Q16\nB 3 Z9\n"
        first, second = ishi.check(text)
        again, _ = ishi.check(text)
        self.assertEqual((first, hash(first)), (again, hash(again)))
        self.assertNotEqual(first, second)
        self.assertNotEqual(first, "an object of another type")
        self.assertEqual(2, len({first, second, again}))
        self.assertEqual([first, again, second], sorted([second, first, again]))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            self.assertEqual([first, second], pickle.loads(pickle.dumps([first, second], protocol)))
        self.assertEqual(first, copy.deepcopy(first))

    def test_diagnostics_come_from_another_process(self):
        texts = [b"EVENT x\nB 1 Q16\nW 2 Q16\n", b"EVENT x\nB 1 Q16\n"]
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertEqual([ishi.check(text) for text in texts], pool.map(ishi.check, texts))

    def test_other_threads_run_meanwhile(self):
        text = b"EVENT x\nBOARDSIZE 19\n" + b"".join(b"B %d A1\n" % number for number in range(60_000))
        ready, has_run = threading.Lock(), False

        def run():
            nonlocal has_run
            with ready:
                has_run = True

        ready.acquire()
        other = threading.Thread(target=run)
        other.start()
        interval = sys.getswitchinterval()
        # From here on a thread runs only if this one gives up the lock of the interpreter.
        sys.setswitchinterval(1000)
        try:
            ready.release()
            has_run_before = has_run
            ishi.check(text)
            has_run_after = has_run
        finally:
            sys.setswitchinterval(interval)
        other.join()
        self.assertEqual((False, True), (has_run_before, has_run_after))

    @unittest.skipUnless(Path("/proc/self/task").exists(), "the threads can't be counted here")
    def test_a_stream_that_is_left_ends_its_thread(self):
        # The threads that share the work stay.
        list(ishi.find("$$ X", b"(;SZ[9];B[cc])", anywhere=True))
        before = len(os.listdir("/proc/self/task"))
        for _ in range(20):
            places = ishi.find("$$ X", (b"(;SZ[9];B[cc])" for _ in range(9000)), anywhere=True)
            next(places)
            del places
        gc.collect()
        end = threading.Event()
        for _ in range(100):
            if len(os.listdir("/proc/self/task")) <= before:
                return
            end.wait(0.1)
        self.fail("threads are left")

    def test_the_columns_are_known_before_a_game_is_read(self):
        games = ishi.games([])
        self.assertIn("parse_error", pyarrow.schema(games).names)
        self.assertEqual(0, pyarrow.table(games).num_rows)


if __name__ == "__main__":
    unittest.main()
