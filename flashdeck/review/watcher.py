"""The process that cleans up behind a review that was killed; `guard` runs this file by its path.

Its input is a pipe whose other end only the review holds, its output is the terminal. The pipe tells at once how the
terminal was and how to say farewell to it, and ends when the review dies. A review that ends by itself stops this
process first, so it never prints in an ordinary exit.
"""

import marshal
import os
import sys
import termios


def main() -> None:
    """Wait for the end, then give the terminal back as it was."""
    mode, farewell = marshal.loads(sys.stdin.buffer.read())  # noqa: S302 - from our own review, through our own pipe
    termios.tcsetattr(1, termios.TCSANOW, mode)
    os.write(1, farewell)


if __name__ == "__main__":
    main()
