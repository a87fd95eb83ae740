"""The signs of formulas: what they look like in Unicode, and how they stand among others."""

from __future__ import annotations

from enum import Enum, auto
from functools import cache
from typing import Any
from unicodedata import category, lookup, name


class Kind(Enum):
    """How a sign stands among its neighbours."""

    LETTER = auto()
    NUMBER = auto()
    WORD = auto()
    FUNCTION = auto()
    """A name that is set off from what it is applied to: `log`."""
    LARGE = auto()
    """A sign that reaches over what follows: `∑`."""
    OPERATOR = auto()
    """Spaced as it was written: `+`, `=`."""
    RELATION = auto()
    """Always spaced: `≤`, and `×` too."""
    SLASH = auto()
    OPEN = auto()
    CLOSE = auto()
    BAR = auto()
    """Opens or closes, nobody knows which."""
    COMMA = auto()
    MARK = auto()
    """Belongs to what stands before: `!`, `′`."""


SUBSCRIPTS = dict(zip("0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
SUPERSCRIPTS = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ",
        strict=True,
    )
)
ROOTS = {"": "√", "2": "√", "3": "∛", "4": "∜"}
ACCENTS = {
    "acute": "\u0301", "bar": "\u0304", "check": "\u030c", "ddot": "\u0308", "dot": "\u0307", "grave": "\u0300",
    "hat": "\u0302", "tilde": "\u0303", "vec": "\u20d7",
}  # fmt: skip
ALPHABETS = {"mathbb": "DOUBLE-STRUCK", "mathbf": "BOLD", "mathcal": "SCRIPT", "mathscr": "SCRIPT"}
FUNCTIONS = frozenset([
    "Pr", "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd",
    "hom", "inf", "ker", "lg", "lim", "ln", "log", "max", "min", "sec", "sin", "sinh", "sup", "tan", "tanh",
])  # fmt: skip

_KINDS = {
    **dict.fromkeys("+-−=<>:*±∓", Kind.OPERATOR),
    **dict.fromkeys("∑∏∐∫∬∭∮⋀⋁⋂⋃", Kind.LARGE),
    **dict.fromkeys("·∙≀†‡", Kind.RELATION),
    **dict.fromkeys("∂∇∞∀∃∄∅∁¬∠∡∢⊤√⋯⋰⋱⋮", Kind.LETTER),  # Unicode counts them among the operators
    **dict.fromkeys("!'′″", Kind.MARK),
    **dict.fromkeys(",;", Kind.COMMA),
    **dict.fromkeys("|‖", Kind.BAR),
    **dict.fromkeys("$€£¥", Kind.OPEN),  # a currency's sign belongs to what comes after
    "/": Kind.SLASH,
}
_OF_CATEGORY = {"Nd": Kind.NUMBER, "Ps": Kind.OPEN, "Pe": Kind.CLOSE, "Sm": Kind.RELATION}
_SHOWN = {"-": "−", "'": "′"}

# What the library's table lacks, or has otherwise than MathJax.
_COMMANDS = {
    "%": "%", "bmod": "mod", "colon": ":", "gets": "←", "gt": ">", "hbar": "ħ", "iff": "⟺", "implies": "⟹", "land": "∧",
    "lbrack": "[", "lor": "∨", "lt": "<", "mod": "mod", "ne": "≠", "prime": "′", "rbrack": "]",
}  # fmt: skip
_DELIMITERS = {
    "lvert": ("|", Kind.OPEN), "rvert": ("|", Kind.CLOSE), "lVert": ("‖", Kind.OPEN), "rVert": ("‖", Kind.CLOSE),
    "|": ("‖", Kind.BAR), "colon": (":", Kind.COMMA), "mid": ("|", Kind.RELATION),
}  # fmt: skip


def character(written: str) -> tuple[str, Kind]:
    """Return what a character of a formula is shown as, and how it stands."""
    shown = _SHOWN.get(written, written)
    return shown, _KINDS.get(shown) or _OF_CATEGORY.get(category(shown), Kind.LETTER)


@cache
def command(macro: str) -> tuple[str, Kind] | None:
    r"""Return the sign that TeX's `\macro` stands for and how it stands, or None if it stands for none."""
    if macro in FUNCTIONS:
        return macro, Kind.FUNCTION
    if macro in _DELIMITERS:
        return _DELIMITERS[macro]
    sign = _COMMANDS.get(macro) or _from_library(macro)
    if sign == "mod":
        return sign, Kind.RELATION
    if sign is None or not _is_sign(sign):
        return None
    kind = _KINDS.get(sign) or (Kind.RELATION if "ARROW" in name(sign, "") else character(sign)[1])
    return sign, Kind.RELATION if sign in "<>±∓" else kind


def _from_library(macro: str) -> str | None:
    known = _library().get_macro_spec(macro)
    return known.simplify_repl if known and isinstance(known.simplify_repl, str) else None


@cache
def _library() -> Any:
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()


def _is_sign(text: str) -> bool:
    r"""Letters of words (`\o` is ø there) are no signs of a formula, nor is what combines or is not seen."""
    return (
        len(text) == 1
        and text.isprintable()
        and category(text)[0] != "M"
        and (text == "ħ" or not name(text, "").startswith(("LATIN", "CYRILLIC")))
    )


def in_alphabet(alphabet: str, letters: str) -> str | None:
    """Return ASCII letters and digits in one of Unicode's alphabets (`DOUBLE-STRUCK`), or None where one is missing."""
    return "".join(found) if all(found := [_in_alphabet(alphabet, letter) for letter in letters]) else None


def _in_alphabet(alphabet: str, letter: str) -> str:
    if not (letter.isascii() and letter.isalnum()):
        return ""
    rest = name(letter).removeprefix("LATIN ").replace(" LETTER", "")
    for full in (f"MATHEMATICAL {alphabet} {rest}", f"{alphabet} {rest}"):
        try:
            return lookup(full)
        except KeyError:
            continue
    return ""
