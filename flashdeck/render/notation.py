r"""A formula in TeX -> text in Unicode, where the text says the same: `2\frac{n-1}{n}S` -> `2·(n−1)/n·S`.

What a page shows by place, text shows by signs. A fraction is written with a slash, so what is multiplied by it gets a
dot, and parentheses stand wherever the slash would reach further, or less far, than the line of the fraction. Scripts
are Unicode's where it has all of their characters, else `x_(…)` and `x^(…)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len

from flashdeck.render.parts import Fraction, Grid, Group, Part, Root, Row, Scripted, Sign, UnshowableError
from flashdeck.render.symbols import SUBSCRIPTS, SUPERSCRIPTS, Kind
from flashdeck.render.tex import parse

MAX_FORMULA = 1_000
"""Characters of TeX beyond which a formula stays as it was written."""

NO_BREAK = "\u00a0"
"""A space at which no line ends: a formula is broken after a sign of operation, as in print."""

_OPERATORS = frozenset([Kind.OPERATOR, Kind.RELATION, Kind.SLASH])
_MULTIPLIES = frozenset([Kind.LETTER, Kind.NUMBER, Kind.CLOSE, Kind.MARK])
_IS_MULTIPLIED = frozenset([Kind.LETTER, Kind.NUMBER, Kind.OPEN, Kind.FUNCTION, Kind.LARGE])
_NO_FACTOR = frozenset([*_OPERATORS, Kind.COMMA, Kind.FUNCTION, Kind.LARGE, Kind.BAR])
_BEARS_SCRIPTS = frozenset([*_MULTIPLIES, Kind.FUNCTION, Kind.LARGE, Kind.WORD, Kind.BAR])
_DIVIDING = frozenset(["/", "÷", "mod"])


@lru_cache(maxsize=512)
def formula_lines(tex: str) -> tuple[str, ...] | None:
    """Return the lines of the formula as text, one if it has no line ends; None if text would not say the same."""
    if len(tex) > MAX_FORMULA:
        return None
    try:
        return _aligned(parse(tex))
    except (UnshowableError, RecursionError):  # a thousand braces inside one another are no formula
        return None


def _aligned(grid: Grid) -> tuple[str, ...]:
    """Write the lines; columns stand to the right and to the left in turn, as TeX has them."""
    rows = [[_text(cell) for cell in cells] for cells in grid]
    while len(rows) > 1 and not any(rows[-1]):
        rows.pop()
    columns = max(map(len, rows))
    widths = [max((cell_len(row[at]) for row in rows if at < len(row)), default=0) for at in range(columns)]
    lines: list[str] = []
    for row in rows:
        line = ""
        for at, cell in enumerate(row):
            padding = NO_BREAK * (widths[at] - cell_len(cell))
            line += (NO_BREAK if at and any(widths[:at]) else "") + (cell + padding if at % 2 else padding + cell)
        lines.append(line.rstrip() if columns > 1 else row[0])
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part as text.

    `before` and `after` are the spaces of an operator (`after` is None for what is none), `bare` the sign of a script
    that no bracket closes. What `divides` is a fraction without parentheses, or a root: a factor after it needs a dot.
    """

    text: str
    kind: Kind
    part: Part
    before: str = ""
    after: str | None = None
    bare: str = ""
    divides: bool = False


def _text(row: Row, *, tight: bool = False) -> str:
    """Write a row; `tight` leaves out the spaces around signs, as scripts do."""
    written = ""
    last: _Piece | None = None
    for piece in _pieces(row, tight=tight):
        written += _gap(last, piece, tight=tight) + piece.text
        last = piece
    return written.strip()


def _pieces(row: Row, *, tight: bool) -> Iterator[_Piece]:
    last: Part | None = None
    divided = False
    for part, after in zip(row, (*row[1:], None), strict=False):
        kind = _kind(part)
        if isinstance(part, Fraction):
            yield _fraction(part, last, after, divided=divided)
        elif isinstance(part, Sign) and kind in _OPERATORS:
            yield _operator(part, last, after, tight=tight)
        elif isinstance(part, Scripted):
            yield _scripted(part)
        elif isinstance(part, Root):
            yield _Piece(_root(part), kind, part, divides=True)
        elif isinstance(part, Sign):
            yield _Piece(part.text, kind, part)
        if kind is Kind.SLASH:
            divided = True
        elif kind in (Kind.OPERATOR, Kind.RELATION, Kind.COMMA, Kind.OPEN):
            divided = False
        last = part


