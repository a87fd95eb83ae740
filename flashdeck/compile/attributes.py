"""The options at the end of a heading: `{#id .class key=value key="two words"}`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from flashdeck.answers import is_tolerance
from flashdeck.compile.identity import slug
from flashdeck.compile.source import Passage, Place, Problems
from flashdeck.compile.unclosed import outside
from flashdeck.compile.values import is_id, listed, merged_tags, nearest, tag
from flashdeck.syntax import regions

CLASSES = ("basic", "reversed", "typed", "table", "drill", "suspended")
KEYS = ("tags", "source", "as-of", "hint", "ask", "tolerance", "case")

_VALUE = r"""(?:"[^"\n]*+"|'[^'\n]*+'|[^\s"'{}=]++)"""
_ITEM = rf"""(?:\#[^\s{{}}\#="']++|\.[A-Za-z][\w-]*+|[A-Za-z][\w-]*+={_VALUE})"""
_LIST = re.compile(rf"\{{[ \t]*+{_ITEM}(?:[ \t]++{_ITEM})*+[ \t]*+\}}")
_ITEMS = re.compile(rf"\#(?P<id>[^\s{{}}]++)|\.(?P<name>[A-Za-z][\w-]*+)|(?P<key>[A-Za-z][\w-]*+)=(?P<value>{_VALUE})")
_LIST_BACKWARDS = re.compile(r"""\}[^{}"']*+(?:"[^"]*+"[^{}"']*+|'[^']*+'[^{}"']*+)*+\{""")
_ALMOST = re.compile(rf"\{{:?[ \t]*(?:[#.][A-Za-z]|(?:{'|'.join(KEYS)})[ \t]*=|(?:{'|'.join(CLASSES)})[ \t]*\}})")
_ELSEWHERE = re.compile(
    rf"(?<=[ \t])\{{[ \t]*+(?:\#[a-z0-9-]++|\.(?:{'|'.join(CLASSES)}))(?:[ \t]++{_ITEM})*+[ \t]*+\}}"
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a heading says of its card; `places` tells where each `#id`, class and key stands."""

    id: str | None = None
    classes: frozenset[str] = frozenset()
    values: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of this card alone."""
        words = self.values.get("tags")
        return merged_tags(tag(word) for word in re.split(r"[\s,]+", words)) if words else ()


_NONE = Options()


def read(heading: Passage, problems: Problems) -> tuple[Passage, Options]:
    """The heading without the options at its end, and the options."""
    text = heading.text
    if not text.endswith("}"):
        _warn_of_options_elsewhere(heading, problems)
        return heading, _NONE
    braces = _LIST_BACKWARDS.match(text[::-1])  # read from the end, where quotes cannot be mistaken for apostrophes
    start = len(text) - braces.end() if braces else text.rfind("{")
    before = text[start - 1 : start]
    if start >= 0 and before in ("", " ", "\t") and _LIST.fullmatch(text, start):
        return heading.part(0, start).stripped(), _options(heading, start, problems)
    if start >= 0 and before != "\\" and (almost := _ALMOST.match(text, start)):
        fix = (
            'Options are `#id`, `.class` and `key=value`, parted by spaces, e.g. `{#ring .reversed hint="two words"}`.'
        )
        if before not in ("", " ", "\t"):
            fix = "Put a space before `{` if they are meant as options."
        elif almost[0].endswith("}"):
            fix = f"Write `{{.{almost[0].strip('{: }')}}}` if they are meant as options."
        _warn_of_text(heading.place(start, len(text)), problems, fix)
    return heading, _NONE


def _warn_of_options_elsewhere(heading: Passage, problems: Problems) -> None:
    """Options stand at the end: with words behind them they are lost in silence."""
    if "{" in heading.text:
        for braces in outside(regions(heading.text), _ELSEWHERE.finditer(heading.text)):
            fix = f"Move `{braces[0]}` to the end of the heading if they are meant as options."
            _warn_of_text(heading.place(*braces.span()), problems, fix)


def _warn_of_text(place: Place, problems: Problems, fix: str) -> None:
    problems.warning("options-as-text", "These braces look like options, and are shown as text", place, fix)


def _options(heading: Passage, start: int, problems: Problems) -> Options:
    lasting_name: str | None = None
    classes: set[str] = set()
    values: dict[str, str] = {}
    places: dict[str, Place] = {}
    for item in _ITEMS.finditer(heading.text, start + 1):
        place = heading.place(*item.span())
        option = "#id" if item["id"] else item["name"] or item["key"]
        if option in places:
            problems.error("duplicate-option", f"This card has two options `{option}`", place, "Keep one of them.")
            continue
        places[option] = place
        if item["id"]:
            lasting_name = _id(item["id"], place, problems)
        elif item["name"]:
            if option not in CLASSES:
                _unknown(option, "class", place, problems)
            classes.add(option)
        else:
            if option not in KEYS:
                _unknown(option, "key", place._replace(length=len(option)), problems)
            values[option] = _value(option, item["value"], place, problems)
    return Options(lasting_name, frozenset(classes), values, places)


def _id(text: str, place: Place, problems: Problems) -> str:
    if not is_id(text):
        message = f"`#{text}` is no id: it may hold a to z, 0 to 9 and `-`, and `-` not first"
        problems.error("bad-id", message, place, f"Write `#{slug(text)}`.")
    return text


def _unknown(name: str, sort: str, place: Place, problems: Problems) -> None:
    mark, known = (".", CLASSES) if sort == "class" else ("", KEYS)
    near = nearest(name, known)
    message = f"A card has no {sort} `{mark}{name}`"
    fix = f"Did you mean `{mark}{near}`?" if near else f"Known are {listed(mark + each for each in known)}."
    problems.error("unknown-option", message, place, fix)


def _value(key: str, written: str, place: Place, problems: Problems) -> str:
    text = " ".join((written[1:-1] if written[0] in "\"'" else written).split())
    if key == "as-of":
        problems.check_as_of(text, place)
    if key == "tolerance" and not is_tolerance(text):
        problems.error("bad-tolerance", f"`{text}` is no tolerance", place, 'Write `tolerance=2%` or `"0.1 TB/s"`.')
    if key == "case" and text != "exact":
        problems.error("bad-case", f"`case` is `exact`, not `{text}`", place, "Write `case=exact`, or leave it out.")
    return text
