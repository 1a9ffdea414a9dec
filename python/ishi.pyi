# Types of the package; `help(ishi)` has the documentation. The keys of dictionaries are those of `ishi schema game` and of the tables in
# docs/archives.md.
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final

__version__: str

# A path, the content of a file, or the name and the content of one.
Source: TypeAlias = str | PathLike[str] | bytes | bytearray | tuple[str, bytes]
Case: TypeAlias = Literal["upper", "lower", "title", "preserve"]

class Error(ValueError):
    file: str | None
    line: int | None
    reason: str

@final
class Diagnostic:
    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def end_line(self) -> int: ...
    @property
    def end_column(self) -> int: ...
    @property
    def code(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def message(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Games:
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

def check(
    source: Source, *, select: Sequence[str] | None = None, ignore: Sequence[str] | None = None
) -> list[Diagnostic]: ...
def format(
    source: Source,
    *,
    keyword_case: Case = "upper",
    location_case: Case = "upper",
    indent: int = 2,
    line_ending: Literal["preserve", "crlf", "lf"] = "preserve",
    wrap: int = 0,
) -> bytes: ...
def to_sgf(source: Source) -> bytes: ...
def to_ishi(source: Source) -> bytes: ...
def read(source: Source) -> list[dict[str, Any]]: ...
def games(sources: Source | Iterable[Source]) -> Games: ...
def find(
    pattern: str,
    sources: Source | Iterable[Source],
    *,
    anywhere: bool = False,
    symmetry: bool = True,
    color_swap: bool = True,
    moves: tuple[int, int] | None = None,
    to_play: Literal["B", "W"] | None = None,
    variations: bool = False,
    all: bool = False,
) -> Iterator[dict[str, Any]]: ...
def dupes(sources: Source | Iterable[Source]) -> list[dict[str, Any]]: ...
def position(
    source: Source, *, event: int = 1, move: int | None = None, region: str | None = None
) -> str: ...
