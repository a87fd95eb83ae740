"""The leeches, each with what it is confused with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from flashdeck.model import Card, CardKey
from flashdeck.stats.drawing.charts import DIM, counted, cut, heading, wrapped
from flashdeck.stats.drawing.glyphs import Glyphs
from flashdeck.stats.leeches import Leech, answered_by

MOST = 8
MOST_EACH = 3
STYLE = "yellow"
INDENT = 5


def confused(leeches: Sequence[Leech], cards: Mapping[CardKey, Card], width: int, glyphs: Glyphs) -> list[Text]:
    """The worst leeches, with the wrong answers and the neighbours that go with them."""
    lines = heading("Leeches", "lapses, and what they are confused with", width)
    for leech in leeches[:MOST]:
        card = cards.get(leech.key)
        name = _asked(card) if card else leech.key.guid
        lines.append(
            Text.assemble((f"{leech.lapses:>{INDENT - 2}}", STYLE), "  ", cut(name, width - INDENT, glyphs).rstrip())
        )
        lines += _typed(leech, cards, width, glyphs)
        lines += _neighbours(leech, cards, width, glyphs)
    if len(leeches) > MOST:
        lines.append(Text(f"and {len(leeches) - MOST} more: flashdeck cards is:leech", DIM))
    return lines


def _typed(leech: Leech, cards: Mapping[CardKey, Card], width: int, glyphs: Glyphs) -> list[Text]:
    pieces = []
    for typed in leech.typed[:MOST_EACH]:
        owner = answered_by(typed, leech, cards)
        whose = f", the answer of {owner.front}" if owner else ""
        pieces.append((f"{typed.text} ({counted(typed.times, 'time')}){whose}", ""))
    return _listed("typed", pieces, width, glyphs)


def _neighbours(leech: Leech, cards: Mapping[CardKey, Card], width: int, glyphs: Glyphs) -> list[Text]:
    worst = [each for each in leech.neighbours if each.lapses and each.key in cards][:MOST_EACH]
    pieces = [(cards[each.key].front, f" ({counted(each.lapses, 'lapse')})") for each in worst]
    return _listed("beside", pieces, width, glyphs)


def _listed(title: str, pieces: Sequence[tuple[str, str]], width: int, glyphs: Glyphs) -> list[Text]:
    """The pieces behind the title; of each the first part is cut where there is too little room, never the second."""
    if not pieces:
        return []
    label = f"{title:<8}"
    room = width - INDENT - len(label)
    texts = [Text(cut(name, room - len(end), glyphs).rstrip() + end, DIM) for name, end in pieces]
    first, *others = wrapped(texts, width, indent=INDENT + len(label))
    return [Text.assemble(" " * INDENT, (label, DIM), first[INDENT + len(label) :]), *others]


def _asked(card: Card) -> str:
    """What a card asks: a cell by its row and column, any other below its context."""
    context = card.note.context
    parts = (context, card.front.removeprefix(context).strip())
    return card.front if card.note.apart else ": ".join(part for part in parts if part)
