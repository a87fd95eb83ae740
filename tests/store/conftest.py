from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.desk import DEVICE, Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A folder without cards, where a device was named once."""
    (tmp_path / ".flashdeck").mkdir()
    (tmp_path / ".flashdeck" / "device").write_text(DEVICE + "\n")
    return Desk(tmp_path)
