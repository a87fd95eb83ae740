"""A formula in TeX -> a tree of its parts: signs, fractions, roots, what is set high or low.

pylatexenc finds groups and arguments; the grammar given to it is exactly what can be shown as text. Everything else
(a matrix, an unknown command, a comment, broken TeX) is refused as a whole, for a formula that is half understood is
misunderstood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from flashdeck.render.parts import Fraction, Grid, Group, Part, Root, Row, Scripted, Sign, UnshowableError
from flashdeck.render.symbols import ACCENTS, ALPHABETS, ROOTS, Kind, character, command, in_alphabet

_TEXTS = frozenset(["mathrm", "mbox", "operatorname", "text", "textnormal", "textrm"])
_FRACTIONS = frozenset(["cfrac", "dfrac", "frac", "tfrac"])
_SPACES = frozenset([",", ":", ";", " ", ">", "enspace", "thinspace"])
_GAPS = {"quad": "\u00a0\u00a0", "qquad": "\u00a0\u00a0\u00a0"}
_NOTHING = frozenset(["!", "displaystyle", "limits", "nolimits", "textstyle"])
_SIZED = re.compile(r"(left|middle|right)$|[bB]igg?([lmr]?)$")
_SIDES = {"left": Kind.OPEN, "l": Kind.OPEN, "right": Kind.CLOSE, "r": Kind.CLOSE}
_DOTS = frozenset("…⋯⋮⋱")
_LINES = frozenset(["align", "align*", "aligned", "equation", "equation*", "gather", "gather*", "gathered", "split"])
_ENVIRONMENT = re.compile(r"\s*\\begin\{([a-z]+\*?)\}(.*)\\end\{\1\}\s*", re.DOTALL)
_SPECIAL = re.compile(r"[\\^_{}&%~#$]")
_PIECE = re.compile(r"\d+(?:\.\d+)?|\s+|.", re.DOTALL)
# `x_\text{max}` is good TeX; the library's arguments are single commands or groups.
_BARE_TEXT = re.compile(rf"([_^])\s*(\\(?:{'|'.join(sorted(_TEXTS | set(ALPHABETS)))})\s*\{{[^{{}}\\]*\}})")


def parse(tex: str) -> Grid:
    """Return the lines and cells of the formula. Raises `UnshowableError`."""
    if found := _ENVIRONMENT.fullmatch(tex):
        if found[1] not in _LINES:
            raise UnshowableError
        tex = found[2]
    if not _SPECIAL.search(tex):
        reader = _Reader()
        reader.characters(tex)
        return ((reader.row(),),)
    lines: list[list[list[Any]]] = [[[]]]
    for node in _nodes(_BARE_TEXT.sub(r"\1{\2}", tex)):
        if getattr(node, "macroname", "") == "\\":
            lines.append([[]])
        elif getattr(node, "specials_chars", "") == "&":
            lines[-1].append([])
        else:
            lines[-1][-1].append(node)
    return tuple(tuple(_row(cell) for cell in cells) for cells in lines)


def _nodes(tex: str) -> list[Any]:
    from pylatexenc.latexwalker import LatexWalker, LatexWalkerError

    walker = LatexWalker(tex, latex_context=_grammar(), tolerant_parsing=False)
    try:
        nodes, _, _ = walker.get_latex_nodes(parsing_state=walker.make_parsing_state(in_math_mode=True))
    except LatexWalkerError as error:
        raise UnshowableError from error
    return list(nodes)


@cache
def _grammar() -> Any:
    """The commands that take arguments."""
    from pylatexenc.macrospec import LatexContextDb, MacroSpec, MacroStandardArgsParser, SpecialsSpec, std_macro

    grammar = LatexContextDb()
    grammar.add_context_category(
        "formulas",
        macros=[
            *(std_macro(name, "{") for name in (*(_TEXTS - {"operatorname"}), *ACCENTS, *ALPHABETS)),
            std_macro("operatorname", "*{"),
            *(std_macro(name, "{{") for name in _FRACTIONS),
            std_macro("sqrt", "[{"),
            std_macro("\\", "*["),
        ],
        specials=[SpecialsSpec(sign, MacroStandardArgsParser("{" if sign in "^_" else "")) for sign in "^_&~"],
    )
    grammar.set_unknown_macro_spec(MacroSpec(""))
    return grammar


def _row(nodes: Iterable[Any]) -> Row:
    reader = _Reader()
    for node in nodes:
        reader.node(node)
    return reader.row()


def _filled(argument: Any) -> Row:
    """Return an argument's row, which must not be empty."""
    if row := _row([argument]):
        return row
    raise UnshowableError


