"""`simulate` under the `anki` scheduler: steps, times of day, starts at a step, fuzz."""

from __future__ import annotations

import json
from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import Any

import pytest

from flashdeck.model import CardKey, Rating, Schedule
from flashdeck.schedule import moment
from flashdeck.schedule.anki import Anki
from flashdeck.schedule.notation import Step, parse_schedule, parse_step
from flashdeck.schedule.simulate import SimulatedAnswer, answer_json, simulate
from tests.schedule.recorded import DAY_0, START, VECTORS, anki

FOUR = time(4)


def played(words: str, start: Schedule | str = "{}", chosen: Anki | None = None) -> list[SimulatedAnswer]:
    """The answers from ten o'clock on."""
    schedule = parse_schedule(start, "anki") if isinstance(start, str) else start
    return simulate(chosen or Anki(), [parse_step(word) for word in words.split()], START, FOUR, schedule)


def in_words(schedule: dict[str, Any]) -> str:
    """A schedule's JSON in the words of the recording."""
    review = f"{schedule['interval_days']} {round(schedule['ease'] * 1000)} {schedule['lapses']}"
    step = f"{schedule['interval_seconds']} {schedule['remaining_steps']}"
    if schedule["state"] == "review":
        assert schedule["interval_seconds"] is schedule["remaining_steps"] is None
        return f"review {review}"
    return f"learning {step}" if schedule["state"] == "learning" else f"relearning {step} {review}"


def in_json(state: str) -> str:
    """A state of the recording as `--from` takes it."""
    word, *figures = state.split()
    *step, interval, ease, lapses = map(int, figures)
    names = {"interval_seconds": step[0], "remaining_steps": step[1]} if step else {}
    return json.dumps({"state": word, "interval_days": interval, "ease": ease / 1000, "lapses": lapses, **names})


