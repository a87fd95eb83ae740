"""The person's own editor: which it is, how it is told a line, and the terminal while it has it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePath

from flashdeck.model import UserError

VARIABLES = ("VISUAL", "EDITOR")

_PLUS_LINE = frozenset(
    {
        "vi",
        "vim",
        "nvim",
        "view",
        "vis",
        "nano",
        "pico",
        "emacs",
        "emacsclient",
        "mg",
        "jed",
        "micro",
        "kak",
        "joe",
        "ne",
    }
)
_GO_TO = frozenset({"code", "code-insiders", "codium", "vscodium"})
_COLON_LINE = {"hx": (), "helix": (), "subl": ("-w",), "sublime_text": ("-w",)}


def command(variables: Mapping[str, str], file: Path, line: int) -> list[str]:
    """What opens `file` at `line`: $VISUAL, $EDITOR, or what every system has; as a list, for no shell to read.

    Raises UserError where the variable cannot be split into words.
    """
    name, configured = next(((name, text) for name in VARIABLES if (text := variables.get(name, "").strip())), ("", ""))
    words = _split(name, configured) if configured else [_default()]
    return [*words, *_place(words, str(file), line)]


def _split(name: str, configured: str) -> list[str]:
    import shlex

    try:
        words = shlex.split(configured, posix=sys.platform != "win32")
    except ValueError as error:
        raise UserError(f"${name} is no command ({error}): {configured}") from None
    return [word.strip('"') for word in words] if sys.platform == "win32" else words


def _default() -> str:
    return "notepad" if sys.platform == "win32" else "vi"


def _place(words: list[str], file: str, line: int) -> list[str]:
    """The words that name the file, with its line where the editor is known to understand one."""
    editor = PurePath(words[0]).name.lower().partition(".")[0]
    if editor in _PLUS_LINE:
        return [f"+{line}", file]
    if editor in _GO_TO:
        return [*([] if {"--wait", "-w"} & {*words} else ["--wait"]), "--goto", f"{file}:{line}"]
    if editor in _COLON_LINE:
        return [*(option for option in _COLON_LINE[editor] if not {"--wait", "-w"} & {*words}), f"{file}:{line}"]
    return [file]


def edit(file: Path, line: int) -> None:
    """Open the file at the line in the person's editor, and wait for its end; what was typed ahead then is dropped.

    Raises UserError where there is no terminal for it, and where it cannot be started.
    """
    import subprocess

    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise UserError(f"An editor needs a terminal: {file}, line {line}, can be edited elsewhere.")
    words = command(os.environ, file, line)
    program = shutil.which(words[0])
    if program is None:
        raise UserError(f"There is no editor `{words[0]}`: let the variable EDITOR name yours.")
    with _signals_are_the_editors():
        try:
            subprocess.call([program, *words[1:]])
        except OSError as error:
            raise UserError(f"`{words[0]}` cannot be started: {error.strerror}.") from error
    _drop_what_was_typed()


if sys.platform == "win32":

    @contextmanager
    def _signals_are_the_editors() -> Iterator[None]:
        """Ctrl-C in the editor is no Ctrl-C here."""
        ours = signal.signal(signal.SIGINT, _nothing)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, ours)

    def _drop_what_was_typed() -> None:
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()

else:
    import termios

    @contextmanager
    def _signals_are_the_editors() -> Iterator[None]:
        """Ctrl-C in the editor is no Ctrl-C here, and Ctrl-Z stops both without touching the terminal's mode.

        An event loop that waits for signals is not woken meanwhile, since it would hear of them afterwards.
        """
        woken = signal.set_wakeup_fd(-1)
        ours = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTSTP, signal.SIGCONT)}
        ours[signal.SIGINT] = signal.signal(signal.SIGINT, _nothing)
        try:
            yield
        finally:
            for number, action in ours.items():
                signal.signal(number, action)
            signal.set_wakeup_fd(woken)

    def _drop_what_was_typed() -> None:
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _nothing(*_: object) -> None:
    """Unlike a signal that is ignored, one with a handler is not ignored by the program that is started."""
