"""`flashdeck suspend`: leaves cards out until they are taken back in."""

from __future__ import annotations

from flashdeck.commands.context import Context
from flashdeck.commands.named import cards_argument, change, force_option
from flashdeck.commands.options import command
from flashdeck.model import EventKind


@command(
    reports=True,
    examples=(
        "flashdeck suspend nvlink-4",
        "flashdeck suspend deck:comp is:leech",
    ),
)
@cards_argument
@force_option
def suspend(context: Context, *, names: tuple[str, ...], force: bool) -> None:
    """Leave cards out of reviews until `unsuspend`.

    They keep their schedules. CARD is KEY, KEY:ORDINAL (as `flashdeck cards` lists them), or a query as `flashdeck
    cards` takes it.
    """
    change(context, names, EventKind.SUSPEND, "Suspended", force=force)
