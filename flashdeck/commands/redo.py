"""`flashdeck redo`: does again what was taken back."""

from __future__ import annotations

from flashdeck.commands.context import Context
from flashdeck.commands.named import force_option
from flashdeck.commands.options import command
from flashdeck.commands.taken_back import tell
from flashdeck.model import UserError


@command(reports=True, examples=("flashdeck redo", "flashdeck redo --json"))
@force_option
def redo(context: Context, *, force: bool) -> None:
    """Do again what the last `undo` took back.

    Each further call does again what was taken back before that. Once something else was done, nothing is left to redo.
    """
    with context.collection() as collection:
        context.see_that_the_clock_is_right(collection, force=force)
        redone = collection.redo(context.now)
        if redone is None:
            raise UserError("There is nothing to do again.")
        tell(context, collection, "Did again", redone)
