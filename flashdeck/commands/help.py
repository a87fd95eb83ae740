"""`flashdeck help`: the manual, a page for each command and topic."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from flashdeck.commands.context import Context
from flashdeck.commands.manual import WIDEST, Section, page_of, text_of
from flashdeck.commands.options import Command, command
from flashdeck.commands.table import USUAL, terminal_width
from flashdeck.commands.topics import TOPICS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _topics(click_context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    group, _root = _group(click_context)
    commands = group.shell_complete(click_context, incomplete) if incomplete[:1] != "-" else []
    topics = [CompletionItem(name, help=topic.about) for name, topic in TOPICS.items() if name.startswith(incomplete)]
    return [*commands, *topics]


@command(examples=("flashdeck help", "flashdeck help review", "flashdeck help card-files"))
@click.argument("name", metavar="[TOPIC]", required=False, shell_complete=_topics)
def help(context: Context, name: str | None) -> None:  # noqa: A001 (the command's name)
    """Show the manual page of a command or a topic.

    TOPIC is a command, card-files or settings; without it, all of them are listed. On a terminal a page that is longer
    than the window goes through $PAGER.
    """
    width = min(WIDEST, terminal_width() or USUAL)
    text = text_of(_page(name), width, color=context.color) if name else _list(width)
    if text.count("\n") < shutil.get_terminal_size().lines:
        click.echo(text, nl=False)
    else:
        click.echo_via_pager(text, color=context.color)


def _group(click_context: click.Context) -> tuple[click.Group, click.Context]:
    root = click_context.find_root()
    if not isinstance(root.command, click.Group):
        raise TypeError(root.command)
    return root.command, root


def _page(name: str) -> Sequence[Section]:
    """The sections of the page; wrong usage, with the nearest name, for a name that has none."""
    if name in TOPICS:
        return TOPICS[name].sections()
    group, root = _group(click.get_current_context())
    found = group.get_command(root, name)
    if isinstance(found, Command):
        return page_of(found, click.Context(found, parent=root, info_name=name))
    from difflib import get_close_matches

    near = get_close_matches(name, [*group.list_commands(root), *TOPICS], n=1)
    way_out = f"did you mean `{near[0]}`?" if near else "`flashdeck help` lists what there is."
    raise click.UsageError(f"There is no page `{name}`: {way_out}")


def _list(width: int) -> str:
    """Every command and topic with a line of its own."""
    group, root = _group(click.get_current_context())
    formatter = click.HelpFormatter(width=width)
    formatter.write("flashdeck help TOPIC shows a page, flashdeck COMMAND --help a short one.\n")
    group.format_commands(root, formatter)
    with formatter.section("Topics"):
        formatter.write_dl([(name, topic.about) for name, topic in TOPICS.items()])
    return formatter.getvalue()