@pytest.mark.parametrize("sequence", VECTORS["sequences"], ids=lambda sequence: sequence["name"])
def test_simulate_says_what_anki_did(sequence: dict[str, Any]) -> None:
    """All 152 sequences, from delay to delay: states, offers, and the day each answer makes the card due on."""
    chosen = anki(sequence.get("set", {}))
    answers = sequence["answers"]
    first, start, asked = answers[0][0], Schedule(), [Step(Rating(answers[0][1]))]
    if "from" in sequence:
        state, due = sequence["from"]
        start = parse_schedule(in_json(state), "anki")
        asked = [Step(Rating(answers[0][1]), (start.interval + first // 86400 - due) * 86400)]
    for before, after in pairwise(answers):
        asked.append(Step(Rating(after[1]), after[0] - before[0]))
    now = START + timedelta(seconds=first)
    found = [answer_json(answer) for answer in simulate(chosen, asked, now, chosen.rollover, start)]
    first_day = moment(now, chosen.rollover).day
    for answer, (seconds, rating, *offers, due, leech) in zip(found, answers, strict=True):
        assert (answer["rating"], answer["at_seconds"]) == (rating, seconds - first)
        assert [in_words(answer["offers"][each.value]) for each in Rating] == offers
        schedule = answer["schedule"]
        assert in_words(schedule) == offers[list(Rating).index(Rating(rating))]
        assert schedule["leech"] is leech
        if due.startswith("day"):
            assert schedule["due_day"] == int(due.removeprefix("day ")) - (first_day - DAY_0).days


@pytest.mark.parametrize("row", VECTORS["states"], ids=lambda row: f"{row['state']} after {row['elapsed']}")
def test_a_start_offers_what_anki_offers(row: dict[str, Any]) -> None:
    """All 315 states, from their JSON, the first answer as many days after the last as had passed."""
    chosen = anki(row.get("set", {}))
    (answer,) = simulate(
        chosen, [Step(Rating.GOOD, row["elapsed"] * 86400)], START, FOUR, parse_schedule(in_json(row["state"]), "anki")
    )
    written = answer_json(answer)["offers"]
    assert [in_words(written[rating.value]) for rating in Rating] == row["offers"]


ON_TIME = [
    sequence
    for sequence in VECTORS["sequences"]
    if "from" not in sequence
    and "rollover" not in sequence.get("set", {})
    and not sequence["name"].startswith(("overdue", "rollover"))
]


@pytest.mark.parametrize("sequence", ON_TIME, ids=lambda sequence: sequence["name"])
def test_an_answer_without_a_delay_comes_when_the_card_is_due(sequence: dict[str, Any]) -> None:
    """A step after its seconds, a day's step or an interval on its day at the time of the answer before."""
    words = " ".join(answer[1] for answer in sequence["answers"])
    found = played(words, chosen=anki(sequence.get("set", {})))
    first = sequence["answers"][0][0]
    assert [answer.at_seconds for answer in found] == [answer[0] - first for answer in sequence["answers"]]
    assert len(ON_TIME) > 80


def test_a_step_across_the_rollover_comes_at_the_same_time_of_its_day() -> None:
    """Six hours from 23:00 reach the next day, on which it is asked at 23:00 too."""
    late = datetime.fromisoformat("2026-01-05T23:00:00+00:00")
    chosen = Anki(learning_steps=(60, 6 * 3600))
    found = simulate(chosen, [Step(Rating.GOOD), Step(Rating.GOOD)], late, FOUR)
    assert [(answer.at_day, answer.at_seconds) for answer in found] == [(0, 0), (1, 86400)]


def test_json_of_a_step() -> None:
    """Learning has no days and no ease; relearning the interval that it returns to."""
    first, *_, lapsed = (answer_json(answer)["schedule"] for answer in played("good good good again"))
    assert first == {
        "state": "learning",
        "interval_days": 0,
        "interval_seconds": 600,
        "due_day": 0,
        "ease": 0.0,
        "repetitions": 1,
        "lapses": 0,
        "remaining_steps": 1,
        "leech": False,
    }
    assert lapsed == {
        "state": "relearning",
        "interval_days": 1,
        "interval_seconds": 600,
        "due_day": 4,
        "ease": 2.3,
        "repetitions": 4,
        "lapses": 1,
        "remaining_steps": 1,
        "leech": False,
    }


def test_a_start_at_a_step_goes_on_from_there() -> None:
    """With its interval, ease and lapses; the first answer is at `--now`, late or not."""
    lapsed = '{"state": "relearning", "interval_days": 10, "interval_seconds": 600, "ease": 2.3, "lapses": 1}'
    for words in ("good good", "good@9d good"):
        after = played(words, lapsed)
        assert [(a.at_day, a.schedule.interval, a.schedule.ease, a.schedule.lapses) for a in after] == [
            (0, 10, 2300, 1),
            (10, 23, 2300, 1),
        ]
    learning = played("good good", '{"state": "learning", "remaining_steps": 2, "interval_seconds": 60}')
    assert [(a.at_seconds, a.schedule.step, a.schedule.interval) for a in learning] == [(0, 600, 0), (600, 0, 1)]


def test_a_schedule_at_a_step_goes_round() -> None:
    """What `simulate --json` prints, `--from` reads: the rest of the answers come out alike."""
    whole = played("hard good good again hard good good again again good easy")
    for place, answer in enumerate(whole[:-1], start=1):
        start = json.dumps(answer_json(answer)["schedule"])
        rest = played(" ".join(later.rating for later in whole[place:]), start)
        assert [answer_json(a)["offers"].keys() for a in rest] == [
            answer_json(a)["offers"].keys() for a in whole[place:]
        ]
        assert [in_words(answer_json(a)["schedule"]) for a in rest] == [
            in_words(answer_json(a)["schedule"]) for a in whole[place:]
        ]
        assert [a.schedule.repetitions for a in rest] == [a.schedule.repetitions for a in whole[place:]]


def test_lateness_and_earliness_count() -> None:
    """Interval 10 at ease 2.5: four days late gives 12 * 2.5, five days early keeps 5 * 2.5."""
    start = '{"interval_days": 10, "ease": 2.5}'
    assert [played(f"good@{days}d", start)[0].schedule.interval for days in (10, 14, 5)] == [25, 30, 13]


def test_fuzz_needs_a_card() -> None:
    """Without one the plain intervals, with one the same every time, and another for another card."""
    steps = [Step(rating) for rating in (Rating.EASY, *[Rating.GOOD] * 6)]
    plain = simulate(Anki(), steps, START, FOUR)
    assert [answer.schedule.interval for answer in plain] == [4, 10, 25, 63, 158, 395, 988]
    ring, h100 = (simulate(Anki(), steps, START, FOUR, card=CardKey(guid, 0)) for guid in ("ring", "h100"))
    assert ring == simulate(Anki(), steps, START, FOUR, card=CardKey("ring", 0))
    assert len({tuple(a.schedule.interval for a in answers) for answers in (plain, ring, h100)}) == 3
