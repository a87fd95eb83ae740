"""`flashdeck export`: a package for Anki."""

from __future__ import annotations

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
    from flashdeck.anki.report import Report

NAMED_KEYS = 10
"""Keys that the report for people names before it says how many more there are."""


def _manual() -> tuple[Section, ...]:
    return (
        Section(
            "IN ANKI",
            "File, Import, and choose the package. Export and import again when cards have changed. A note is known to "
            "Anki by a lasting id, so that it is updated and never doubled, also when its heading, deck or file is "
            "another one.",
            "Notes whose text is gone stay in Anki until you delete them there; the report names them. A typed card "
            "uses Anki's own field, which compares letter by letter; a drill comes with one worked instance.",
            "With --with-progress a first import continues where the terminal stands: tick “Import any learning "
            "progress” in Anki. Cards that Anki has already keep their progress there.",
        ),
        Section(
            "FILES",
            [
                ("exports/", "where packages go without -o"),
                (".flashdeck/log/", "remembers which content left for Anki, and when"),
            ],
        ),
        Section("SETTINGS", settings_table("deck-prefix")),
    )


@command(
    reports=True,
    examples=("flashdeck export", "flashdeck export gpu-specs -o gpu.apkg", "flashdeck export --with-progress"),
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
def export(context: Context, *, decks: tuple[str, ...], output: Path | None, with_progress: bool) -> None:
    """Write an Anki deck (.apkg) that updates what it brought before.

    Without DECK, all decks. In Anki: File, Import. Notes that an earlier export brought are updated where their text
    changed, and never doubled; their schedules in Anki stay.
    """
    from flashdeck.anki.export import export as write_package

    if output is not None and not output.name:
        raise click.BadParameter("is not the name of a file.", param_hint="'-o'")
    with context.collection() as collection:
        if not collection.decks():
            from flashdeck.commands.nothing import no_cards

            raise UserError(no_cards(collection))
        report = write_package(collection, decks, output, with_progress=with_progress)
    for warning in report.warnings:
        warn(warning)
    if context.json:
        print_json(report.as_json())
    else:
        _tell(report)


def _tell(report: Report) -> None:
    notes = len(report.new) + len(report.updated) + len(report.unchanged)
    media = f" and {counted(report.media, 'media file')}" if report.media else ""
    say(f"{shown_path(report.file)}: {counted(notes, 'note')}, {counted(report.cards, 'card')}{media}.")
    say("Anki will:")
    for action, keys in (("add", report.new), ("update", report.updated), ("leave alone", report.unchanged)):
        if keys:
            say(f"  {action} {counted(len(keys), 'note')}")
    if report.left_behind:
        say(f"Left behind in Anki, because their text is gone here: {_some(report.left_behind)}")
    if report.refused:
        say(f"Not exported: {_some(report.refused)}")


def _some(keys: tuple[str, ...]) -> str:
    more = len(keys) - NAMED_KEYS
    return ", ".join(keys[:NAMED_KEYS]) + (f" and {more} more" if more > 0 else "")
