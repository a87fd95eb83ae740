"""`flashdeck unsuspend`: takes suspended cards back in."""

from __future__ import annotations

from flashdeck.commands.context import Context
from flashdeck.commands.named import cards_argument, change, force_option
from flashdeck.commands.options import command
from flashdeck.model import EventKind


@command(
    reports=True,
    examples=(
        "flashdeck unsuspend nvlink-4",
        "flashdeck unsuspend is:suspended",
    ),
)
@cards_argument
@force_option
def unsuspend(context: Context, *, names: tuple[str, ...], force: bool) -> None:
    """Take suspended cards back into reviews.

    Also those that their text suspends. CARD is KEY, KEY:ORDINAL (as `flashdeck cards` lists them), or a query as
    `flashdeck cards` takes it.
    """
    change(context, names, EventKind.UNSUSPEND, "No longer suspended", force=force)
