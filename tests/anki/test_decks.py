from __future__ import annotations

from flashdeck.anki.decks import decks_of
from flashdeck.config import Settings


def test_ids_follow_from_the_name_alone() -> None:
    """The same id in every export and on every machine, and one deck where names differ in case alone."""
    decks = decks_of(["gpu", "GPU", "gpu::h100", "gpu"])
    assert {folded: deck.name for folded, deck in decks.items()} == {"gpu": "gpu", "gpu::h100": "gpu::h100"}
    assert decks["gpu"].deck_id == decks_of(["x", "Gpu"])["gpu"].deck_id
    assert len({deck.deck_id for deck in decks.values()} | {1}) == 3


def test_f7_the_default_deck_is_ankis_own() -> None:
    """A deck of that name is the one that every profile has; another id would make a second, renamed one."""
    assert decks_of(["default"])["default"].deck_id == 1


def test_the_decks_above_are_there_with_their_options() -> None:
    """Also those of the prefix: Anki would make them with options of its own, whose limits hold for all below."""
    settings = Settings(deck_prefix="mine::all", decks={"gpu": {"new-per-day": 3}, "gpu::h100": {"new-per-day": 4}})
    decks = decks_of(["gpu::h100::sxm", "net"], settings)
    assert {deck.name: deck.preset.name for deck in decks.values()} == {
        "mine": "flashdeck",
        "mine::all": "flashdeck",
        "mine::all::gpu": "flashdeck gpu",
        "mine::all::gpu::h100": "flashdeck gpu::h100",
        "mine::all::gpu::h100::sxm": "flashdeck gpu::h100",
        "mine::all::net": "flashdeck",
    }
