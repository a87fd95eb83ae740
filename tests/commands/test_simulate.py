"""`flashdeck simulate`. The intervals are those of the text of 1990, worked by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calls import call, report, review, tree


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No collection is needed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_line_for_each_answer(nowhere: Path) -> None:
    """What it made of the card, and what each rating would have given."""
    assert call("simulate", "good", "good", "good", "again", "easy@1d").stdout == (
        "ANSWER  STATE   DAY  INTERVAL  DUE  EASE  LAPSES  AGAIN  HARD  GOOD  EASY\n"
        "good    review    0        1d    1  2.50       0     1d    1d    1d    1d\n"
        "good    review    1        6d    7  2.50       0     1d    6d    6d    6d\n"
        "good    review    7       15d   22  2.50       0     1d   15d   15d   16d\n"
        "again   review   22        1d   23  2.50       1     1d   36d   38d   39d\n"
        "easy    review   23        1d   24  2.60       1     1d    1d    1d    1d\n"
    )
    assert tree(nowhere) == {}


@pytest.mark.parametrize(
    ("options", "eases"),
    [
        (["--scheduler", "fsrs"], ["-", "-", "-"]),
        (["--scheduler", "anki", "--set", "learning-steps=1m 10m"], ["-", "-", "2.50"]),
    ],
)
def test_a_card_without_an_ease_has_a_dash(nowhere: Path, options: list[str], eases: list[str]) -> None:
    """FSRS knows none, and Anki gives one to a card that leaves its learning steps."""
    lines = call("simulate", "again", "good", "good", *options).stdout.splitlines()
    place = lines[0].index("EASE")
    assert [line[place : place + 4].strip() for line in lines[1:]] == eases


def test_json(nowhere: Path) -> None:
    """The scheduler, its settings, and each answer with its four offers."""
    found = report("simulate", "good", "hard@36h")
    assert found["scheduler"] == "sm2"
    assert (found["settings"]["max-interval"], found["settings"]["rollover"]) == (36500, "04:00")
    first, second = found["answers"]
    assert (first["rating"], first["at_day"], first["at_seconds"]) == ("good", 0, 0)
    assert (second["rating"], second["at_day"], second["at_seconds"]) == ("hard", 1, 36 * 3600)
    assert second["schedule"]["interval_days"] == 6
    assert second["schedule"]["ease"] == 2.36
    assert set(second["offers"]) == {"again", "hard", "good", "easy"}
    assert second["offers"]["hard"] == second["schedule"]


def test_settings_hold(nowhere: Path) -> None:
    """`--set` and `--scheduler` change them for this call."""
    found = report("simulate", "good", "good", "--set", "max-interval=3", "--scheduler", "sm2")
    assert [answer["schedule"]["interval_days"] for answer in found["answers"]] == [1, 3]
    assert found["settings"]["max-interval"] == 3


VECTORS = json.loads((Path(__file__).parents[1] / "schedule" / "sm2_vectors.json").read_text(encoding="utf-8"))
WORDS = ("again", "again", "again", "hard", "good", "easy")


@pytest.mark.parametrize("sequence", VECTORS["sequences"], ids=lambda sequence: "".join(map(str, sequence["grades"])))
def test_it_prints_sm2_as_its_text_has_it(nowhere: Path, sequence: dict[str, Any]) -> None:
    """Every sequence of the vectors, reading `text`: interval, ease and repetitions after each answer."""
    words = [WORDS[grade] for grade in sequence["grades"]]
    answers = report("simulate", *words, "--set", "max-interval=365000")["answers"]
    found = [(a["schedule"]["interval_days"], a["schedule"]["ease"], a["schedule"]["repetitions"]) for a in answers]
    assert found == [(interval, ease / 100, n) for interval, ease, n in sequence["text"]]


def test_the_longest_interval_is_a_hundred_years() -> None:
    """Without a setting, the tenth Easy in a row gives 36,500 days, where the bare formula has 58,443."""
    answers = report("simulate", *["easy"] * 10)["answers"]
    assert [a["schedule"]["interval_days"] for a in answers][-2:] == [16698, 36500]


def test_from_a_schedule(nowhere: Path) -> None:
    """An interval of 10 days at ease 2.5, answered good when due, is 25 days."""
    start = '{"state": "review", "interval_days": 10, "ease": 2.5, "lapses": 0}'
    (answer,) = report("simulate", "good", "--from", start)["answers"]
    assert answer["schedule"]["interval_days"] == 25


def test_from_a_card(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card goes on from where it stands, and stays there."""
    monkeypatch.chdir(gpu)
    review(" 4q")
    before = report("cards")
    (answer,) = report("simulate", "good", "--card", "h100-memory")["answers"]
    assert (answer["schedule"]["interval_days"], answer["schedule"]["repetitions"]) == (6, 2)
    assert report("simulate", "good", "--card", "reduce-scatter:1")["answers"][0]["schedule"]["interval_days"] == 1
    assert report("cards") == before
    assert call("simulate", "good", "--card", "h100-memry", code=1).stderr == (
        "flashdeck: There is no card `h100-memry`; did you mean `h100-memory`?\n"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["god"], "`god` is no answer"),
        (["good@3w"], "`good@3w` is no answer"),
        (["good", "--from", "{"], "is not JSON"),
        (["good", "--from", "{}", "--card", "x"], "give one of them"),
        (["good", "--scheduler", "sm5"], "'sm5' is not"),
        ([], "Missing argument"),
    ],
)
def test_wrong_usage(nowhere: Path, arguments: list[str], words: str) -> None:
    """Exit code 2 and what is wrong."""
    assert words in call("simulate", *arguments, code=2).stderr
