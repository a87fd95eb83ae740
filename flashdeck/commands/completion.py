"""`flashdeck completion`: the script for a shell."""

from __future__ import annotations

import click

from flashdeck.commands.context import Context
from flashdeck.commands.options import COMPLETING, command


@command(examples=("flashdeck completion bash", "flashdeck completion zsh"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(context: Context, shell: str) -> None:  # noqa: ARG001 (every command is given the context)
    """Print the script that makes a shell complete commands, decks, tags and cards.

    To install it, put the line of your shell where it says, and open a new one:

    \b
    bash, in ~/.bashrc:  eval "$(flashdeck completion bash)"
    zsh, in ~/.zshrc:    eval "$(flashdeck completion zsh)"      below compinit
    fish, once:          flashdeck completion fish > ~/.config/fish/completions/flashdeck.fish

    Then Tab completes commands, options, decks, tags, ids of cards, settings behind --set, and in a query what stands
    behind deck:, tag: and is:. It knows the cards as they were when flashdeck last ran.
    """  # noqa: D301 (`\b` tells click to leave the lines below it as they are)
    from flashdeck.commands.shells import SHELLS

    root = click.get_current_context().find_root()
    script = SHELLS[shell](root.command, {}, "flashdeck", COMPLETING).source()
    click.echo(script, nl=False)
