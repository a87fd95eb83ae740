"""The style sheet that goes to Anki."""

from __future__ import annotations

import re
from importlib.resources import files

SHEET = files("flashdeck.render").joinpath("card.css").read_text(encoding="utf-8")


def rule(selector: str) -> str:
    """The declarations of the rules whose list of selectors holds this one."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", SHEET, flags=re.DOTALL))
    return "".join(body for selectors, body in rules if selector in [each.strip() for each in selectors.split(",")])


def test_day_and_night_name_the_same_colours() -> None:
    """Every colour has its two values, and none is used that has none."""
    named = [set(re.findall(r"(--[a-z]+):", rule(selector))) for selector in (".card", ".nightMode .card")]
    assert named[0] == named[1] == set(re.findall(r"var\((--[a-z]+)\)", SHEET))


def test_night_is_known_by_every_name_that_anki_gives_it() -> None:
    """Desktop and iOS say `nightMode`, Android has said `night_mode`; on the card itself or around it."""
    night = rule(".nightMode .card")
    assert all(rule(name) == night for name in (".card.nightMode", ".card.night_mode", ".night_mode .card"))


def test_wide_tables_code_and_formulas_scroll_by_themselves() -> None:
    """On a phone the card keeps its width and its parts move."""
    for selector in ("table", "pre", 'mjx-container[display="true"]'):
        assert "auto" in re.findall(r"overflow(?:-x)?:\s*([^;]+)", rule(selector))[0]


def test_a_working_wraps() -> None:
    """Its lines are read from end to end, and are no code that would have to keep its columns."""
    assert "pre-wrap" in rule("code.language-working")


def test_nothing_in_the_sheet_needs_a_network() -> None:
    """No import, no address."""
    assert not re.search(r"@import|url\(|https?:", SHEET)
