"""Calls of the package that a type checker accepts and rejects: `# type: ignore` where it has to reject one."""

from pathlib import Path

import ishi


def calls(content: bytes, path: Path) -> None:
    lines: list[int] = [problem.line for problem in ishi.check(content, ignore=["missing-title"])]
    formatted: bytes = ishi.format(path, keyword_case="lower")
    sgf: bytes = ishi.to_sgf(("game.ishi", formatted))
    games: list[dict[str, object]] = ishi.read(sgf)
    found = [place["file"] for place in ishi.find(ishi.position(path, move=20), [path, content], to_play="B")]
    stream: object = ishi.games([path, ("a.sgf", content)]).__arrow_c_stream__()
    print(lines, games, found, stream)
    ishi.check(3)  # type: ignore[arg-type]
    ishi.format(path, keyword_case="big")  # type: ignore[arg-type]
    ishi.find("X", [path], then="Q4")  # type: ignore[call-arg]
