"""The installed package, without what developers have: every command runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import venv
from pathlib import Path

import flashdeck
from flashdeck.cli import COMMANDS

CHECKOUT = Path(flashdeck.__file__).parent.parent
NOW = "2026-12-01T09:00:00+00:00"


def test_an_installed_wheel_runs_every_command(tmp_path: Path) -> None:
    """`pip install .` into an empty environment brings all that a first day needs, style sheet and screen included."""
    source = tmp_path / "source"  # a build leaves folders behind, and none in the checkout
    shutil.copytree(CHECKOUT / "flashdeck", source / "flashdeck", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / name, source)
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = str(programs / "python")
    quietly = ("--quiet", "--disable-pip-version-check")
    subprocess.run([python, "-m", "pip", "install", *quietly, str(source)], check=True, cwd=tmp_path)

    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "FLASHDECK"))}
    folder = tmp_path / "collection"
    ran = set()

    def call(*arguments: str, keys: str = "", code: int = 0) -> str:
        run = subprocess.run(
            [str(programs / "flashdeck"), "--now", NOW, *arguments],
            cwd=folder if folder.exists() else tmp_path,
            input=keys,
            capture_output=True,
            encoding="utf-8",
            check=False,
            env={**clean, "PYTHONUTF8": "1"},
        )
        assert run.returncode == code, run.stderr
        ran.add(arguments[0])
        return run.stdout

    call("init", "collection")
    assert call("check") == ""
    assert json.loads(call("due", "--json"))["total"]["new"] == 3
    call("review", "--plain", keys=" 3 4 1q")
    assert len(json.loads(call("cards", "--json", "--html"))["cards"]) == 5
    assert json.loads(call("undo", "--json"))["event"]["rating"] == "again"
    assert "good" in call("simulate", "good", "again")
    package = json.loads(call("export", "--json"))
    assert len(package["notes"]["new"]) == 3
    assert len(json.loads(call("import", package["file"], "--json"))["notes"]["unchanged"]) == 3
    assert call("stamp") == ""
    assert "new-per-day = 20" in call("config")
    assert json.loads(call("stats", "--json"))["reviews"]["count"] == 2
    for command in ("suspend", "unsuspend", "bury", "flag", "reset", "set-due"):
        assert "h100-memory" in call(command, "h100-memory", "--json")
    call("undo")
    call("redo")
    call("doctor")
    assert "_flashdeck_completion" in call("completion", "bash")
    assert call("help", "review").startswith("NAME\n")
    assert ran == set(COMMANDS)
    subprocess.run([python, "-c", "import flashdeck.review.screen"], check=True, cwd=tmp_path, env=clean)