class _Reader:
    """The parts of one row, as they come."""

    def __init__(self) -> None:
        self._parts: list[Part] = []
        self._space = False
        self._delimiter: Kind | None = None

    def row(self) -> Row:
        """Return what was read."""
        if self._delimiter is not None:
            raise UnshowableError
        return tuple(_flat(self._parts))

    def node(self, node: Any) -> None:
        """Take one of the library's nodes."""
        match type(node).__name__:
            case "LatexCharsNode":
                self.characters(node.chars)
            case "LatexGroupNode" if node.delimiters[0] == "{":
                self._group(_row(node.nodelist))
            case "LatexSpecialsNode":
                self._special(node)
            case "LatexMacroNode":
                self._macro(node)
            case _:
                raise UnshowableError

    def characters(self, text: str) -> None:
        """Take what stands for itself."""
        for piece in _PIECE.findall(text):
            if piece.isspace():
                self._space = True
            elif self._delimiter is not None and piece == ".":
                self._delimiter = None
            elif piece[0].isdecimal():
                self._add(Sign(piece, Kind.NUMBER))
            else:
                self._add(Sign(*character(piece)))

    def _add(self, part: Part) -> None:
        if self._delimiter is not None:
            if not isinstance(part, Sign):
                raise UnshowableError
            part, self._delimiter = replace(part, kind=self._delimiter), None
        self._parts.append(replace(part, space=self._space or part.space))
        self._space = False

    def _group(self, inside: Row) -> None:
        if len(inside) == 1 and not isinstance(inside[0], Scripted):
            self._add(replace(inside[0], space=False))
        elif inside:
            self._add(Group(inside))

    def _special(self, node: Any) -> None:
        if node.specials_chars == "~":
            self._space = True
            return
        script = _filled(_arguments(node, 1)[0])
        base = self._parts.pop() if self._parts else None
        if not isinstance(base, Scripted):
            base = Scripted(base and replace(base, space=False), space=base is not None and base.space)
        lower, upper = (script, None) if node.specials_chars == "_" else (None, script)
        if (lower and base.lower) or (upper and base.upper):
            raise UnshowableError
        self._parts.append(replace(base, lower=lower or base.lower, upper=upper or base.upper))
        self._space = False

    def _macro(self, node: Any) -> None:
        name: str = node.macroname
        if name in _SPACES:
            self._space = True
        elif name in _GAPS:
            self._add(Sign(_GAPS[name], Kind.COMMA))
        elif name in _FRACTIONS:
            upper, lower = _arguments(node, 2)
            self._add(Fraction(_filled(upper), _filled(lower)))
        elif name == "sqrt":
            self._root(*_arguments(node, 2))
        elif name in _TEXTS:
            self._text(_plain(_arguments(node, 1)[-1]), Kind.FUNCTION if name == "operatorname" else Kind.WORD)
        elif name in ALPHABETS or name in ACCENTS:
            self._letter(name, _plain(_arguments(node, 1)[-1]))
        elif found := _SIZED.match(name):
            self._delimiter = _SIDES.get(found[1] or found[2], Kind.BAR)
        elif name not in _NOTHING:
            self._command(name, apart=bool(node.macro_post_space))

    def _root(self, degree: Any, inside: Any) -> None:
        sign = ROOTS.get(_plain(degree) if degree is not None else "")
        if sign is None:
            raise UnshowableError
        self._add(Root(sign, _filled(inside)))

    def _text(self, text: str, kind: Kind) -> None:
        word = " ".join(text.split())
        self._space |= text[:1].isspace()
        if word:
            self._add(Sign(word, Kind.LETTER if len(word) == 1 else kind))
        self._space |= text[-1:].isspace()

    def _letter(self, name: str, letters: str) -> None:
        if name in ACCENTS:
            shown = letters + ACCENTS[name] if len(letters) == 1 and letters.isalpha() else None
        else:
            shown = in_alphabet(ALPHABETS[name], letters)
        if not shown:
            raise UnshowableError
        self._add(Sign(shown, Kind.LETTER if name in ACCENTS or len(shown) == 1 else Kind.WORD))

    def _command(self, name: str, *, apart: bool) -> None:
        known = command(name)
        if known is None:
            raise UnshowableError
        sign, kind = known
        self._add(Sign(sign, kind))
        self._space = apart and (kind is not Kind.LETTER or sign in _DOTS)  # not in `\alpha x`


def _flat(parts: Iterable[Part]) -> Iterator[Part]:
    """Braces that bear no script are not seen."""
    for part in parts:
        if isinstance(part, Group):
            yield replace(part.inside[0], space=part.space)
            yield from part.inside[1:]
        else:
            yield part


def _arguments(node: Any, count: int) -> list[Any]:
    """Return the arguments; a command that stands itself as an argument has not been given any."""
    arguments = node.nodeargd.argnlist if node.nodeargd is not None else None
    if not arguments or len(arguments) < count or arguments[-1] is None:
        raise UnshowableError
    return list(arguments)


def _plain(node: Any) -> str:
    """Return an argument that is text."""
    match type(node).__name__:
        case "LatexGroupNode":
            return "".join(map(_plain, node.nodelist))
        case "LatexCharsNode":
            return str(node.chars)
        case "LatexSpecialsNode" if node.specials_chars == "~":
            return " "
        case "LatexMacroNode" if node.macroname in (" ", ",", *"%$&#_{}"):
            return " " if node.macroname == "," else str(node.macroname)
        case _:
            raise UnshowableError
