"""The words of a field as they come: which styles, links and deletions they stand in, and where their lines end."""

from __future__ import annotations

import re
from collections import Counter

from flashdeck.anki.adopting.prose.content import Atom, Break, Gap, Link, Run, Runs, Style
from flashdeck.anki.adopting.prose.inline import settled
from flashdeck.anki.adopting.prose.runs import is_blank
from flashdeck.anki.adopting.prose.tokens import Start

STYLES = {
    **dict.fromkeys(("b", "strong"), Style.STRONG),
    **dict.fromkeys(("i", "em", "u", "ins", "var", "cite", "dfn"), Style.EMPHASIS),
    **dict.fromkeys(("s", "strike", "del"), Style.STRUCK),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), Style.CODE),
}
RAISED = {"sup": "^", "sub": "_"}
INLINE = frozenset([*STYLES, *RAISED, "a", "span", "font", "small", "big", "mark", "abbr", "q", "label"])

UNDERLINED = "had underlined words, which are set as emphasis now"
COLOURED = "had colours, sizes or fonts of their own, which are gone"
LIFTED = "had raised or lowered text, which is written with such characters, or behind `^` and `_`"

_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
_ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)")
_UNDERLINE = re.compile(r"text-decoration[a-z-]*\s*:[^;]*underline")
_STRUCK = re.compile(r"text-decoration[a-z-]*\s*:[^;]*line-through")
_LOOKS = re.compile(r"color|font-size|font-family|background")
_UNSAFE = re.compile(r"(?:javascript|vbscript|data|file):|#|$", re.IGNORECASE)
_HIGH = str.maketrans("0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
_LOW = str.maketrans("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")


class Words:
    """The lines of the paragraph at hand, and what is on while words come; `told` is what got lost."""

    def __init__(self, told: set[str]) -> None:
        self._told = told
        self._on: Counter[Style | str] = Counter()
        self._spans: dict[str, list[tuple[Style, ...]]] = {}
        self._links: list[Link | None] = []
        self._gaps: list[tuple[Gap, int]] = []
        self._places = self._seen = 0
        self._styles: frozenset[Style | Link] = frozenset()
        self._line: list[Run] = []
        self._lines: list[list[Run]] = []

    # ------------------------------------------------------------------------------------------ styles

    def open(self, start: Start) -> None:
        """An inline element begins."""
        tag = start.tag
        if tag == "a":
            self._links.append(_link(start))
        else:
            on = [STYLES[tag]] if tag in STYLES else []
            on += self._styled(start)
            self._spans.setdefault(tag, []).append(tuple(on))
            self._on.update(on)
            if tag in RAISED:
                self._on[tag] += 1
        if tag == "u":
            self._told.add(UNDERLINED)
        self._restyle()

    def close(self, tag: str) -> None:
        """The inline element of this name that was opened last ends, whatever was opened since."""
        if tag == "a":
            del self._links[-1:]
        elif opened := self._spans.get(tag):
            self._on.subtract(opened.pop())
            if tag in RAISED:
                self._on[tag] -= 1
        self._restyle()

    def _styled(self, start: Start) -> list[Style]:
        css = start.attributes.get("style", "").lower()
        if (css and _LOOKS.search(css)) or start.attributes.keys() & {"color", "size", "face", "bgcolor"}:
            self._told.add(COLOURED)
        if not css:
            return []
        if _UNDERLINE.search(css):
            self._told.add(UNDERLINED)
        looks = (
            (_BOLD, Style.STRONG),
            (_ITALIC, Style.EMPHASIS),
            (_UNDERLINE, Style.EMPHASIS),
            (_STRUCK, Style.STRUCK),
        )
        return [style for look, style in looks if look.search(css)]

    def _restyle(self) -> None:
        link = self._links[-1:] if self._links and self._links[-1] else []
        self._styles = frozenset([*(style for style in Style if self._on[style] > 0), *(each for each in link if each)])

    # ------------------------------------------------------------------------------------------ deletions

    def open_gap(self, number: int, hint: str) -> None:
        """A deletion begins."""
        self._places += 1
        self._gaps.append((Gap(number, hint, self._places), self._seen))

    @property
    def hides_nothing(self) -> bool:
        """Whether a deletion is open in which nothing was shown yet."""
        return bool(self._gaps) and self._gaps[-1][1] == self._seen

    def close_gap(self) -> None:
        """The innermost deletion ends."""
        del self._gaps[-1:]

    # ------------------------------------------------------------------------------------------ lines

    def add(self, what: str | Atom) -> None:
        """Words, or what stands among them."""
        run = self.run(what)
        if isinstance(what, str):
            for tag, mark in RAISED.items():
                if self._on[tag] > 0 and what.strip():
                    run = Run(self._lifted(what, mark), run.styles, run.gaps)
        self._line.append(run)

    def run(self, what: str | Atom) -> Run:
        """What is given, in all that is on."""
        styles = self._styles if isinstance(what, str) else self._styles - {Style.CODE}
        run = Run(what, styles, tuple(gap for gap, _ in self._gaps))
        self._seen += not is_blank(run)
        return run

    @property
    def is_new(self) -> bool:
        """Whether the paragraph holds nothing yet."""
        return not self._lines and all(is_blank(run) for run in self._line)

    def end_line(self) -> bool:
        """End the line, unless nothing stands on it; tell whether anything does."""
        line, self._line = self._line, []
        if all(is_blank(run) for run in line):
            return False
        self._lines.append(line)
        return True

    def paragraph(self) -> Runs:
        """The lines so far, which end here."""
        self.end_line()
        lines, self._lines = self._lines, []
        return settled(run for line in lines for run in (Run(Break()), *line)) if lines else ()

    def _lifted(self, text: str, mark: str) -> str:
        self._told.add(LIFTED)
        lifted = text.translate(_HIGH if mark == "^" else _LOW)
        if not set(lifted) & set(text.strip()) - {" "}:
            return lifted
        words = text.strip()
        return f"{mark}{words}" if words.isalnum() else f"{mark}({words})"


def _link(start: Start) -> Link | None:
    address = start.attributes.get("href", "").strip().replace(" ", "%20")
    return None if _UNSAFE.match(address) else Link(address, " ".join(start.attributes.get("title", "").split()))
