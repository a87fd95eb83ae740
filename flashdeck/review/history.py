"""What the log knows of one card's answers."""

from __future__ import annotations

from pathlib import Path

from flashdeck.model import CardKey, EventKind
from flashdeck.schedule import last_answer
from flashdeck.store.log import Log


class History:
    """The answers in a collection's log; a log that has grown is read on, not anew."""

    def __init__(self, root: Path) -> None:
        self._log = Log(root / ".flashdeck" / "log")

    def answers(self, card: CardKey) -> int:
        """How often the card was answered, without what was taken back."""
        counting = [
            event
            for event in self._log.read().events
            if event.kind == EventKind.UNDO
            or (event.kind == EventKind.REVIEW and (event.body.get("guid"), event.body.get("ordinal")) == card)
        ]
        number = 0
        while answer := last_answer(counting):
            counting.remove(answer)
            number += 1
        return number
