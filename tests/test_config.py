"""Settings: their table, their ranges, where they come from; and how a collection is found."""

from __future__ import annotations

from dataclasses import fields
from datetime import time
from pathlib import Path

import pytest

from flashdeck.config import (
    DECK_SETTINGS,
    SETTINGS,
    NoCollectionError,
    Settings,
    find_collection,
    load,
)
from flashdeck.model import UserError


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def refusal(root: Path | None, *overrides: tuple[str, str]) -> UserError:
    with pytest.raises(UserError) as caught:
        load(root, overrides)
    return caught.value


# ---------------------------------------------------------------------------------------------- the table


def test_the_defaults_are_those_of_the_contract() -> None:
    """Without a file every setting stands at the value that the manual names."""
    assert load(None).settings == Settings(
        scheduler="sm2",
        new_per_day=20,
        reviews_per_day=200,
        rollover=time(4, 0),
        max_interval=36500,
        leech_threshold=8,
        bury_siblings=True,
        deck_prefix="",
        stale_after_months=18,
        decks={},
    )


def test_the_table_and_the_fields_agree() -> None:
    """Each line of the table has its field with the same default, and each field but `decks` its line."""
    assert {setting.attribute: setting.default for setting in SETTINGS} == {
        field.name: field.default for field in fields(Settings) if field.name != "decks"
    }


def test_every_default_is_in_its_own_range() -> None:
    """What a person copies out of `flashdeck config` is accepted."""
    for setting in SETTINGS:
        assert setting.parse(setting.default) == setting.default


def test_what_a_deck_may_override_are_settings() -> None:
    """The list for decks names settings of the table."""
    assert set(DECK_SETTINGS) <= {setting.name for setting in SETTINGS}


# ---------------------------------------------------------------------------------------------- files


def test_flashdeck_toml(tmp_path: Path) -> None:
    """Its keys stand at the top level, and origins name the file."""
    write(tmp_path / "flashdeck.toml", 'new-per-day = 5\nrollover = "03:30"\nstale-after = "2 years"\n')
    loaded = load(tmp_path)
    assert (loaded.settings.new_per_day, loaded.settings.rollover) == (5, time(3, 30))
    assert loaded.settings.stale_after_months == 24
    assert loaded.origins["new-per-day"] == "flashdeck.toml"
    assert loaded.origins["scheduler"] == "default"


def test_pyproject_toml(tmp_path: Path) -> None:
    """The same keys below [tool.flashdeck]; other tools' tables are theirs."""
    write(tmp_path / "pyproject.toml", "[tool.ruff]\nfoo = 1\n[tool.flashdeck]\nbury-siblings = false\n")
    loaded = load(tmp_path)
    assert loaded.settings.bury_siblings is False
    assert loaded.origins["bury-siblings"] == "pyproject.toml"


def test_a_toml_time_is_a_rollover(tmp_path: Path) -> None:
    """TOML's own times are taken as well as text."""
    write(tmp_path / "flashdeck.toml", "rollover = 05:15:00\n")
    assert load(tmp_path).settings.rollover == time(5, 15)


def test_a_byte_order_mark_is_no_part_of_the_settings(tmp_path: Path) -> None:
    """An editor on Windows may put one before the first key."""
    (tmp_path / "flashdeck.toml").write_bytes(b"\xef\xbb\xbfnew-per-day = 7\r\n")
    assert load(tmp_path).settings.new_per_day == 7


def test_an_override_for_one_call_beats_the_file(tmp_path: Path) -> None:
    """`--set` is stronger than the file, and the last of two is the one that holds."""
    write(tmp_path / "flashdeck.toml", "new-per-day = 5\n")
    loaded = load(tmp_path, [("new-per-day", "6"), ("new-per-day", "7"), ("bury-siblings", "false")])
    assert (loaded.settings.new_per_day, loaded.settings.bury_siblings) == (7, False)
    assert loaded.origins["new-per-day"] == "--set"


