"""A card file's text and the places in it: every position of a diagnostic is taken here, once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from flashdeck.compile.freshness import Freshness
from flashdeck.compile.values import AS_OF_FIX, is_as_of
from flashdeck.model import Diagnostic, Severity, Span

_BOM = b"\xef\xbb\xbf"


class Place(NamedTuple):
    """A stretch of a source, before it is turned into line and column."""

    offset: int
    length: int = 1


@dataclass(frozen=True)
class Source:
    r"""The text of a card file, its byte order mark dropped and its line ends made `\n`.

    Neither changes a line or a column, so an offset into `text` names the same place as in the file.
    """

    file: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, at = [0], self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        return self._lines[number - 1]

    def span(self, place: Place) -> Span:
        """Line and column of a place, which is cut at the end of its line."""
        offset, length = place
        number = bisect_right(self._line_starts, offset)
        start = self._line_starts[number - 1]
        end = self._line_starts[number] - 1 if number < len(self._line_starts) else len(self.text)
        return Span(self.file, number, offset - start + 1, max(1, min(length, end - offset)))


@dataclass
class Problems:
    """What is wrong with one file, collected while it is read; without `freshness` no fact is too old."""

    source: Source
    freshness: Freshness | None = None
    found: list[Diagnostic] = field(default_factory=list)
    errors: int = 0

    def error(self, code: str, message: str, place: Place, fix: str, label: str = "") -> None:
        """Adds a problem that makes its card unusable."""
        self.errors += 1
        self._add(Severity.ERROR, code, message, place, fix=fix, label=label)

    def warning(self, code: str, message: str, place: Place, fix: str, label: str = "") -> None:
        """Adds something that its writer will hardly have meant."""
        self._add(Severity.WARNING, code, message, place, fix=fix, label=label)

    def check_as_of(self, text: str, place: Place) -> bool:
        """Whether `text` is a date, which is an error otherwise; one that is too long ago is a warning."""
        if not is_as_of(text):
            self.error("bad-as-of", f"`{text}` is no date", place, AS_OF_FIX)
            return False
        if self.freshness and self.freshness.is_stale(text):
            message = f"This was last checked {text}, more than {self.freshness.months} months ago"
            fix = f"Check it against its source, then write `{self.freshness.today.isoformat()}` for `{text}`."
            self.warning("stale-as-of", message, place, fix, "too long ago")
        return True

    def _add(self, severity: Severity, code: str, message: str, place: Place, **words: str) -> None:
        span = self.source.span(place)
        text = self.source.line(span.line)
        self.found.append(Diagnostic(code, severity, message, span, words["fix"], words["label"], text))


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a source with its comments cut out, which still knows where each of its characters stood.

    Piece `i` begins at `starts[i]` of `text` and was read at `origins[i]` of the source.
    """

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]

    @classmethod
    def read(cls, source: str, start: int, end: int, cuts: Sequence[tuple[int, int]] = ()) -> Passage:
        """The text of `source` from `start` to `end` without the `cuts`, which are sorted pairs of offsets."""
        if not cuts:
            return cls(source[start:end], (0,), (start,))
        pieces, starts, origins, length = [], [], [], 0
        for cut_start, cut_end in [*cuts, (end, end)]:
            if start < cut_start or not cut_end < end:
                pieces.append(source[start:cut_start])
                starts.append(length)
                origins.append(start)
                length += cut_start - start
            start = cut_end
        return cls("".join(pieces), tuple(starts), tuple(origins))

    def offset(self, at: int) -> int:
        """Where in the source the character at `at` stood."""
        piece = bisect_right(self.starts, at) - 1
        return self.origins[piece] + at - self.starts[piece]

    def place(self, start: int, end: int) -> Place:
        """Where in the source the characters from `start` to `end` stood."""
        return Place(self.offset(start), max(1, end - start))

    def part(self, start: int, end: int) -> Passage:
        """The passage from `start` to `end`, offsets into this one."""
        text = self.text[start:end]
        if len(self.starts) == 1:
            return Passage(text, (0,), (self.origins[0] + start,))
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, max(start, end - 1))
        starts = tuple(max(0, at - start) for at in self.starts[first:last])
        return Passage(text, starts, (self.offset(start), *self.origins[first + 1 : last]))

    def stripped(self) -> Passage:
        """The passage without blank lines around it and without white space behind it."""
        text = self.text
        end = len(text.rstrip(" \t\n"))
        first = len(text) - len(text.lstrip(" \t\n"))
        start = text.rfind("\n", 0, first) + 1
        return self if start == 0 and end == len(text) else self.part(min(start, end), end)


def read(file: str, raw: bytes) -> tuple[Source, Diagnostic | None]:
    """The source in `raw`, or an empty one and the error that says where it stops being UTF-8."""
    try:
        text = raw.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        return Source(file, ""), _undecodable(file, raw, error)
    return Source(file, text.replace("\r\n", "\n") if "\r" in text else text), None


def _undecodable(file: str, raw: bytes, error: UnicodeDecodeError) -> Diagnostic:
    offset = error.start + len(raw) - len(raw.removeprefix(_BOM))
    line_start = raw.rfind(b"\n", 0, offset) + 1
    line, newline, _ = raw[line_start:].partition(b"\n")
    line = line.removesuffix(b"\r") if newline else line
    before = raw[line_start:offset].decode(errors="replace")
    text = line.decode(errors="replace")
    if line_start == 0:
        before, text = before.removeprefix("\ufeff"), text.removeprefix("\ufeff")
    encoding = "UTF-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "LATIN1"
    return Diagnostic(
        "not-utf8",
        Severity.ERROR,
        f"The file is not UTF-8: byte 0x{raw[offset]:02x} at offset {offset} begins no character",
        Span(file, raw.count(b"\n", 0, offset) + 1, min(len(before), len(text)) + 1),
        help=f"Save the file as UTF-8, e.g. with `iconv -f {encoding} -t UTF-8`.",
        label="not UTF-8",
        text=text,
    )


def quoted(problems: Iterable[Diagnostic], texts: Mapping[str, bytes]) -> list[Diagnostic]:
    """The problems, each with its line: for those that were found without their files, whose bytes `texts` holds."""
    sources: dict[str, Source] = {}
    found = []
    for problem in problems:
        file, line = problem.span.file, problem.span.line
        if file not in sources:
            sources[file], _ = read(file, texts[file])
        found.append(replace(problem, text=sources[file].line(line)))
    return found
