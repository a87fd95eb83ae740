"""Events sorted into parts, of which one at a time is in memory; the others lie packed, a fiftieth of their size."""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from typing import Any

from flashdeck.model import Event, Moment

_BLOCK = 2000  # events that are packed together
_FAST = 1  # of zlib's levels


class Parts:
    """So many parts; `parts_of` tells in which of them an event belongs."""

    def __init__(self, count: int, parts_of: Callable[[Event, int], Iterable[int]]) -> None:
        self._parts_of = parts_of
        self._open: list[list[tuple[Any, ...]]] = [[] for _ in range(count)]
        self._packed: list[list[bytes]] = [[] for _ in range(count)]

    def __len__(self) -> int:
        return len(self._open)

    def append(self, event: Event) -> None:
        """Put an event where it belongs."""
        when = event.when
        row = (
            *(event.device, event.sequence, event.kind),
            *(when.at.isoformat(), when.offset, when.day.toordinal(), event.body),
        )
        for part in self._parts_of(event, len(self._open)):
            waiting = self._open[part]
            waiting.append(row)
            if len(waiting) == _BLOCK:
                self._packed[part].append(_packed(waiting))
                self._open[part] = []

    def __iter__(self) -> Iterator[list[Event]]:
        """The events of each part, in the order in which they came."""
        for packed, waiting in zip(self._packed, self._open, strict=True):
            yield [_event(*row) for block in (*map(_unpacked, packed), waiting) for row in block]


def _packed(rows: list[tuple[Any, ...]]) -> bytes:
    return zlib.compress(marshal.dumps(rows), _FAST)


def _unpacked(block: bytes) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = marshal.loads(zlib.decompress(block))  # noqa: S302 (packed here, a moment ago)
    return rows


def _event(  # noqa: PLR0913, PLR0917 (the columns of a row)
    device: str, sequence: int, kind: str, at: str, offset: int, day: int, body: dict[str, Any]
) -> Event:
    return Event(device, sequence, kind, Moment(datetime.fromisoformat(at), offset, date.fromordinal(day)), body)