def test_settings_in_two_files_are_refused(tmp_path: Path) -> None:
    """With both files nobody could say which one holds."""
    write(tmp_path / "flashdeck.toml", "new-per-day = 5\n")
    write(tmp_path / "pyproject.toml", "[tool.flashdeck]\nnew-per-day = 6\n")
    error = refusal(tmp_path)
    assert "keep them in one of the two" in error.message
    assert error.exit_code == 1


def test_an_empty_table_beside_flashdeck_toml_is_fine(tmp_path: Path) -> None:
    """`[tool.flashdeck]` alone marks a collection and sets nothing."""
    write(tmp_path / "flashdeck.toml", "new-per-day = 5\n")
    write(tmp_path / "pyproject.toml", "[tool.flashdeck]\n")
    assert load(tmp_path).settings.new_per_day == 5


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("new-per-dya = 5", "{file}: there is no setting `new-per-dya` here; did you mean `new-per-day`?"),
        ("zzz = 5", "{file}: there is no setting `zzz` here; `flashdeck config` lists the settings."),
        ("new-per-day = -1", "`new-per-day = -1` in {file} is out of range: 0 to 9999."),
        ("new-per-day = true", "`new-per-day = true` in {file} is out of range: 0 to 9999."),
        ("new-per-day = 2.5", "`new-per-day = 2.5` in {file} is out of range: 0 to 9999."),
        ("new-per-day = [1]", "`new-per-day = [1]` in {file} is out of range: 0 to 9999."),
        ("max-interval = 365001", "`max-interval = 365001` in {file} is out of range: 1 to 365000."),
        ("leech-threshold = 10000", "`leech-threshold = 10000` in {file} is out of range: 0 to 9999."),
        ("bury-siblings = 1", "`bury-siblings = 1` in {file} is out of range: true or false."),
        ("bury-siblings = []", "`bury-siblings = []` in {file} is out of range: true or false."),
        ('scheduler = "sm3"', '`scheduler = "sm3"` in {file} is out of range: sm2.'),
        ('rollover = "24:00"', '`rollover = "24:00"` in {file} is out of range: 00:00 to 23:59.'),
        ('rollover = "4"', '`rollover = "4"` in {file} is out of range: 00:00 to 23:59.'),
        ("rollover = 4", "`rollover = 4` in {file} is out of range: 00:00 to 23:59."),
        ('deck-prefix = "a::"', '`deck-prefix = "a::"` in {file} is out of range: a deck name, parts joined by ::.'),
        (
            'stale-after = "51 years"',
            '`stale-after = "51 years"` in {file} is out of range: 1 to 600, or "2 years".',
        ),
        (
            '[decks."gpu"]\nrollover = "05:00"',
            '{file}, [decks."gpu"]: there is no setting `rollover` here; `flashdeck config` lists the settings.',
        ),
        (
            '[decks."gpu"]\nnew-per-day = "x"',
            '`new-per-day = "x"` in {file}, [decks."gpu"] is out of range: 0 to 9999.',
        ),
        ("decks = 1", '{file}: `decks` holds one table for each deck: write [decks."NAME"] above its settings.'),
        ("new-per-day", "{file} is not valid TOML: Expected '=' after a key in a key/value pair (at end of document)."),
        (
            "new-per-day = 1\nrollover = 04:\n",
            "{file} is not valid TOML: Invalid initial character for a key part (at line 2, column 12).",
        ),
    ],
)
def test_a_wrong_line_of_the_file_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    """It names the file, the key, the value and the range, or the nearest name."""
    file = write(tmp_path / "flashdeck.toml", text)
    error = refusal(tmp_path)
    if "TOML" in sentence:  # the words are Python's and differ between its versions
        assert error.message.startswith(sentence.format(file=file).split(": ")[0])
        assert "line 2" in error.message or "end of document" in error.message
    else:
        assert error.message == sentence.format(file=file)
    assert error.exit_code == 1


def test_a_file_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    """Bytes of another encoding are no settings."""
    (tmp_path / "flashdeck.toml").write_bytes(b'new-per-day = 5\ndeck-prefix = "\xe9"\n')
    file = tmp_path / "flashdeck.toml"
    assert refusal(tmp_path).message == f"{file}, line 2: the file is not UTF-8; save it as UTF-8."


