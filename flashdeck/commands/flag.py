"""`flashdeck flag`: marks cards."""

from __future__ import annotations

import click

from flashdeck.commands.context import Context
from flashdeck.commands.named import cards_argument, change, force_option
from flashdeck.commands.options import command
from flashdeck.model import FLAGS, EventKind


@command(
    reports=True,
    examples=(
        "flashdeck flag nvlink-4",
        "flashdeck flag nvlink-4:1 --flag 3",
        "flashdeck flag is:flagged --flag 0",
    ),
)
@cards_argument
@click.option(
    "--flag", type=click.IntRange(0, 7), default=1, metavar="N", help="Anki's number, 1 (red) to 7 (purple); 0: none."
)
@force_option
def flag(context: Context, *, names: tuple[str, ...], flag: int, force: bool) -> None:
    """Put a flag on cards, or take it away with --flag 0.

    1 red (unless told otherwise), 2 orange, 3 green, 4 blue, 5 pink, 6 turquoise, 7 purple. CARD is KEY, KEY:ORDINAL
    (as `flashdeck cards` lists them), or a query as `flashdeck cards` takes it.
    """
    done = f"Flagged {FLAGS[flag]}" if flag else "No longer flagged"
    change(context, names, EventKind.FLAG, done, force=force, flag=flag)
