"""Real shells on a pseudo-terminal, in which somebody presses Tab."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect

_PROGRAM = """\
#!/bin/sh
if [ -n "$_FLASHDECK_COMPLETE" ] || [ "$1" = completion ]; then exec {python} -m flashdeck "$@"; fi
printf 'words:'; printf '%s|' "$@"; echo '!'
"""

_SETUP = {
    "bash": "bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; source <(flashdeck completion bash)",
    "zsh": "unsetopt zle_bracketed_paste prompt_sp; autoload -Uz compinit; compinit -u -D; "
    "source <(flashdeck completion zsh)",
    "fish": "flashdeck completion fish | source",
}
_START = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["-N", "-i"]}
INSTALLED = tuple(shell for shell in _SETUP if shutil.which(shell))


@contextmanager
def at_a_prompt(shell: str, folder: Path) -> Iterator[pexpect.spawn[str]]:
    """A shell in the folder, with a `flashdeck` that completes and else prints the words that it is given."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    program = programs / "flashdeck"
    program.write_text(_PROGRAM.format(python=shlex.quote(sys.executable)), encoding="utf-8")
    program.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "INPUTRC": os.devnull,
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb" if shell == "bash" else "xterm",
    }
    child = pexpect.spawn(
        shell, _START[shell], cwd=folder, env=environment, encoding="utf-8", timeout=30, dimensions=(40, 200)
    )
    try:
        child.sendline(f"{_SETUP[shell]}; echo shell-is-'ready'")
        child.expect("shell-is-ready")
        yield child
    finally:
        child.close(force=True)


def completed(child: pexpect.spawn[str], line: str) -> list[str]:
    """The words behind `flashdeck` after Tab and Enter, as the program gets them."""
    child.send(f"{line}\t\r")
    child.expect(r"words:(.*)!")
    assert isinstance(child.match, re.Match)
    return str(child.match[1]).removesuffix("|").split("|")
