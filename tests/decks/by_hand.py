"""What the drills ask, worked out independently: a function of the drawn numbers for each drill, by its id."""

from __future__ import annotations

from tests.decks.by_hand_sites import SITES
from tests.decks.by_hand_training import TRAINING

BY_HAND = {**SITES, **TRAINING}
"""Each gives an amount and its unit."""
