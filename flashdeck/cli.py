"""The group `flashdeck`: loads a command when it is called, and turns what is raised into exit codes.

Exit codes: 0 fine, 1 problems found or failed with a reason, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, NoReturn

import click

from flashdeck import __version__
from flashdeck.commands.options import COMPLETING, group_options
from flashdeck.model import UserError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "init": "Start a new collection: cards/ with an example file, and flashdeck.toml.",
    "check": "Find every problem of the card files.",
    "cards": "List and search the cards.",
    "due": "Count what is due today, by deck.",
    "review": "Review today's cards.",
    "stats": "Show what your reviews come to: days, retention, what is to come, leeches.",
    "undo": "Take back the last answer, or what was done last to cards.",
    "redo": "Do again what the last `undo` took back.",
    "suspend": "Leave cards out of reviews until `unsuspend`.",
    "unsuspend": "Take suspended cards back into reviews.",
    "bury": "Let cards rest for the rest of the study day.",
    "flag": "Put a flag on cards, or take it away with --flag 0.",
    "reset": "Make cards new again, as if they had never been answered.",
    "set-due": "Set the day on which cards are due, their intervals kept.",
    "simulate": "Show what a scheduler would do with a row of answers.",
    "export": "Write an Anki deck (.apkg) that updates what it brought before.",
    "import": "Take notes, media and progress from an Anki package or collection.",
    "stamp": "Write missing ids into headings.",
    "doctor": "Examine the log, the index and what lies around them.",
    "config": "Show the settings in force and where each comes from.",
    "completion": "Print the script that makes a shell complete commands, decks, tags and cards.",
    "help": "Show the manual page of a command or a topic.",
}
"""Each command with its short help, so that `--help` loads no command; a new one is one line here and one file."""

ABOUT = f"""\
flashdeck {__version__}: flashcards in plain Markdown, reviewed in the terminal, exported to Anki.

Algorithm SM-2, (C) Copyright SuperMemo World, 1991. www.supermemo.com, www.supermemo.eu

MIT licence. The cards and the review log are yours."""


def module_name(command: str) -> str:
    """The module of a command and the function in it: `set-due` is `set_due`; `import`, a word of Python, `import_`."""
    name = command.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


class Flashdeck(click.Group):
    """The group: its commands are modules that are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        """Import the command's module; the command in it has the command's name."""
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        name = module_name(cmd_name)
        found: click.Command = getattr(import_module(f"flashdeck.commands.{name}"), name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest name for one that is unknown."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            way_out = f"Did you mean '{near[0]}'?" if near else "'flashdeck --help' lists them."
            ctx.fail(f"No such command '{args[0]}'. {way_out}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        """The table, without importing a command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands of the table, and options, without importing a command."""
        from click.shell_completion import CompletionItem

        commands = [CompletionItem(name, help=about) for name, about in COMMANDS.items() if name.startswith(incomplete)]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> NoReturn:
        """Run one call and exit: the one place where what is raised becomes a sentence and an exit code."""
        _never_fail_to_encode()
        if COMPLETING in os.environ:
            from flashdeck.commands import shells  # noqa: F401 - makes them known to click
        try:
            ours = {"standalone_mode": False, "complete_var": COMPLETING}
            code = super().main(args, *more, **{**options, **ours}) or 0
            _flush()
        except UserError as error:
            _complain(error.message)
            code = error.exit_code
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            code = 130
        except OSError as error:
            code = _machine_failed(error)
        sys.exit(code)


def _about(click_context: click.Context, option: click.Parameter, value: bool) -> None:  # noqa: ARG001, FBT001 (click's signature)
    if value and not click_context.resilient_parsing:
        click.echo(ABOUT)
        click_context.exit()


def _complain(sentence: str) -> None:
    from flashdeck.diagnostics import visible

    click.echo(f"flashdeck: {visible(sentence)}", err=True)


def _never_fail_to_encode() -> None:
    """What the terminal's encoding lacks is printed as an escape, not raised."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _flush() -> None:
    """Write out what stdout still holds, so that a full disk or a reader that left is met here."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()


_BEYOND_US = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Failures of the machine rather than of the program: told in one sentence."""


def _machine_failed(error: OSError) -> int:
    """The exit code for a reader that left (quiet) or a disk that is full, read-only or broken; else raises again."""
    if isinstance(error, BrokenPipeError) or error.errno == errno.EPIPE:
        _drop_output()
        return 1
    if error.errno not in _BEYOND_US:
        raise error
    _complain(f"{error.filename or 'The output'}: {error.strerror}.")
    _drop_output()
    return 1


def _drop_output() -> None:
    """Point stdout at nothing, or the interpreter would fail once more when it flushes at the end."""
    if sys.stdout is None:
        return
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stdout without a file behind it, as in tests
        return


@click.group(
    cls=Flashdeck,
    params=group_options(),
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="The options may also stand behind the command's name. 'flashdeck COMMAND --help' shows examples.",
)
@click.version_option(__version__, message="flashdeck %(version)s")
@click.option("--about", is_flag=True, is_eager=True, expose_value=False, callback=_about, help="Credits and licence.")
def main() -> None:
    """Flashcards in plain Markdown: a review every day in the terminal, and Anki decks that update."""
