# Types of the package; `help(ishi)` has the documentation. The keys of dictionaries are those of `ishi schema game` and of the tables in
# docs/archives.md.
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final

__all__ = [
    "Diagnostic",
    "Error",
    "Games",
    "__version__",
    "check",
    "dupes",
    "find",
    "format",
    "games",
    "position",
    "read",
    "to_ishi",
    "to_sgf",
]

__version__: str

# A path, the content of a file, or the name and the content of one.
_Source: TypeAlias = str | PathLike[str] | bytes | bytearray | tuple[str, bytes]
_Case: TypeAlias = Literal["upper", "lower", "title", "preserve"]

class Error(ValueError):
    file: str | None
    line: int | None
    reason: str

@final
class Diagnostic:
    def __new__(
        cls,
        file: str,
        line: int,
        column: int,
        end_line: int,
        end_column: int,
        code: str,
        severity: str,
        message: str,
    ) -> Diagnostic: ...
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
    def __lt__(self, other: Diagnostic, /) -> bool: ...
    def __le__(self, other: Diagnostic, /) -> bool: ...
    def __gt__(self, other: Diagnostic, /) -> bool: ...
    def __ge__(self, other: Diagnostic, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __getnewargs__(self, /) -> tuple[str, int, int, int, int, str, str, str]: ...

@final
class Games:
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

def check(
    source: _Source, *, select: Sequence[str] | None = None, ignore: Sequence[str] | None = None
) -> list[Diagnostic]: ...
def format(
    source: _Source,
    *,
    keyword_case: _Case = "upper",
    location_case: _Case = "upper",
    indent: int = 2,
    line_ending: Literal["preserve", "crlf", "lf"] = "preserve",
    wrap: int = 0,
) -> bytes: ...
def to_sgf(source: _Source) -> bytes: ...
def to_ishi(source: _Source) -> bytes: ...
def read(source: _Source) -> list[dict[str, Any]]: ...
def games(sources: _Source | Iterable[_Source]) -> Games: ...
def find(
    pattern: str,
    sources: _Source | Iterable[_Source],
    *,
    anywhere: bool = False,
    symmetry: bool = True,
    color_swap: bool = True,
    moves: tuple[int, int] | None = None,
    to_play: Literal["B", "W"] | None = None,
    variations: bool = False,
    all: bool = False,
) -> Iterator[dict[str, Any]]: ...
def dupes(sources: _Source | Iterable[_Source]) -> list[dict[str, Any]]: ...
def position(
    source: _Source, *, event: int = 1, move: int | None = None, region: str | None = None
) -> str: ...