def _kind(part: Part | None) -> Kind:
    if isinstance(part, Scripted):
        return _kind(part.base)
    return part.kind if isinstance(part, Sign) else Kind.LETTER


# ---------------------------------------------------------------------------------------------- between two parts


def _gap(last: _Piece | None, piece: _Piece, *, tight: bool) -> str:
    """Return what stands between two neighbours: nothing, a space, or the dot of a product."""
    if last is None or last.kind is Kind.OPEN:
        return ""
    if piece.kind in (Kind.CLOSE, Kind.MARK, Kind.COMMA):
        if piece.kind is Kind.MARK and (last.bare or last.divides):
            raise UnshowableError  # `x^q!`, `√2!`
        return ""
    if last.after is not None:
        return last.after
    if piece.after is not None:
        return piece.before
    apart = piece.part.space and not tight
    return _product(last, piece) or (NO_BREAK if apart or _would_merge(last, piece) else "")


def _product(last: _Piece, piece: _Piece) -> str:
    """Return the dot that keeps a factor out of the fraction or root beside it."""
    if last.kind in _MULTIPLIES and piece.kind in _IS_MULTIPLIED:
        return "·" if last.divides or (piece.divides and isinstance(piece.part, Fraction)) else ""
    return ""


def _would_merge(last: _Piece, piece: _Piece) -> bool:
    """Tell whether two neighbours would read as one without a space, as a word and a letter would."""
    if Kind.WORD in (last.kind, piece.kind):
        touching = last.text[-1:].isalnum() and piece.text[:1].isalnum()
        return touching or last.divides or piece.divides
    if last.bare and (piece.text[:1].isalnum() or (last.bare == "^" and piece.kind in (Kind.OPEN, Kind.BAR))):
        return True
    applied = last.kind is Kind.FUNCTION and piece.kind is Kind.OPEN
    return not applied and any(kind in (Kind.FUNCTION, Kind.LARGE) for kind in (last.kind, piece.kind))


def _operator(sign: Sign, last: Part | None, after: Part | None, *, tight: bool) -> _Piece:
    """Write an operator: one that was written with a space on one side gets both; a sign of a number gets none."""
    begins = last is None or _kind(last) in (*_OPERATORS, Kind.OPEN, Kind.COMMA)
    if begins and sign.text in "+−±∓":
        before = NO_BREAK if sign.space and last is not None and not tight else ""
        return _Piece(sign.text, sign.kind, sign, before, "")
    apart = sign.kind is Kind.RELATION or sign.space or (after is not None and after.space)
    if sign.text.isalpha() or (apart and not tight):
        return _Piece(sign.text, sign.kind, sign, NO_BREAK, " ")
    return _Piece(sign.text, sign.kind, sign, "", "")


# ---------------------------------------------------------------------------------------------- fractions and roots


def _fraction(part: Fraction, last: Part | None, after: Part | None, *, divided: bool) -> _Piece:
    """Write a fraction, in parentheses where its neighbours would reach into it."""
    upper, lower = _text(part.upper), _text(part.lower)
    written = f"{upper if _is_product(part.upper, upper) else f'({upper})'}/{_divisor(part.lower, lower)}"
    if last is not None and _kind(last) is Kind.NUMBER and upper.isdigit() and lower.isdigit():
        raise UnshowableError  # two and a half, or two halves?
    derivative = _first(part.upper) == _first(part.lower) in ("d", "∂")
    multiplied = (last is not None and _kind(last) in _MULTIPLIES) or (
        after is not None and _kind(after) in _IS_MULTIPLIED
    )
    if (
        (isinstance(last, Sign) and last.text in _DIVIDING)
        or (last is not None and _kind(last) in (Kind.FUNCTION, Kind.BAR, Kind.WORD))
        or (after is not None and _kind(after) in (Kind.SLASH, Kind.MARK, Kind.BAR))
        or (after is not None and _kind(after) is Kind.WORD and not lower.isdigit())
        or ((divided or derivative) and multiplied)
    ):
        return _Piece(f"({written})", Kind.LETTER, part)
    return _Piece(written, Kind.LETTER, part, divides=True)


