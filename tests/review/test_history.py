from __future__ import annotations

from datetime import datetime
from pathlib import Path

from flashdeck.config import Settings
from flashdeck.model import CardKey
from flashdeck.review.history import History
from flashdeck.schedule import moment
from flashdeck.store.collection import Collection, Draft
from tests.review.terminals import MORNING


def review(key: CardKey, minute: int) -> Draft:
    when = moment(datetime.fromisoformat(MORNING).replace(minute=minute), Settings().rollover)
    body = {"guid": key.guid, "ordinal": key.ordinal, "rating": "good", "taken_ms": 1, "scheduler": "sm2"}
    return "review", when, body


def test_answers_are_counted_without_those_taken_back(folder: Path) -> None:
    """Of this card alone; a log that grows is read on."""
    now = moment(datetime.fromisoformat(MORNING), Settings().rollover)
    with Collection.open(folder, Settings(), now) as collection:
        history = History(folder)
        first, second = collection.queue().cards[:2]
        assert history.answers(first) == 0
        collection.record([review(first, 1), review(second, 2), review(first, 3)])
        assert (history.answers(first), history.answers(second)) == (2, 1)
        collection.undo(review(first, 4)[1])
        assert (history.answers(first), history.answers(second)) == (1, 1)
        assert history.answers(CardKey(first.guid, 1)) == 0