def test_a_wrong_override_is_wrong_usage(tmp_path: Path) -> None:
    """`--set` stands on the command line: exit code 2."""
    unknown = refusal(tmp_path, ("new", "5"))
    assert unknown.message.startswith("--set: there is no setting `new` here; ")
    out_of_range = refusal(tmp_path, ("new-per-day", "many"))
    assert out_of_range.message == '`new-per-day = "many"` in --set is out of range: 0 to 9999.'
    assert (unknown.exit_code, out_of_range.exit_code) == (2, 2)


# ---------------------------------------------------------------------------------------------- decks


def test_the_nearest_override_of_a_deck_holds(tmp_path: Path) -> None:
    """A deck's own line beats that of a deck above it; neither touches a deck whose name only begins alike."""
    write(
        tmp_path / "flashdeck.toml",
        'reviews-per-day = 90\n[decks."gpu"]\nnew-per-day = 5\nbury-siblings = false\n'
        '[decks."gpu::nvlink"]\nnew-per-day = 2\n',
    )
    loaded = load(tmp_path)
    settings = loaded.settings
    below = settings.for_deck("gpu::nvlink::rates")
    assert (below.new_per_day, below.bury_siblings, below.reviews_per_day) == (2, False, 90)
    assert settings.for_deck("gpu").new_per_day == 5
    assert settings.for_deck("gpus").new_per_day == 20
    assert settings.for_deck("network") == settings
    assert loaded.origins["decks.gpu::nvlink.new-per-day"] == "flashdeck.toml"


# ---------------------------------------------------------------------------------------------- finding


def test_the_nearest_settings_above_name_the_collection(tmp_path: Path) -> None:
    """From deep inside, the folder with `flashdeck.toml` is found, not the `cards/` of somebody else on the way."""
    write(tmp_path / "flashdeck.toml", "")
    deep = tmp_path / "cards" / "gpu" / "cards" / "x"
    deep.mkdir(parents=True)
    assert find_collection(deep) == tmp_path


def test_a_pyproject_marks_a_collection_only_with_its_table(tmp_path: Path) -> None:
    """Another project's `pyproject.toml`, even a broken one, is walked past."""
    write(tmp_path / "pyproject.toml", "[tool.flashdeck]\n")
    inner = write(tmp_path / "inner" / "pyproject.toml", "[tool.ruff]\n").parent
    broken = write(inner / "broken" / "pyproject.toml", "[tool.").parent
    assert find_collection(broken) == tmp_path


def test_a_broken_pyproject_that_speaks_of_flashdeck_is_told(tmp_path: Path) -> None:
    """It may be the one that holds the settings."""
    write(tmp_path / "pyproject.toml", "[tool.flashdeck\n")
    with pytest.raises(UserError, match="not valid TOML"):
        find_collection(tmp_path)


def test_without_settings_a_folder_of_cards_is_a_collection(tmp_path: Path) -> None:
    """The nearest folder above that has `cards/`."""
    (tmp_path / "cards" / "gpu").mkdir(parents=True)
    assert find_collection(tmp_path / "cards" / "gpu") == tmp_path


def test_no_collection_anywhere(tmp_path: Path) -> None:
    """The sentence tells both ways out."""
    with pytest.raises(NoCollectionError) as caught:
        find_collection(tmp_path)
    assert caught.value.message == (
        "There is no collection here or in a folder above: `flashdeck init` starts one, --collection DIR names one."
    )
    assert caught.value.exit_code == 1


def test_a_named_collection(tmp_path: Path) -> None:
    """A name is taken as it is written; one that is no folder is wrong usage, an empty folder is no collection."""
    (tmp_path / "cards").mkdir()
    assert find_collection(Path("/"), str(tmp_path)) == tmp_path
    with pytest.raises(UserError) as missing:
        find_collection(tmp_path, str(tmp_path / "gone"))
    assert missing.value.exit_code == 2
    with pytest.raises(UserError) as empty:
        find_collection(tmp_path, str(tmp_path / "cards"))
    assert empty.value.exit_code == 1
    assert f"flashdeck init {tmp_path / 'cards'}" in empty.value.message