def _is_product(row: Row, text: str) -> bool:
    """Tell whether a numerator needs no parentheses: factors side by side, whatever stands in their brackets."""
    depth = 0
    for index, part in enumerate(row):
        kind = _kind(part)
        depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
        if depth <= 0 and (kind in _NO_FACTOR or isinstance(part, Fraction) or (part.space and index)):
            return False
        if kind is Kind.WORD and not text.isalnum():
            return False
    return depth == 0


def _divisor(row: Row, text: str) -> str:
    """Write a denominator: a single factor needs no parentheses, and what begins with ∂ is one."""
    only = row[0]
    if len(row) == 1 and not isinstance(only, Fraction):
        bare = _kind(only) in (Kind.LETTER, Kind.NUMBER) or (_kind(only) is Kind.WORD and text.isalnum())
    else:
        bare = _is_enclosed(row) or (_first(row) == "∂" and text.isalnum())
    return text if bare else f"({text})"


def _is_enclosed(row: Row) -> bool:
    """Tell whether the row's first bracket is closed by its last."""
    depth = 0
    for index, part in enumerate(row):
        depth += (_kind(part) is Kind.OPEN) - (_kind(part) is Kind.CLOSE)
        if depth == 0:
            return index == len(row) - 1 and isinstance(part, Sign) and index > 0
    return False


def _first(row: Row) -> str:
    first = row[0].base if isinstance(row[0], Scripted) else row[0]
    return first.text if isinstance(first, Sign) else ""


def _root(part: Root) -> str:
    inside = _text(part.inside)
    only = part.inside[0]
    single = len(part.inside) == 1 and isinstance(only, Sign) and only.kind in (Kind.LETTER, Kind.NUMBER)
    return part.sign + (inside if single else f"({inside})")


# ---------------------------------------------------------------------------------------------- scripts


def _scripted(part: Scripted) -> _Piece:
    """Write a base with its scripts; where one has to be written out and the other not, that comes last."""
    kind = _kind(part.base)
    if kind not in _BEARS_SCRIPTS:
        raise UnshowableError
    lower, upper = _script(part.lower, "_", SUBSCRIPTS), _script(part.upper, "^", SUPERSCRIPTS)
    bare = ""
    if lower.startswith("_") and upper.startswith("^"):
        scripts = _closed(lower) + _closed(upper)
    elif lower.startswith("_"):
        scripts, bare = upper + lower, "_"
    else:
        scripts, bare = lower + upper, "^" if upper.startswith("^") else ""
    return _Piece(_base(part.base) + scripts, kind, part, bare="" if scripts.endswith(")") else bare)


def _base(base: Part | None) -> str:
    match base:
        case None:
            return ""
        case Sign() if base.kind is not Kind.WORD or base.text.isalnum():
            return base.text
        case Group():
            return f"({_text(base.inside)})"
        case _:
            return f"({_text((base,))})"


def _script(row: Row | None, sign: str, characters: Mapping[str, str]) -> str:
    if row is None:
        return ""
    text = _text(row, tight=True)
    only = row[0] if len(row) == 1 else None
    if text == "∘" and sign == "^":
        return "°"
    if sign == "^" and not text.strip("′"):
        return text
    word = isinstance(only, Sign) and only.kind is Kind.WORD
    if not word and all(character in characters for character in text):
        return "".join(characters[character] for character in text)
    return f"{sign}{text}" if isinstance(only, Sign) and (text.isalnum() or len(text) == 1) else f"{sign}({text})"


def _closed(script: str) -> str:
    return script if script.endswith(")") else f"{script[0]}({script[1:]})"
