"""Runs the code of docs/scale.md on an archive, and compares the rows with those of the program: engines.py ENGINE PROGRAM FOLDER. The
archive is in FOLDER/games. `scripts/scale` runs it, with a Python that has the package and the engine."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENGINE, PROGRAM, WORK = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
GAMES = WORK / "games"
PAGE = Path(__file__).parents[2] / "docs/scale.md"
BLOCKS = dict(re.findall(r"^```python\n# ([\w-]+)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))


def program(*arguments):
    run = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"scale: {' '.join(map(str, arguments))}: {run.stderr}")
    return run.stdout


def run(block, names):
    """Runs a block of the page. Its functions are sent to other processes, which know nothing of this file."""
    began = time.monotonic()
    exec(compile(BLOCKS[block], f"{PAGE.name}: {block}", "exec"), names)
    print(f"{block:14} {time.monotonic() - began:6.1f} s", flush=True)


def questions():
    """Positions that several games have, each with the options of `ishi find` for it."""
    chance = random.Random(1)
    files = chance.sample(sorted(GAMES.rglob("*.sgf")), 4)
    for file, move, filters in zip(files, (6, 4, 2, 3), ([], ["--winner", "B"], [], ["--date", "1700..1899"])):
        yield ["--at", file, "--move", move, *filters]


def found_by_program(question):
    """What the program finds without any table."""
    lines = map(json.loads, program("find", "--quiet", "--isolated", "--format", "jsonl", *question, GAMES).splitlines())
    found = sorted((line["file"], line["event"], line["line"], line["move"], line["symmetry"]) for line in lines)
    assert found, question
    return found


def select(question):
    return program("find", "--quiet", "--isolated", "--sql", *question)


def table_of_program():
    tables = WORK / "tables"
    program("export", "--quiet", "--isolated", "--force", "--to", "parquet", "-o", tables, GAMES)
    return tables / "games"


def expect_equal_tables(found):
    """Compares a table in any order with that of the program."""
    import pyarrow.dataset

    tables = [pyarrow.dataset.dataset(folder, format="parquet").to_table() for folder in (table_of_program(), found)]
    prefix = f"file:{GAMES}/"
    rows = []
    for table in tables:
        assert table.column_names == tables[0].column_names, table.column_names
        # Engines name files by URIs, and count the games of each task.
        own = [{**row, "file": row["file"].removeprefix("file:"), "id": None} for row in table.to_pylist()]
        rows.append(sorted(own, key=lambda row: (row["file"], row["event"])))
    assert rows[0] == rows[1], prefix
    print(f"{len(rows[0])} rows of {ENGINE} are those of `ishi export`")


def expect_equal(found, expected, what):
    found = sorted(found)
    assert found == expected, (what, set(found) ^ set(expected))
    return len(found)


def spark():
    import ishi

    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
    # Small parts, so that there are several tasks.
    builder = builder.config("spark.sql.files.maxPartitionBytes", 1 << 20).config("spark.sql.files.openCostInBytes", 1 << 12)
    builder.getOrCreate().sparkContext.setLogLevel("OFF")
    table = WORK / "spark"
    shutil.rmtree(table, ignore_errors=True)
    names = {"__name__": "__main__", "FOLDER": str(GAMES), "TABLE": str(table)}
    run("spark-read", names)
    killed = tempfile.mkdtemp(dir=WORK)
    names["games"] = dying_once(names["games"], killed)
    tasks = names["files"].rdd.getNumPartitions()
    assert tasks >= 4, f"with {tasks} tasks nothing is left when a worker dies; take more games"
    run("spark-write", names)
    assert os.listdir(killed), "no worker was killed"
    shutil.rmtree(killed)
    print(f"1 of 2 workers was killed during {tasks} tasks")
    expect_equal_tables(table)
    count = 0
    for question in questions():
        names["SELECT"], names["PATTERN"] = select(question), ishi.position(question[1], move=question[3])
        run("spark-find", names)
        rows = names["found"].collect()
        found = [(row.file.removeprefix("file:"), row.event, row.line, row.move, row.symmetry) for row in rows]
        count += expect_equal(found, found_by_program(question), question)
    print(f"{count} places found by Spark are those of `ishi find`")
    names["spark"].stop()


def dying_once(games, marks):
    """Wraps the function of a task: the first that has returned a batch kills its worker, with all tasks that run there."""

    def dying(batches):
        import os
        import signal

        for batch in games(batches):
            yield batch
            try:
                os.close(os.open(os.path.join(marks, "killed"), os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            # The parent of this process is a process of Python, whose parent is the worker.
            with open(f"/proc/{os.getppid()}/stat") as stat:
                os.kill(int(stat.read().rsplit(")", 1)[1].split()[1]), signal.SIGKILL)

    return dying


def sql():
    table = table_of_program()
    count = candidates = 0
    for question in questions():
        names = {"FOLDER": str(GAMES), "TABLE": str(table), "SELECT": select(question)}
        for block in ("duckdb", "datafusion", "duckdb-stream"):
            run(block, names)
        expected = sorted(names["in_duckdb"])
        expect_equal(names["in_datafusion"], expected, "datafusion")
        # The rows of a stream are numbered in the order of the files, as those of the program are.
        expect_equal(names["in_memory"], expected, "duckdb-stream")
        games = {(file, event) for _, file, event, _ in expected}
        found = found_by_program(question)
        assert {(file, event) for file, event, *_ in found} <= games, question
        count, candidates = count + len(found), candidates + len(games)
    print(f"{candidates} candidates are the same in DuckDB and DataFusion, and all {count} games of `ishi find` are among them")


def ray():
    table = WORK / "ray"
    shutil.rmtree(table, ignore_errors=True)
    run("ray", {"__name__": "__main__", "FOLDER": str(GAMES), "TABLE": str(table)})
    expect_equal_tables(table)


def python():
    """Compares the time of `ishi.games` with that of the program, which writes the same rows as Parquet."""
    import ishi
    import pyarrow

    def seconds(work):
        began = time.monotonic()
        work()
        return time.monotonic() - began

    def stream():
        rows = sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(ishi.games(GAMES)))
        assert rows > 0

    def once():
        return seconds(table_of_program), seconds(stream)

    once()
    runs = [once() for _ in range(3)]
    own, package = (min(run[part] for run in runs) for part in (0, 1))
    print(f"ishi export {own:.2f} s, ishi.games {package:.2f} s: {own / package:.2f} times its speed (target: 0.8)")
    sys.exit(0 if own / package >= 0.8 else 1)


{"spark": spark, "sql": sql, "ray": ray, "python": python}[ENGINE]()
