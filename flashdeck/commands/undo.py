"""`flashdeck undo`: takes back what was done last."""

from __future__ import annotations

from flashdeck.commands.context import Context
from flashdeck.commands.named import force_option
from flashdeck.commands.options import command
from flashdeck.commands.taken_back import tell
from flashdeck.model import UserError


@command(reports=True, examples=("flashdeck undo", "flashdeck undo --json"))
@force_option
def undo(context: Context, *, force: bool) -> None:
    """Take back the last answer, or what was done last to cards.

    Also that of an earlier session; each further call takes back the one before, and `redo` does it again. The card
    stands again as it stood before, and the log keeps both.
    """
    with context.collection() as collection:
        context.see_that_the_clock_is_right(collection, force=force)
        undone = collection.undo(context.now)
        if undone is None:
            raise UserError("There is no answer to take back.")
        tell(context, collection, "Took back", undone)
