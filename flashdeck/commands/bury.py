"""`flashdeck bury`: lets cards rest today."""

from __future__ import annotations

from flashdeck.commands.context import Context
from flashdeck.commands.named import cards_argument, change, force_option
from flashdeck.commands.options import command
from flashdeck.model import EventKind


@command(
    reports=True,
    examples=(
        "flashdeck bury nvlink-4",
        "flashdeck bury deck:comp is:due",
    ),
)
@cards_argument
@force_option
def bury(context: Context, *, names: tuple[str, ...], force: bool) -> None:
    """Let cards rest for the rest of the study day.

    CARD is KEY, KEY:ORDINAL (as `flashdeck cards` lists them), or a query as `flashdeck cards` takes it.
    """
    change(context, names, EventKind.BURY, "Buried until tomorrow", force=force)
