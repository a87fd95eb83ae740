"""The options at the end of a heading: `{#id .class key=value key="two words"}`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from flashdeck.compile.identity import slug
from flashdeck.compile.source import Passage, Problems
from flashdeck.compile.values import AS_OF_HELP, NOT_YET, is_as_of, is_id, listed, merged_tags, nearest, tag

CLASSES = ("basic", "reversed", "table", "suspended")
KEYS = ("tags", "source", "as-of", "hint", "ask")

_VALUE = r"""(?:"[^"\n]*+"|'[^'\n]*+'|[^\s"'{}=]++)"""
_ITEM = rf"(?:\#[^\s{{}}\#=\"']++|\.[A-Za-z][\w-]*+|[A-Za-z][\w-]*+={_VALUE})"
_LIST = re.compile(rf"\{{[ \t]*+{_ITEM}(?:[ \t]++{_ITEM})*+[ \t]*+\}}")
_ITEMS = re.compile(rf"\#(?P<id>[^\s{{}}]++)|\.(?P<name>[A-Za-z][\w-]*+)|(?P<key>[A-Za-z][\w-]*+)=(?P<value>{_VALUE})")
_BACKWARDS = re.compile(r"""\}[^{}"']*+(?:"[^"]*+"[^{}"']*+|'[^']*+'[^{}"']*+)*+\{""")
_ALMOST = re.compile(r"\{:?[ \t]*[#.][A-Za-z]")


@dataclass(frozen=True, slots=True)
class Options:
    """What a heading says of its card; `places` has the offset and length in the source of each id, class and key."""

    id: str | None = None
    classes: frozenset[str] = frozenset()
    values: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of this card alone."""
        return merged_tags(tag(word) for word in re.split(r"[\s,]+", self.values.get("tags", "")))


NO_OPTIONS = Options()


def read(heading: Passage, problems: Problems) -> tuple[Passage, Options]:
    """The heading without the options at its end, and the options."""
    text = heading.text
    if not text.endswith("}"):
        return heading, NO_OPTIONS
    braces = _BACKWARDS.match(text[::-1])
    start = len(text) - braces.end() if braces else text.rfind("{")
    if start < 0:
        return heading, NO_OPTIONS
    glued = start > 0 and text[start - 1] not in " \t"
    if glued or not _LIST.fullmatch(text, start):
        if _ALMOST.match(text, start):
            _warn_of_text(heading, start, problems, glued=glued)
        return heading, NO_OPTIONS
    return heading.part(0, start).stripped(), _options(heading, start, problems)


def _warn_of_text(heading: Passage, start: int, problems: Problems, *, glued: bool) -> None:
    length = len(heading.text) - start
    problems.warning(
        "options-as-text",
        "These braces look like options, and are shown as text",
        heading.offset(start),
        length,
        help="Put a space before `{`."
        if glued
        else 'Options are `#id`, `.class`, `key=value` and `key="two words"` with spaces between, e.g. `{#ring .reversed}`.',
    )


def _options(heading: Passage, start: int, problems: Problems) -> Options:
    options, classes = Options(), set()
    lasting_name: str | None = None
    for item in _ITEMS.finditer(heading.text, start + 1):
        name, offset, length = item.group().split("=", 1)[0], heading.offset(item.start()), len(item.group())
        kind = "#id" if item["id"] else name
        if kind in options.places:
            problems.error(
                "duplicate-option", f"This card has two options `{kind}`", offset, length, help="Keep one of them."
            )
            continue
        options.places[kind] = offset, length
        if item["id"]:
            lasting_name = _id(item["id"], offset, problems)
        elif item["name"]:
            if _is_known(item["name"], CLASSES, "class", offset, length, problems):
                classes.add(item["name"])
        elif _is_known(item["key"], KEYS, "key", offset, len(item["key"]), problems):
            options.values[item["key"]] = _value(item["key"], item["value"], offset, length, problems)
    return Options(lasting_name, frozenset(classes), options.values, options.places)


def _id(text: str, offset: int, problems: Problems) -> str:
    if not is_id(text):
        problems.error(
            "bad-id",
            f"`#{text}` cannot name a card: an id is made of a to z, 0 to 9 and `-`, and does not begin with `-`",
            offset,
            len(text) + 1,
            help=f"Write `#{slug(text)}`.",
        )
    return text


def _is_known(
    name: str, known: tuple[str, ...], sort: str, offset: int, length: int, problems: Problems
) -> bool:
    if name in known:
        return True
    mark = "." if sort == "class" else ""
    near = nearest(name, known)
    if name in NOT_YET:
        message = f"This version does not know `{mark}{name}`: it has no {NOT_YET[name]} yet"
        help = f"Take `{mark}{name}` out."
    else:
        message = f"A card has no {sort} `{mark}{name}`"
        help = (
            f"Did you mean `{mark}{near}`?"
            if near
            else f"Known are {listed(mark + each for each in known)}; braces in a code span are text."
        )
    problems.error("unknown-option", message, offset, length, help=help)
    return False


def _value(key: str, written: str, offset: int, length: int, problems: Problems) -> str:
    text = written[1:-1] if written[0] in "\"'" else written
    text = " ".join(text.split())
    if key == "as-of" and not is_as_of(text):
        problems.error("bad-as-of", f"`{text}` is no date", offset, length, help=AS_OF_HELP)
    return text
