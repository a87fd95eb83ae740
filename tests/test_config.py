"""Settings: their table, their ranges, where they come from; and how a collection is found."""

from __future__ import annotations

import sys
from dataclasses import fields
from datetime import time, timedelta
from pathlib import Path

import pytest

from flashdeck.config import (
    ACTIONS,
    SETTINGS,
    AnkiOptions,
    NoCollectionError,
    Settings,
    find_collection,
    load,
    plain,
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


def test_the_defaults_of_the_anki_scheduler_are_ankis() -> None:
    """Those of a new deck in Anki; what both kinds of scheduler know is as the setting for all of them."""
    settings = load(None).settings
    assert settings.anki == AnkiOptions(
        learning_steps=(60, 600),
        relearning_steps=(600,),
        graduating_interval=1,
        easy_interval=4,
        starting_ease=2.5,
        hard_interval=1.2,
        easy_bonus=1.3,
        interval_modifier=1.0,
        new_interval=0.0,
        minimum_interval=1,
        learn_ahead=timedelta(minutes=20),
        fuzz=True,
    )
    assert (settings.leeches_from, settings.suspends_leeches) == (8, False)


def test_the_table_and_the_fields_agree() -> None:
    """Each line of the table has its field with the same default, and each field for a value its line."""
    for kind, table in ((Settings, ""), (AnkiOptions, "anki")):
        assert {setting.attribute: setting.default for setting in SETTINGS if setting.table == table} == {
            field.name: field.default for field in fields(kind) if field.name not in ("anki", "keys", "decks")
        }


def test_every_default_is_in_its_own_range() -> None:
    """What a person copies out of `flashdeck config` is accepted."""
    for setting in SETTINGS:
        assert setting.parse(plain(setting.default)) == setting.default


def test_what_a_deck_may_override() -> None:
    """What concerns single cards; not what concerns the day or the whole collection."""
    assert {setting.full_name for setting in SETTINGS if not setting.of_deck} == {
        "scheduler",
        "new-cards-ignore-review-limit",
        "new-order",
        "rollover",
        "deck-prefix",
        "stale-after",
        "anki.learn-ahead",
        *(f"keys.{action.name}" for action in ACTIONS),
    }


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
        ('scheduler = "sm3"', '`scheduler = "sm3"` in {file} is out of range: sm2, anki, fsrs.'),
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


# ---------------------------------------------------------------------------------------------- Anki's options


def test_ankis_options_stand_in_a_table_of_their_own(tmp_path: Path) -> None:
    """Steps are text or a list of delays, factors are numbers or percentages."""
    write(
        tmp_path / "flashdeck.toml",
        'scheduler = "anki"\n[anki]\nlearning-steps = "30s 15m 1d"\nrelearning-steps = ["2h"]\n'
        'hard-interval = "110%"\neasy-bonus = 2\nfuzz = false\n',
    )
    loaded = load(tmp_path)
    anki = loaded.settings.anki
    assert (anki.learning_steps, anki.relearning_steps) == ((30, 900, 86400), (7200,))
    assert (anki.hard_interval, anki.easy_bonus, anki.fuzz) == (1.1, 2.0, False)
    assert (loaded.origins["anki.fuzz"], loaded.origins["anki.easy-interval"]) == ("flashdeck.toml", "default")


@pytest.mark.parametrize("written", ['""', "[]"])
def test_no_steps_at_all(tmp_path: Path, written: str) -> None:
    """A card then graduates with its first answer."""
    write(tmp_path / "flashdeck.toml", f"[anki]\nlearning-steps = {written}\n")
    assert load(tmp_path).settings.anki.learning_steps == ()


@pytest.mark.parametrize(
    ("line", "range_text"),
    [
        ('learning-steps = "10"', 'delays such as "1m 10m", or ""'),
        ('learning-steps = "1.5m"', 'delays such as "1m 10m", or ""'),
        ('learning-steps = "0s"', 'delays such as "1m 10m", or ""'),
        ("starting-ease = 1.3", "1.31 to 5"),
        ("hard-interval = 1.31", "0.5 to 1.3"),
        ("easy-bonus = 0.9", "1 to 5"),
        ("interval-modifier = 2.1", "0.5 to 2"),
        ("new-interval = 1.1", "0 to 1"),
        ("new-interval = nan", "0 to 1"),
        ("minimum-interval = 0", "1 to 36500"),
        ("maximum-interval = 36501", "1 to 36500"),
        ('leech-action = "delete"', "tag or suspend"),
        ('learn-ahead = "soon"', 'a delay such as "20m"'),
    ],
)
def test_an_option_of_ankis_out_of_range(tmp_path: Path, line: str, range_text: str) -> None:
    """Ranges are those that Anki holds its own options to."""
    file = write(tmp_path / "flashdeck.toml", f"[anki]\n{line}\n")
    assert refusal(tmp_path).message == f"`{line}` in {file}, [anki] is out of range: {range_text}."


def test_an_option_that_anki_does_not_have(tmp_path: Path) -> None:
    """The nearest name is told."""
    file = write(tmp_path / "flashdeck.toml", '[anki]\nlearning-step = "1m"\n')
    assert refusal(tmp_path).message == (
        f"{file}, [anki]: there is no setting `learning-step` here; did you mean `learning-steps`?"
    )


def test_a_bare_name_sets_every_setting_of_that_name() -> None:
    """What one call overrides need not say in which table it stands."""
    settings = load(None, [("leech-threshold", "3"), ("fuzz", "false"), ("anki.easy-bonus", "1.5")]).settings
    assert (settings.leech_threshold, settings.anki.leech_threshold) == (3, 3)
    assert (settings.anki.fuzz, settings.anki.easy_bonus) == (False, 1.5)


def test_decks_may_have_options_of_ankis(tmp_path: Path) -> None:
    """By their bare names, or in a table of their own, and the nearest deck wins."""
    write(
        tmp_path / "flashdeck.toml",
        '[anki]\neasy-interval = 5\n[decks."gpu"]\nlearning-steps = "5m"\n'
        '[decks."gpu::nvlink".anki]\neasy-interval = 7\n',
    )
    settings = load(tmp_path).settings
    below = settings.for_deck("gpu::nvlink")
    assert (below.anki.learning_steps, below.anki.easy_interval) == ((300,), 7)
    assert settings.for_deck("gpu").anki.easy_interval == 5
    assert settings.for_deck("comp").anki.learning_steps == (60, 600)


def test_where_anki_has_no_value_the_general_setting_holds() -> None:
    """`max-interval` and the two settings for leeches count under every scheduler."""
    settings = load(None, [("scheduler", "anki"), ("max-interval", "90"), ("leech-action", "suspend")]).settings
    in_force = {setting.full_name: settings.value_of(setting) for setting in SETTINGS}
    assert (in_force["anki.maximum-interval"], in_force["anki.leech-threshold"]) == (90, 8)
    assert settings.suspends_leeches


# ---------------------------------------------------------------------------------------------- keys of a review


def test_keys_of_a_review_are_set_by_what_they_do(tmp_path: Path) -> None:
    """One or several for each, separated by spaces or as a list; what is not named keeps its own."""
    write(tmp_path / "flashdeck.toml", '[keys]\nagain = "1 j"\nbury = ["b", "-"]\nnext = "space l"\n')
    loaded = load(tmp_path)
    keys = loaded.settings.keys
    assert (keys["again"], keys["bury"], keys["next"], keys["hard"]) == (("1", "j"), ("b", "-"), ("space", "l"), ("2",))
    assert (loaded.origins["keys.again"], loaded.origins["keys.hard"]) == ("flashdeck.toml", "default")
    assert load(None, [("bury", "b")]).settings.keys["bury"] == ("b",)


def test_every_key_of_a_review_does_one_thing() -> None:
    """As they are where nothing is set."""
    keys = [key for action in ACTIONS for key in action.keys]
    assert len(keys) == len(set(keys))


def test_a_key_for_two_things_is_refused(tmp_path: Path) -> None:
    """Also where one of them has it by default; the sentence names the file, or the option, and both."""
    path = write(tmp_path / "flashdeck.toml", '[keys]\nbury = "s"\n')
    error = refusal(tmp_path)
    assert error.message == f"{path}, [keys]: `s` is a key of `skip` and of `bury`; give one of them another."
    assert error.exit_code == 1
    error = refusal(None, ("bury", "s"))
    assert (error.message[:5], error.exit_code) == ("--set", 2)


def test_two_keys_may_change_places(tmp_path: Path) -> None:
    """What counts is what is in force in the end."""
    write(tmp_path / "flashdeck.toml", '[keys]\nskip = "-"\nbury = "s"\n')
    assert load(tmp_path).settings.keys["skip"] == ("-",)


@pytest.mark.parametrize("value", ['""', '"tab"', '"ctrl+b"', '"bb"', "[]", "3", '["\\t"]', "[1]"])
def test_what_is_no_key_is_refused(tmp_path: Path, value: str) -> None:
    """Each is a character, or Space or Enter by name."""
    path = write(tmp_path / "flashdeck.toml", f"[keys]\nbury = {value}\n")
    assert str(path) in refusal(tmp_path).message
    assert "characters, space, enter" in refusal(tmp_path).message


def test_an_unknown_name_among_the_keys_is_told_with_the_nearest(tmp_path: Path) -> None:
    """Only what can be done in a review has keys."""
    path = write(tmp_path / "flashdeck.toml", '[keys]\nburry = "b"\n')
    assert refusal(tmp_path).message == f"{path}, [keys]: there is no setting `burry` here; did you mean `bury`?"


def test_fsrs_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says how to install it."""
    monkeypatch.setitem(sys.modules, "fsrs", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert refusal(None, ("scheduler", "fsrs")).message == (
        "The fsrs scheduler needs the package `fsrs`: `pip install 'flashdeck[fsrs]'` installs it."
    )


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
