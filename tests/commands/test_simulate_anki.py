"""`flashdeck simulate --scheduler anki`, against what Anki itself was seen to do."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from flashdeck.model import Rating
from flashdeck.schedule import moment
from tests.commands.calls import call, report, review
from tests.schedule.recorded import DAY_0, START, VECTORS, anki
from tests.schedule.test_simulate_anki import in_json, in_words

SAMPLE = 6  # one row in six: the room of schedules compares them all


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No collection is needed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def options(row: dict[str, Any]) -> list[str]:
    """The options of a row as a person sets them."""
    return ["--scheduler", "anki", *(f"--set={name}={value}" for name, value in row.get("set", {}).items())]


@pytest.mark.parametrize("sequence", VECTORS["sequences"][::SAMPLE], ids=lambda sequence: sequence["name"])
def test_answers_go_as_anki_has_them(sequence: dict[str, Any]) -> None:
    """States, offers and due days, the delays in seconds."""
    answers = sequence["answers"]
    at = [answer[0] for answer in answers]
    waits = [0, *(later - earlier for earlier, later in pairwise(at))]
    start: list[str] = []
    if "from" in sequence:
        state, due = sequence["from"]
        start = [f"--from={in_json(state)}"]
        waits[0] = (int(state.split()[1]) + at[0] // 86400 - due) * 86400
    words = [f"{answer[1]}@{wait}s" for answer, wait in zip(answers, waits, strict=True)]
    now = START + timedelta(seconds=at[0])
    first_day = moment(now, anki(sequence.get("set", {})).rollover).day
    found = report("simulate", *words, *start, *options(sequence), now=now.isoformat())["answers"]
    for answer, (_, rating, *offers, due, leech) in zip(found, answers, strict=True):
        assert [in_words(answer["offers"][each.value]) for each in Rating] == offers
        assert answer["schedule"] == answer["offers"][rating]
        assert answer["schedule"]["leech"] is leech
        if due.startswith("day"):
            assert answer["schedule"]["due_day"] == int(due.removeprefix("day ")) - (first_day - DAY_0).days


@pytest.mark.parametrize("row", VECTORS["states"][::SAMPLE], ids=lambda row: f"{row['state']} after {row['elapsed']}")
def test_a_start_offers_what_anki_offers(row: dict[str, Any]) -> None:
    """From a schedule in JSON, as many days after its last answer as had passed."""
    arguments = [f"good@{row['elapsed']}d", f"--from={in_json(row['state'])}", *options(row)]
    (answer,) = report("simulate", *arguments)["answers"]
    assert [in_words(answer["offers"][rating.value]) for rating in Rating] == row["offers"]


def test_steps_are_shown_in_their_own_unit() -> None:
    """Ten minutes are 10m; an interval is in days."""
    assert call("simulate", "good", "good", "good", "again", "hard@1h", "--scheduler", "anki").stdout == (
        "ANSWER  STATE       DAY  INTERVAL  DUE  EASE  LAPSES  AGAIN  HARD  GOOD  EASY\n"
        "good    learning      0       10m    0     -       0     1m  330s   10m    4d\n"
        "good    review        0        1d    1  2.50       0     1m   10m    1d    4d\n"
        "good    review        1        3d    4  2.50       0    10m    2d    3d    4d\n"
        "again   relearning    4       10m    4  2.30       1    10m    4d    8d   10d\n"
        "hard    relearning    4       15m    4  2.30       1    10m   15m    1d    2d\n"
    )


def test_settings_of_anki_are_told_under_their_names() -> None:
    """As `config` has them, those that were set and those that hold anyway."""
    told = report("simulate", "good", "--scheduler=anki", "--set=learning-steps=1m 1d", "--set=easy-bonus=150%")
    assert told["scheduler"] == "anki"
    in_force = told["settings"]
    assert (in_force["anki.learning-steps"], in_force["anki.easy-bonus"]) == ("1m 1d", 1.5)
    assert (in_force["anki.relearning-steps"], in_force["anki.maximum-interval"]) == ("10m", 36500)


def test_a_card_is_fuzzed_and_a_bare_simulation_is_not(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards part after a few answers, one card never parts from itself; `--set fuzz=false` turns it off."""
    monkeypatch.chdir(gpu)

    def intervals(*arguments: str) -> list[int]:
        found = report("simulate", "easy", *["good"] * 6, "--scheduler", "anki", *arguments)["answers"]
        return [answer["schedule"]["interval_days"] for answer in found]

    plain = [4, 10, 25, 63, 158, 395, 988]
    memory, scatter = intervals("--card", "h100-memory"), intervals("--card", "reduce-scatter:1")
    assert memory == intervals("--card", "h100-memory:0")
    assert len({tuple(each) for each in (plain, memory, scatter)}) == 3
    assert intervals() == intervals("--card", "h100-memory", "--set", "fuzz=false") == plain


def test_a_card_goes_on_from_its_step(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was answered Good once is at its last step."""
    monkeypatch.chdir(gpu)
    (gpu / "flashdeck.toml").write_text('scheduler = "anki"\n', encoding="utf-8")
    review(" 3q")
    (answer,) = report("simulate", "good", "--card", "h100-memory")["answers"]
    assert answer["schedule"]["state"] == "review"
    assert answer["schedule"]["repetitions"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["good", "--scheduler=sm2", '--from={"state": "learning"}'], "under sm2 a card is new or review"),
        (["good", "--scheduler=anki", '--from={"state": "buried"}'], "under anki a card is new, learning"),
        (["good", "--set=hard-interval=2"], "hard-interval"),
        (["good", "--set=learning-steps=10"], "learning-steps"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    """Exit code 2 and what is wrong."""
    assert words in call("simulate", *arguments, code=2).stderr
