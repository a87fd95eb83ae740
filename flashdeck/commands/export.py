"""`flashdeck export`: a package for Anki."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from flashdeck.commands import completing
from flashdeck.commands.context import Context
from flashdeck.commands.manual import Section, settings_table
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, print_json, say, shown_path, warn
from flashdeck.model import UserError

if TYPE_CHECKING:
    from flashdeck.anki.chores import Chore
    from flashdeck.anki.report import Report

NAMED = 50
"""What the report for people names of a list before it says how many more there are."""


def _manual() -> tuple[Section, ...]:
    return (
        Section(
            "IN ANKI",
            "File, Import, and choose the package. Export and import again when cards have changed. A note is known to "
            "Anki by a lasting id, so that it is updated and never doubled, also when its heading, deck or file is "
            "another one.",
            "Tags: white space inside one becomes `_`, control characters and empty parts between `::` go, and of tags "
            "that differ in case alone the first stays, since Anki knows no case. A typed card uses Anki's own field, "
            "which compares letter by letter; a drill comes with one worked instance.",
            "The prose between a file's title and its first card describes its deck, on the deck's page in Anki. Every "
            "import brings it anew, over what was written there; where there is none, what Anki has stays.",
            "The limits of the settings come as groups of options: `flashdeck`, and one for each deck with settings of "
            "its own; under the scheduler anki with its steps, intervals and factors. Anki takes them with its box "
            "“Import any deck presets”, and each group once: what is changed later, here or there, stays apart.",
            "With --with-progress a first import continues where the terminal stands: tick “Import any learning "
            "progress” in Anki. Cards that Anki has already keep their progress there.",
        ),
        Section(
            "WHAT ANKI LEAVES TO YOU",
            "An import deletes nothing and moves nothing. For what is left to be done, the report has a search to "
            "paste into Anki's browser, and what to do with what it finds:",
            [
                ("left behind", "notes whose text is gone here; delete them there"),
                (
                    "retyped",
                    "notes that became cloze notes, or ceased to be: the new note is added; delete the old one",
                ),
                ("moved", "cards in the deck where the note was at the last export; change their deck"),
                ("removed", "cards of a cloze or a direction that is gone; Tools, Empty Cards deletes them"),
                ("refused", "notes that came from Anki under another note type; change it there, or Anki skips them"),
            ],
            "What moved and what was removed is told once, by the first export after it. The report comes before "
            "anything is written; with --dry-run nothing is.",
        ),
        Section(
            "JSON",
            "With --json: `file`; `notes`, which lists the keys of those that are `new`, `updated` and `unchanged`, "
            "those in the lists above (`left_behind`, `retyped`, `moved`, `removed`, `refused`), and as `not_exported` "
            "those of the refused that cannot be shown, such as one whose picture is gone; `by_hand`, for each thing "
            "that Anki leaves to you its `kind`, `keys`, how it `stands`, the `searches` and the `remedy`; `cards` and "
            "`media`, counts; and `warnings`.",
        ),
        Section(
            "FILES",
            [
                ("exports/", "where packages go without -o"),
                (".flashdeck/log/", "remembers which content left for Anki, when, and into which deck"),
            ],
        ),
        Section("SETTINGS", settings_table("deck-prefix")),
    )


@command(
    reports=True,
    examples=(
        "flashdeck export",
        "flashdeck export gpu-specs -o gpu.apkg",
        "flashdeck export --with-progress",
        "flashdeck export --dry-run --json",
    ),
    manual=_manual,
)
@click.argument("decks", metavar="[DECK]...", nargs=-1, shell_complete=completing.decks)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write this file; else one in exports/.",
)
@click.option("--with-progress", is_flag=True, help="Carry schedules and history, for a first import.")
@click.option("--dry-run", "is_dry", is_flag=True, help="Only report; write nothing.")
def export(context: Context, *, decks: tuple[str, ...], output: Path | None, with_progress: bool, is_dry: bool) -> None:
    """Write an Anki deck (.apkg) that updates what it brought before.

    Without DECK, all decks. In Anki: File, Import. Notes that an earlier export brought are updated where their text
    changed, and never doubled; their schedules in Anki stay.
    """
    from flashdeck.anki.export import made_ready

    if output is not None and not output.name:
        raise click.BadParameter("is not the name of a file.", param_hint="'-o'")
    with context.collection() as collection:
        if not collection.decks():
            from flashdeck.commands.nothing import no_cards

            raise UserError(no_cards(collection))
        package = made_ready(collection, decks, output, with_progress=with_progress)
        _warn(package.report.warnings)
        if not context.json:
            _tell(package.report, is_dry=is_dry)
        if not is_dry:
            package.write()
        if context.json:
            print_json(package.report.as_json())


def _warn(warnings: Sequence[str]) -> None:
    for warning in warnings[:NAMED]:
        warn(warning)
    if len(warnings) > NAMED:
        warn(f"And {len(warnings) - NAMED} more, which --json tells.")


def _tell(report: Report, *, is_dry: bool) -> None:
    media = f" and {counted(report.media, 'media file')}" if report.media else ""
    name = shown_path(report.file) + (" (not written)" if is_dry else "")
    say(f"{name}: {counted(report.leaving, 'note')}, {counted(report.cards, 'card')}{media}.")
    lists = (("add", report.new), ("update", report.updated), ("leave alone", report.unchanged))
    if any(keys for _, keys in lists):
        say("Anki will:")
    for action, keys in lists:
        if keys:
            say(f"  {action} {counted(len(keys), 'note')}")
    for chore in report.by_hand[:NAMED]:
        _tell_of_chore(chore)
    if len(report.by_hand) > NAMED:
        say(f"And {len(report.by_hand) - NAMED} more of the kind, which --json tells.")
    if report.not_exported:
        say(f"Not exported: {_some(report.not_exported)}")


def _tell_of_chore(chore: Chore) -> None:
    title = chore.kind.value.replace("_", " ").capitalize()
    search, *_ = chore.searches(NAMED)
    say(f"{title}: {chore.stands}. In its browser paste")
    say(f"  {search}")
    say(f"then {chore.remedy}: {_some(chore.keys)}")


def _some(keys: Sequence[str]) -> str:
    more = len(keys) - NAMED
    return ", ".join(keys[:NAMED]) + (f" and {more} more, which --json tells" if more > 0 else "")
