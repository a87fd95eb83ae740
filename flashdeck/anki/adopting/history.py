"""All that Anki tells of a card beside its text: what was done to it, where it stands, what is set on it."""

from __future__ import annotations

from collections.abc import Iterator

from flashdeck.anki.adopting.answers import BY_OPTION, answered
from flashdeck.anki.adopting.here import Here
from flashdeck.anki.adopting.known import Known
from flashdeck.anki.adopting.replay import Replay
from flashdeck.anki.adopting.standing import marked, stands
from flashdeck.anki.adopting.there import There
from flashdeck.anki.progress import BY_HAND, SUSPENDED, is_row
from flashdeck.model import EventKind
from flashdeck.schedule import REVLOG
from flashdeck.store.collection import Draft


def history(here: Here, there: There, known: Known, *, only_answers: bool = False) -> list[Draft]:
    """The events that the log does not have yet.

    With `only_answers` nothing that is set on the card is taken, and where it stands only if that was set, and not
    answered, last.
    """
    replay = Replay(here)
    drafts = answered(here.key, there, known, replay)
    was_set_last = there.last is not None and there.last.kind in (BY_HAND, BY_OPTION)
    if not only_answers or was_set_last:
        drafts += _standing(here, there, known, replay)
    if not only_answers:
        drafts += marked(here, there)
    return [draft for draft in drafts if not known.has(draft[0], here.key, draft[2][REVLOG])]


def _standing(here: Here, there: There, known: Known, replay: Replay) -> Iterator[Draft]:
    """Where the card stands, right behind its last row: what was answered later here goes on from it.

    Nothing where that row left from here, or where there is none but a history here: then Anki has nothing newer.
    """
    if known.has_left(here.key, there.last) if there.last else any(map(is_row, here.events)):
        return
    when = there.calendar.moment_of(there.stood)
    if stand := stands(here, there, replay.until(when)):
        yield stand
    if replay.suspends and there.card.queue != SUSPENDED and not here.is_suspended:
        yield EventKind.UNSUSPEND, when, {**here.key._asdict(), REVLOG: there.stood}
