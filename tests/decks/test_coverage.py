"""Every fact that was gathered is on a card that shows its figures, or has a reason why it is on none."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cache

from tests.decks.figures import Figure, figures, figures_and_words, missing
from tests.decks.shipped import ROOT, by_key, words

FACTS = (*(f"P{number:03}" for number in range(1, 325)), *(f"S{number:03}" for number in range(1, 185)))
"""P001 to P324 are figures with a source, S001 to S184 the claims of the two articles."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list: `value` is what the fact says, `card` the key of a note that teaches it."""

    fact: str
    value: str
    card: str
    reason: str


@cache
def coverage() -> tuple[Line, ...]:
    """The list, read once."""
    with (ROOT / "tests" / "data" / "coverage.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert rows.fieldnames == ["fact", "value", "card", "reason"]
        return tuple(Line(row["fact"], row["value"], row["card"], row["reason"]) for row in rows)


def test_no_fact_is_missing_and_none_is_unknown() -> None:
    """Each of the 508 has at least one line."""
    listed = {line.fact for line in coverage()}
    assert set(FACTS) - listed == set()
    assert listed - set(FACTS) == set()


def test_a_line_has_a_card_or_a_reason() -> None:
    """Never both and never neither; a fact with a reason is on no card."""
    assert [line for line in coverage() if bool(line.card) == bool(line.reason)] == []
    on_a_card = {line.fact for line in coverage() if line.card}
    assert [line.fact for line in coverage() if line.reason and line.fact in on_a_card] == []


def test_no_line_stands_twice() -> None:
    """One line for a fact and a card."""
    assert [pair for pair, count in Counter((line.fact, line.card) for line in coverage()).items() if count > 1] == []


def test_each_card_exists() -> None:
    """A key is that of a shipped note."""
    assert sorted({line.card for line in coverage() if line.card} - by_key().keys()) == []


def test_a_fact_has_one_value() -> None:
    """The lines of one fact agree."""
    values: dict[str, set[str]] = {}
    for line in coverage():
        values.setdefault(line.fact, set()).add(line.value)
    assert {fact for fact, of_fact in values.items() if len(of_fact) > 1} == set()


def test_the_cards_of_a_fact_show_its_figures() -> None:
    """Each figure stands on one of them, in its unit or converted."""
    absent = []
    for fact in dict.fromkeys(line.fact for line in coverage() if line.card):
        lines = [line for line in coverage() if line.fact == fact]
        shown = [figure for line in lines for figure in _shown_by(line.card)]
        if gone := missing(figures(lines[0].value), shown):
            absent.append(f"{fact} {lines[0].value!r}: {gone} not on {[line.card for line in lines]}")
    assert not absent, "\n".join(absent)


def test_each_card_of_a_fact_shows_a_figure_of_it() -> None:
    """A card that shows none of a fact's figures does not teach the fact."""
    idle = []
    for line in coverage():
        wanted = figures(line.value)
        if wanted and line.card and len(missing(wanted, _shown_by(line.card))) == len(wanted):
            idle.append(f"{line.fact} {line.value!r}: nothing of it on {line.card}")
    assert not idle, "\n".join(idle)


def _shown_by(key: str) -> list[Figure]:
    """The figures on the cards of a note; none where there is no such note."""
    note = by_key().get(key)
    return figures_and_words(words(note)) if note else []
