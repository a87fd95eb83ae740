"""`flashdeck reset`: makes cards new again."""

from __future__ import annotations

from flashdeck.commands.context import Context
from flashdeck.commands.named import cards_argument, change, force_option
from flashdeck.commands.options import command
from flashdeck.model import EventKind


@command(
    reports=True,
    examples=(
        "flashdeck reset nvlink-4",
        "flashdeck reset is:retired",
    ),
)
@cards_argument
@force_option
def reset(context: Context, *, names: tuple[str, ...], force: bool) -> None:
    """Make cards new again, as if they had never been answered.

    The log keeps their answers, and `undo` brings the schedule back. With is:retired, cards whose text is gone are
    forgotten. CARD is KEY, KEY:ORDINAL (as `flashdeck cards` lists them), or a query as `flashdeck cards` takes it.
    """
    change(context, names, EventKind.RESET, "New again", force=force)
