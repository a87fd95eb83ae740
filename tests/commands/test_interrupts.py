"""Ctrl-C while a command is at work."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks import corpus

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends an interrupt as a terminal of Unix does")


def due(folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "flashdeck", "--collection", str(folder), "due"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def test_an_interrupt_during_the_first_compile(tmp_path: Path) -> None:
    """It ends with 130 and without a word, also in the processes that compile; the next command makes it whole."""
    corpus.write(tmp_path, 6000)  # enough to be compiled by several processes
    codes = []
    for wait in (0.0, 0.1, 0.3):
        shutil.rmtree(tmp_path / ".flashdeck", ignore_errors=True)  # whose index tells that the process is at work
        process = due(tmp_path)
        until = time.monotonic() + 30
        while not (tmp_path / ".flashdeck" / "index.db").exists() and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        # Met while it runs the text of a dataclass, CPython ends itself by the signal; a shell shows 130 for that too.
        codes.append(130 if process.returncode == -signal.SIGINT else process.returncode)
        assert b"Traceback" not in errors
    assert set(codes) <= {0, 130}
    assert 130 in codes
    process = due(tmp_path)
    output, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, b"")
    assert b"total" in output
