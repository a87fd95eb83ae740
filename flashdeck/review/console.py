"""Keys of a Windows console."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt

    class ConsoleKeys:
        """Keys without echo and without waiting for a line end."""

        def read(self) -> str:
            """The next key; a function or arrow key comes as one key of two characters."""
            key = msvcrt.getwch()
            if key in "\x00\xe0":
                return key + msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            if key in "\x04\x1a":
                return ""
            return "\n" if key == "\r" else key

        def new_card(self) -> None:
            """Drop what was typed ahead."""
            while msvcrt.kbhit():
                msvcrt.getwch()
