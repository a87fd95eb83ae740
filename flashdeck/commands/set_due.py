"""`flashdeck set-due`: moves the day on which cards are due."""

from __future__ import annotations

from datetime import datetime, timedelta

import click

from flashdeck.commands.context import Context
from flashdeck.commands.named import cards_argument, force_option, named_cards, tell
from flashdeck.commands.options import command
from flashdeck.model import EventKind, UserError
from flashdeck.schedule.given import moved_to

_FURTHEST = 36_500


@command(
    reports=True,
    examples=(
        "flashdeck set-due nvlink-4 --days 3",
        "flashdeck set-due deck:comp --date 2026-12-24",
    ),
)
@cards_argument
@click.option("--days", type=click.IntRange(0, _FURTHEST), metavar="N", help="In N days; 0, or neither option: today.")
@click.option("--date", "on", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help="On this day.")
@force_option
def set_due(context: Context, *, names: tuple[str, ...], days: int | None, on: datetime | None, force: bool) -> None:
    """Set the day on which cards are due, their intervals kept.

    A new card becomes one in review, with an interval up to that day. CARD is KEY, KEY:ORDINAL (as `flashdeck cards`
    lists them), or a query as `flashdeck cards` takes it.
    """
    if days is not None and on is not None:
        raise click.UsageError("--days and --date both name the day: give one of them.")
    today = context.now.day
    due = on.date() if on is not None else today + timedelta(days=days or 0)
    if not 0 <= (due - today).days <= _FURTHEST:
        raise UserError(f"{due} is no day to come: name today or a later one.", exit_code=2)
    with context.collection() as collection:
        context.see_that_the_clock_is_right(collection, force=force)
        cards = named_cards(collection, names)
        given = {named.card: moved_to(collection.schedule(named.card), today, due) for named in cards}
        events = collection.set_schedules(given, context.now)
    tell(context, f"Due on {due}", cards, [event.id for event in events if event.kind == EventKind.SET])
