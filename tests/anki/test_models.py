from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

import genanki
import pytest

from flashdeck.anki.models import CLOZE, MOD, STANDARD, NoteModel, css

RELEASED = [
    # (MOD, digest of what Anki gets): append a line when a template, a name or the style changes; never edit one.
    (1_796_040_000, "441f8fe7e5c3adcc"),
    (1_796_094_000, "2513b079a2a3bd44"),
]


def ids(model: NoteModel) -> tuple[list[int], list[int]]:
    return [field.id for field in model.fields], [template.id for template in model.templates]


def test_r42_f3_the_fields_and_templates_of_the_standard_type_are_frozen() -> None:
    """Anki skips every update of a type whose fields or cards are not the ones it knows: these never change."""
    assert STANDARD.id == 1_403_934_277
    assert ids(STANDARD) == (
        [
            5_000_850_175_335,
            2_597_796_483_373,
            3_022_029_251_061,
            3_096_426_730_491,
            3_797_793_578_739,
            2_764_936_111_132,
            8_487_954_466_018,
            6_162_695_041_022,
            1_061_773_378_188,
            4_884_352_102_843,
            3_927_586_450_608,
            1_430_538_683_515,
            1_076_831_031_751,
            3_867_161_480_405,
        ],
        [6_243_631_278_400, 2_844_781_174_211],
    )


def test_r42_f3_the_fields_and_templates_of_the_cloze_type_are_frozen() -> None:
    """As for the standard type."""
    assert CLOZE.id == 1_084_116_727
    assert ids(CLOZE) == (
        [
            6_728_794_336_224,
            1_733_340_982_949,
            4_821_795_373_589,
            8_836_016_523_648,
            8_761_639_777_276,
            2_107_227_840_469,
            2_826_149_134_073,
            3_312_713_561_443,
            8_909_738_543_355,
            4_963_099_524_294,
        ],
        [6_343_713_735_198],
    )


def test_f3_mod_moves_with_what_anki_shows_and_only_then() -> None:
    """A change of a name, a template or the style reaches nobody unless MOD is later than in every release before."""
    content = json.dumps([asdict(STANDARD), asdict(CLOZE), css()], ensure_ascii=False)
    digest = hashlib.sha256(content.encode()).hexdigest()[:16]
    assert (MOD, digest) == RELEASED[-1], "give MOD a later time, and append it with the digest to RELEASED"
    mods, digests = zip(*RELEASED, strict=True)
    assert list(mods) == sorted(set(mods))
    assert len(set(digests)) == len(digests)


def test_r44_ids_are_constants_that_meet_no_others() -> None:
    """No id is used twice, and none is one of genanki's ready-made types, which other decks bring."""
    own = [STANDARD.id, CLOZE.id, *(number for model in (STANDARD, CLOZE) for part in ids(model) for number in part)]
    ready_made = {model.model_id for model in vars(genanki).values() if isinstance(model, genanki.Model)}
    assert len(set(own)) == len(own)
    assert ready_made
    assert ready_made.isdisjoint(own)


def test_a_note_fills_fields_by_name() -> None:
    """Fields that are not named stay empty; a name that is no field is a fault of the caller."""
    values = CLOZE.values({"Text": "t", "Guid": "g"})
    assert values[0] == "t"
    assert sorted(values) == [""] * 8 + ["g", "t"]
    with pytest.raises(KeyError, match="Frnt"):
        STANDARD.values({"Frnt": "x"})
