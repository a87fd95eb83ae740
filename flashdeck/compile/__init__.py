"""Markdown text to notes, cards and diagnostics: pure, and never raising on what a card file holds.

The road of a card: bytes -> `Source` -> `Block` -> `Draft` -> `Note` -> `Card`. Each step may add diagnostics.
"""

from flashdeck.compile.files import Compiled, compile_file
from flashdeck.compile.freshness import Freshness
from flashdeck.compile.identity import Claim, Linked, claim, derive_guid, link
from flashdeck.compile.media import Listing
from flashdeck.compile.notetypes import cards
from flashdeck.compile.source import quoted

__all__ = [
    "Claim",
    "Compiled",
    "Freshness",
    "Linked",
    "Listing",
    "cards",
    "claim",
    "compile_file",
    "derive_guid",
    "link",
    "quoted",
]
