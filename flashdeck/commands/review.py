"""`flashdeck review`: today's sitting, on a full screen or as lines of text."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from flashdeck.commands import completing
from flashdeck.commands.context import Context
from flashdeck.commands.decks import quoted, see_that_decks_exist, with_those_above
from flashdeck.commands.manual import Section, settings_table
from flashdeck.commands.named import force_option
from flashdeck.commands.options import command
from flashdeck.commands.printing import say, warn
from flashdeck.model import UserError

if TYPE_CHECKING:
    from flashdeck.review.sitting import Sitting
    from flashdeck.store.collection import Collection

_COUNT = click.IntRange(min=0)


def _manual() -> tuple[Section, ...]:
    from flashdeck.config import Settings
    from flashdeck.review.shortcuts import Shortcuts

    return (
        Section(
            "A SITTING",
            "Learning steps that are over come first, then what fell due, then new cards, in the order of the files or "
            "shuffled. What you do not know comes again in the same sitting until you know it. Cells of one table, and "
            "the cards of one note, are kept apart. Two sittings of one collection share its cards. At the end a card "
            "whose learning step is over later today comes back by itself when its time has come.",
            "The four grades are shown with the time after which each would bring the card back. No key grades a card "
            "whose answer was not shown, and on a terminal keys that are typed ahead of a new card are dropped.",
        ),
        Section(
            "KEYS",
            Shortcuts(Settings().keys).on_a_screen,
            "With --plain a typed answer is a line; Tab, a key and Enter is that key. The settings keys.NAME change "
            "them: `flashdeck help settings`.",
        ),
        Section(
            "FILES",
            [
                ("cards/", "the cards; a review never writes to them"),
                (".flashdeck/log/", "a file for each device: every answer is a line, on disk before the next card"),
                (".flashdeck/index.db", "a cache of both, made anew when it is missing"),
            ],
        ),
        Section("SETTINGS", settings_table(*_SETTINGS)),
    )


_SETTINGS = (
    "scheduler",
    "new-per-day",
    "reviews-per-day",
    "new-order",
    "rollover",
    "bury-siblings",
    "leech-threshold",
    "leech-action",
)


@command(
    examples=(
        "flashdeck review",
        "flashdeck review gpu-specs --new 5",
        "printf ' 3 3 1 3q' | flashdeck review --plain",
    ),
    manual=_manual,
)
@click.argument("decks", nargs=-1, metavar="[DECK]...", shell_complete=completing.decks)
@click.option(
    "--plain", is_flag=True, help="Lines of text, keys from stdin; also without a terminal or with TERM=dumb."
)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="TAG",
    shell_complete=completing.tags,
    help="Only cards with this tag; may be repeated.",
)
@click.option("--limit", type=_COUNT, metavar="N", help="At most N cards.")
@click.option("--new", type=_COUNT, metavar="N", help="N new cards, whatever new-per-day says.")
@click.option("--cram", is_flag=True, help="All that match, due or not; the log keeps it, schedules stay as they are.")
@click.option("--ahead", type=_COUNT, default=0, metavar="DAYS", help="Also cards that fall due within DAYS.")
@force_option
def review(  # noqa: PLR0913 - each option is a parameter
    context: Context,
    *,
    decks: tuple[str, ...],
    plain: bool,
    tags: tuple[str, ...],
    limit: int | None,
    new: int | None,
    cram: bool,
    ahead: int,
    force: bool,
) -> None:
    """Review today's cards.

    All decks, or those named and the decks below them. Space shows the answer; 1 again, 2 hard, 3 good, 4 easy; `?`
    shows all keys. Each answer is on disk before the next card is shown.
    """
    from flashdeck.commands.histories import settle_choices, tell_renames
    from flashdeck.review.session import begin
    from flashdeck.review.sitting import Sitting
    from flashdeck.schedule import Reason

    with context.collection() as collection:
        _see_that_answers_can_be_kept(collection.root)
        see_that_decks_exist(decks, collection.decks())
        _see_that_tags_exist(tags, collection)
        context.see_that_the_clock_is_right(collection, force=force)
        queue = collection.queue(decks, tags, limit=limit, new=new, ahead=ahead, cram=cram, whole=False)
        if not queue.cards:
            from flashdeck.commands.nothing import why_nothing

            if decks and tags and not collection.candidates(decks, tags):
                raise UserError(f"No card of the deck {quoted(decks)} has the tag {quoted(tags)}.")
            queue = collection.queue(decks, tags, limit=limit, new=new, ahead=ahead, cram=cram)
            say(why_nothing(collection, queue, context.instant, decks, tags))
            return
        later = [key for key, reason in queue.deferred.items() if reason is Reason.LATER]
        cards = collection.candidates_of((*queue.cards, *later))
        session = begin(queue.cards, cards, context.settings, later, cram=cram)
        sitting = Sitting(collection, session, context.instant)
        del collection.renamed[:], collection.choices[:]  # settled at the opening: edits may bring others
        try:
            if plain or not _is_full_screen_possible():
                _as_lines(sitting, color=context.color)
            else:
                _on_a_full_screen(sitting)
        except KeyboardInterrupt:
            _look_back(sitting)
            raise
        finally:
            sitting.close()
        tell_renames(collection.renamed)
        settle_choices(collection)


def _on_a_full_screen(sitting: Sitting) -> None:
    from flashdeck.review import screen

    screen.review(sitting)
    _look_back(sitting)


def _look_back(sitting: Sitting) -> None:
    """What was done and what waits, on the terminal that the review has left."""
    from flashdeck.review.facts import looking_back
    from flashdeck.review.sides import wrapped

    for line in wrapped(looking_back(sitting.outcome()), get_terminal_size().columns):
        say(line)


def _as_lines(sitting: Sitting, *, color: bool) -> None:
    from flashdeck.review.facts import others
    from flashdeck.review.keys import NEVER_LOST, keys_of
    from flashdeck.review.plain import PlainReview

    if told := others(sitting.others, sitting.clock.instant):
        warn(told)
    with keys_of(sys.stdin, sitting.shortcuts.typed(*NEVER_LOST)) as keys:
        PlainReview(sitting, keys, partial(click.echo, nl=False), color=color).run()


def _is_full_screen_possible() -> bool:
    """A terminal on all three streams, since a full screen reads from one and draws on another; and not a dumb one."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    is_terminal = all(stream is not None and stream.isatty() for stream in streams)
    return is_terminal and os.environ.get("TERM") != "dumb"


def _see_that_answers_can_be_kept(root: Path) -> None:
    """Raise before the first card what would else be met at the first answer."""
    for folder in (root / ".flashdeck", root / ".flashdeck" / "log"):
        if folder.exists() and not os.access(folder, os.W_OK):
            raise UserError(f"{folder} cannot be written, so no answer could be kept: see that it is yours to write.")


def _see_that_tags_exist(named: Sequence[str], collection: Collection) -> None:
    """As decks, in a collection that has any cards."""
    for tag in named:
        if collection.candidates(tags=(tag,)) or not collection.decks():
            continue
        from flashdeck.commands.unmatched import no_tag

        existing = sorted({tag for note in collection.notes() for tag in note.tags})
        raise UserError(no_tag(tag, with_those_above(existing)))
