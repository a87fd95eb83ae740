"""The screen without a terminal: a small collection of each kind of card, keys, and what is seen."""

from __future__ import annotations

import asyncio
import io
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from textual.events import Key
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from flashdeck.config import Settings
from flashdeck.review.panels import End, Panel
from flashdeck.review.screen import ReviewApp
from flashdeck.review.session import begin
from flashdeck.review.sitting import Sitting
from flashdeck.schedule import moment
from flashdeck.store.collection import Collection

CARDS = """\
---
deck: gpu-specs
tags: [gpu]
source: NVIDIA H100 datasheet, 2023
as-of: 2026-11
---

# Accelerators

## How much HBM does an H100 SXM carry, and how fast is it?

80 GB of HBM3 at **3.35 TB/s**: five stacks, and a sixth site that stays empty.

# Collectives

## Ring all-reduce

A ring of {{c1::$n$}} ranks moves {{c2::almost $2S$::how many bytes}} per rank.

---

Half of it in the *reduce-scatter*, half in the *all-gather*.

## What does this print on rank 0 of 4? {#all-gather-code}

```python
parts = [torch.empty(2) for _ in range(4)]
dist.all_gather(parts, torch.full((2,), rank))
print(torch.cat(parts))  # on every rank
```

---

`tensor([0., 0., 1., 1., 2., 2., 3., 3.])`

# 术语

## 显存带宽（HBM）用英语怎么说？

**Memory bandwidth**: 每秒能读写多少字节，单位 TB/s。

# Accelerators

## Data-center GPUs {#gpus .table}

| GPU | HBM | HBM bandwidth | TDP |
|---|---|---|---|
| H100 SXM | 80 GB | 3.35 TB/s | 700 W |

# **Typed**, up to $10^3$

## How fast is the HBM of an H200 SXM? {#h200-bandwidth .typed hint="faster than an *H100*, by less than half"}

4.8 TB/s

Six stacks of HBM3e.

## Which collective sums, and leaves a shard on each rank? {#reduce-scatter .typed}

reduce-scatter

## Ring all-reduce time {#ring-time .drill tolerance=5%}

{{S}} GB of gradients, {{n}} GPUs, {{B}} GB/s each. How long does a ring take?

```vars
S = 8
n = 8, 64, 512
B = 50 .. 400 step 50
share = 2 * (n - 1) / n
answer = share * S / B * 1000
unit = ms
```

---

Every rank sends and receives $2\\frac{n-1}{n}S$ bytes.
"""

MORNING = datetime.fromisoformat("2026-12-01T09:00:00+00:00")

STATES: dict[str, Sequence[str]] = {
    "question": [],
    "answer": ["space"],
    "cloze": ["3"],
    "cloze-answer": ["space"],
    "code": ["1", "space", "3"],
    "code-answer": ["space"],
    "cjk": ["3", "space"],
    "table-cell": ["4", "space"],
    "flagged": ["*"],
    "info": ["i"],
    "help": ["escape", "?"],
    "typing": ["escape", "3", "tab", "h", "tab", *"4.8", "space", *"GB/s"],
    "typed-number": ["enter"],
    "typed-text": ["enter", "space", "3", *"reducescater", "enter"],
    "drill": ["2", "space", "3"],
    "drill-answer": [*"100", "enter"],
    "history": ["3", "space", "i"],
    "end": ["escape", "3", *(["escape", "3"] * 2)],
}


@contextmanager
def sitting_over(cards: str, *, cram: bool = False, **more: Any) -> Iterator[Sitting]:
    """A sitting over one card file, whose clock stands still; `more` are settings by the names of their fields."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "cards").mkdir()
        (root / "cards" / "cards.md").write_text(cards, encoding="utf-8")
        settings = Settings(bury_siblings=False, **more)
        with Collection.open(root, settings, moment(MORNING, settings.rollover)) as collection:
            cards_of_today = collection.queue(cram=cram).cards
            session = begin(cards_of_today, collection.candidates(), settings, cram=cram)
            yield Sitting(collection, session, MORNING, wall=lambda: 0.0, stopwatch=lambda: 0.0)


AnyPilot = Pilot[BaseException | None]


async def press(pilot: AnyPilot, *keys: str) -> None:
    """Press keys as a person does: each when what the one before has brought is on the screen."""
    await until_drawn(pilot)
    for key in keys:
        await burst(pilot, key)
        if key == "escape":
            await until(pilot, lambda: not isinstance(pilot.app.screen, Panel))
            await until_drawn(pilot)


async def burst(pilot: AnyPilot, *keys: str) -> None:
    """All keys at once, as they come from a keyboard's buffer."""
    for key in keys:
        name = _character_to_key(key) if len(key) == 1 else key
        pilot.app.post_message(Key(name, " " if key == "space" else key if len(key) == 1 else None))
    await until_drawn(pilot)


async def until_drawn(pilot: AnyPilot) -> None:
    """What was pressed has done its work, and the card that now stands is on the screen, or the app has ended."""
    app = pilot.app
    assert isinstance(app, ReviewApp)
    await pilot.pause(0)  # without a number it would wait for an idle processor, a second for each key
    for pump in (app, *(app.focused.ancestors_with_self if app.focused else ()), app):
        await _passed(app, pump)
    await until(pilot, lambda: app._question.drawn_at <= time.monotonic() or isinstance(app.screen, End))
    for _ in range(2):  # what waits for a refresh may ask for another one
        if app.is_running and not app._exit:
            refreshed = asyncio.Event()
            app.call_after_refresh(refreshed.set)
            await asyncio.wait_for(refreshed.wait(), timeout=10)


async def _passed(app: ReviewApp, pump: MessagePump) -> None:
    """What was sent to this part of the screen is done: a key goes to the one with the focus, then up to the app."""
    passed = asyncio.Event()
    pump.call_later(passed.set)
    while not passed.is_set() and app.is_running and pump.is_running and not app._exit:
        with suppress(TimeoutError):
            await asyncio.wait_for(passed.wait(), timeout=0.01)


async def until(pilot: AnyPilot, condition: Callable[[], bool]) -> None:
    """The condition has come true."""
    async with asyncio.timeout(10):
        while not condition():
            await pilot.pause(0.005)


def photograph(app: ReviewApp) -> Console:
    """What the screen shows, panels included, on a console that can be exported."""
    width, height = app.size
    console = Console(width=width, height=height, file=io.StringIO(), color_system="truecolor", record=True)
    console.print(app.screen._compositor.render_update(full=True, screen_stack=app._background_screens))
    return console


def seen(app: ReviewApp) -> str:
    """The screen as text, without the space at the ends of lines."""
    return "\n".join(line.rstrip() for line in photograph(app).export_text().splitlines()).rstrip() + "\n"


async def walk(size: tuple[int, int]) -> AsyncIterator[tuple[str, ReviewApp]]:
    """Every state in turn, by its name, in a window of so many columns and rows."""
    with sitting_over(CARDS) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=size) as pilot:
            for name, keys in STATES.items():
                await press(pilot, *keys)
                yield name, app
