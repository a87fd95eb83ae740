from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from flashdeck.anki.adopting import adopt as module
from flashdeck.anki.adopting.adopt import adopt, adopt_progress
from flashdeck.anki.adopting.report import Report
from flashdeck.compile import compile_file
from flashdeck.config import Settings
from flashdeck.model import CardKey, EventKind, UserError
from flashdeck.store.collection import Collection
from flashdeck.store.texts import deck_of
from tests.anki.conftest import Folder
from tests.anki.engine import Profile
from tests.anki.reading.packages import NOTE, small, written_by_anki

LATER = (datetime.now().astimezone() + timedelta(minutes=1)).isoformat()  # the engine reads the real clock


def utc(_: datetime) -> int:
    """Everybody here lives on the meridian."""
    return 0


def quiet(_: str, __: float) -> None:
    """Nobody watches."""


def take(folder: Folder, file: Path, how: Callable[..., Report] = adopt, now: str = LATER, **more: Any) -> Report:
    """Import as the command does."""
    settings = more.pop("settings", None)
    with folder.open(now, settings) as collection:
        return how(collection, file, utc, track=quiet, **more)


def add(anki: Profile, kind: str, *fields: str, deck: str = "Chips::Wafer scale", tags: tuple[str, ...] = ()) -> Any:
    """A note of a stock type, as a person adds one."""
    note = anki.col.new_note(anki.col.models.by_name(kind))
    note.fields = list(fields)
    note.tags = list(tags)
    anki.col.add_note(note, anki.col.decks.id(deck))
    return note


def fill(anki: Profile, folder: Path) -> None:
    """Notes of each stock kind, a picture, answers, marks."""
    (folder / "Ring diagram.PNG").write_bytes(b"\x89PNG ring")
    picture = anki.col.media.add_file(str(folder / "Ring diagram.PNG"))
    add(anki, "Basic", "How much HBM?", "<b>80 GB</b>", tags=("gpu", "memory"))
    add(anki, "Basic (and reversed card)", "reduce-scatter", "One shard on each rank")
    add(anki, "Cloze", "Ring: {{c1::reduce-scatter}} and {{c3::all-gather::second}}", "Both")
    add(anki, "Basic", "Which ring?", f'<img src="{picture}">', deck="Networks")
    add(anki, "Basic (type in the answer)", "Maker of the CS-3?", "Cerebras", deck="Chips")
    anki.answer(4)
    ids = anki.col.db.list("select id from cards order by nid, ord")
    anki.col.set_user_flag_for_cards(3, ids[:1])
    anki.col.sched.suspend_cards(ids[-1:])


def exported(anki: Profile, folder: Path, name: str = "modern.apkg") -> Path:
    return written_by_anki(anki, folder)[name]


def files(folder: Folder) -> dict[str, bytes]:
    """The card files and media."""
    paths = sorted(path for path in (folder.root / "cards").rglob("*") if path.is_file())
    return {path.relative_to(folder.root).as_posix(): path.read_bytes() for path in paths}


def log(folder: Folder) -> bytes:
    return b"".join(path.read_bytes() for path in sorted((folder.root / ".flashdeck/log").glob("*.jsonl")))


# ---------------------------------------------------------------------------------------------- notes


@pytest.mark.parametrize("name", ["legacy.apkg", "modern.apkg", "legacy.colpkg", "modern.colpkg"])
def test_notes_become_card_files(anki: Profile, folder: Folder, tmp_path: Path, name: str) -> None:
    """A file for each deck, the decks above it folders; kinds, tags, media; each with the guid that Anki knows."""
    fill(anki, tmp_path)
    guids = set(anki.notes())
    report = take(folder, exported(anki, tmp_path, name))
    assert set(files(folder)) == {
        "cards/Chips.md",
        "cards/Chips/Wafer scale.md",
        "cards/Networks.md",
        "cards/media/ring-diagram.png",
    }
    assert report.files == tuple(sorted(files(folder)))
    assert (len(report.new), report.updated, report.unchanged, report.media) == (5, (), (), 1)
    with folder.open(LATER) as collection:
        assert collection.problems == []
        assert collection.errors == 0
        notes = list(collection.notes())
        assert {note.guid for note in notes} == guids
        found = {note.front or note.context: (note.type.value, note.deck, note.tags, note.ordinals) for note in notes}
    assert found["How much HBM?"] == ("basic", "Chips::Wafer scale", ("gpu", "memory"), (0,))
    assert found["reduce-scatter"] == ("reversed", "Chips::Wafer scale", (), (0, 1))
    assert found["Maker of the CS-3?"] == ("typed", "Chips", (), (0,))
    assert found["Which ring?"] == ("basic", "Networks", (), (0,))
    (cloze,) = [note for note in notes if note.type.value == "cloze"]
    assert cloze.ordinals == (0, 2)
    assert (folder.root / "cards/media/ring-diagram.png").read_bytes() == b"\x89PNG ring"


def test_the_text_is_what_a_person_would_write(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """Markdown, without a trace of HTML."""
    add(anki, "Basic", "How much HBM?", "<b>80 GB</b><br>of <i>HBM3</i>", tags=("gpu",))
    add(anki, "Cloze", "Ring: {{c1::reduce-scatter}}", "Both")
    take(folder, exported(anki, tmp_path))
    text = files(folder)["cards/Chips/Wafer scale.md"].decode()
    assert text.startswith('## How much HBM? {#how-much-hbm tags="gpu"}\n\n**80 GB**')
    assert "Ring: {{c1::reduce-scatter}}\n\n---\n\nBoth\n" in text
    assert "<" not in text


def test_r50_where_a_card_stands_comes_along(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """Answers, flags, suspension; what the terminal asks next follows."""
    fill(anki, tmp_path)
    rows = anki.col.db.scalar("select count() from revlog")
    flagged, suspended = (
        anki.col.db.first(f"select guid, ord from cards c join notes n on n.id = nid where {which}")
        for which in ("c.flags > 0", "queue = -1")
    )
    report = take(folder, exported(anki, tmp_path))
    assert report.reviews == rows == 4
    with folder.open(LATER) as collection:
        assert collection.entry(CardKey(*flagged)).marks.flag == 3
        assert collection.entry(CardKey(*suspended)).suspended
        assert sum(entry.schedule.answers for entry in collection.entries()) == 4


# ---------------------------------------------------------------------------------------------- again


def test_a_second_import_adds_nothing(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """No byte of a card file, no line of the log."""
    fill(anki, tmp_path)
    path = exported(anki, tmp_path)
    take(folder, path)
    before = files(folder), log(folder)
    report = take(folder, path)
    assert (report.new, report.updated, report.reviews, report.media, report.files) == ((), (), 0, 0, ())
    assert len(report.unchanged) == 5
    assert (files(folder), log(folder)) == before


def test_of_a_newer_package_only_what_is_new_comes(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """A new note, a new answer, and a text that was changed there and not here; an edit of one's own stays."""
    kept, changed = add(anki, "Basic", "Kept?", "old"), add(anki, "Basic", "Changed?", "old")
    take(folder, exported(anki, tmp_path))
    path = folder.root / "cards/Chips/Wafer scale.md"
    mine = path.read_text().replace("## Kept? {#kept}\n\nold", "## Kept? {#kept}\n\nmy own")
    path.write_text(mine)
    if anki.col.db is None:
        anki.col.reopen()
    for note in (kept, changed):
        fresh = anki.col.get_note(note.id)
        fresh["Back"] = "new"
        anki.col.update_note(fresh)
    add(anki, "Basic", "Third?", "3")
    anki.answer(1)
    report = take(folder, exported(anki, tmp_path))
    assert (report.new, report.updated, report.unchanged, report.reviews) == (("third",), ("changed",), ("kept",), 1)
    text = path.read_text()
    assert (
        text
        == mine.replace("## Changed? {#changed}\n\nold", "## Changed? {#changed}\n\nnew")
        + "\n## Third? {#third}\n\n3\n"
    )
    assert any("changed in Anki and stay as they are here" in warning for warning in report.warnings)
    again = take(folder, exported(anki, tmp_path))
    assert (again.new, again.updated, again.files, again.reviews) == ((), (), (), 0)


def test_a_card_that_was_deleted_here_comes_back_with_its_history(
    anki: Profile, folder: Folder, tmp_path: Path
) -> None:
    """Under the id and the guid that it had."""
    add(anki, "Basic", "One?", "1")
    anki.answer(1)
    take(folder, exported(anki, tmp_path))
    with folder.open(LATER) as collection:
        before = next(collection.entries())
    (folder.root / "cards/Chips/Wafer scale.md").unlink()
    folder.write("other.md", "## Other\n\nx\n")
    report = take(folder, exported(anki, tmp_path))
    assert (report.new, report.reviews) == (("one",), 0)
    with folder.open(LATER) as collection:
        after = next(entry for entry in collection.entries() if entry.card.note.key == "one")
    assert (after.card.key, after.schedule) == (before.card.key, before.schedule)


# ---------------------------------------------------------------------------------------------- there and back


def test_import_export_import_is_a_fixed_point(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """The package of what was imported, imported into an empty collection, gives the same files byte for byte."""
    fill(anki, tmp_path)
    take(folder, exported(anki, tmp_path))
    with folder.open(LATER) as collection:
        first = collection.root / "exports/flashdeck.apkg"
        module_export(collection, with_progress=True)
        standing = stands(collection)
    second = Folder(tmp_path / "second")
    take(second, first)
    assert files(second) == files(folder)
    with second.open(LATER) as collection:
        assert stands(collection) == standing


def stands(collection: Collection) -> dict[CardKey, Any]:
    """Where each card stands; Anki has no place for SM-2's repetitions."""
    return {each.card.key: (each.schedule._replace(repetitions=0), each.marks) for each in collection.entries()}


def module_export(collection: Collection, *, with_progress: bool = False) -> Path:
    from flashdeck.anki.export import export

    return export(collection, with_progress=with_progress).file


def test_what_left_from_here_comes_back_as_it_is(folder: Folder, tmp_path: Path) -> None:
    """The collection's own package adds nothing, with progress and without; table, typed and drill notes too."""
    folder.write(
        "a.md",
        """\
        # Section

        ## Typed? {#typed .typed hint="h" source="s" as-of=2026-01}

        3.35 TB/s

        ## Chips {#chips .table}

        | Chip | HBM | TDP |
        |---|---|---|
        | H100 | 80 GB | 700 W |

        ## Drill {#drill .drill}

        {{n}} GPUs?

        ```vars
        n = 1, 2
        answer = n * 8
        ```

        ## Cloze {#cloze}

        {{c1::a}} `x` and $\\frac{1}{2}$ {{c2::b::hint}}
        """,
    )
    for progress in (False, True):
        with folder.open(LATER) as collection:
            path = module_export(collection, with_progress=progress)
        before = files(folder), log(folder)
        report = take(folder, path)
        assert (report.new, report.updated, report.reviews) == ((), (), 0)
        assert len(report.unchanged) == 5
        assert (files(folder), log(folder)) == before
        assert report.warnings == ()


def test_the_prefix_of_an_export_is_taken_off(folder: Folder, tmp_path: Path) -> None:
    """Decks come back under the names that they have here."""
    settings = Settings(deck_prefix="Mine::flash")
    folder.write("gpu/h100.md", "## One? {#one}\n\n1\n")
    with folder.open(LATER, settings) as collection:
        path = module_export(collection)
    second = Folder(tmp_path / "second")
    take(second, path, settings=settings)
    assert list(files(second)) == ["cards/gpu/h100.md"]


# ---------------------------------------------------------------------------------------------- only progress


def test_r50_progress_only_touches_no_file(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """Answers given in Anki to exported cards join the log; notes that are not from here are passed over."""
    folder.write("a.md", "".join(f"## Q{n}? {{#q{n}}}\n\n{n}\n\n" for n in range(5)))
    with folder.open(LATER) as collection:
        anki.take(module_export(collection))
    anki.answer(5)
    add(anki, "Basic", "Not from here", "x", deck="Foreign")
    anki.col.decks.select(anki.col.decks.id("Foreign"))
    anki.col.sched.answerCard(anki.col.sched.getCard(), 3)
    ours = "mid in (select id from notetypes where name like 'flashdeck%')"
    cards = f"select id from cards where nid in (select id from notes where {ours})"
    given = anki.col.db.scalar(f"select count() from revlog where cid in ({cards})")
    assert given == 5
    assert anki.col.db.scalar("select count() from revlog") == 6
    path = exported(anki, tmp_path)
    before = files(folder)
    report = take(folder, path, adopt_progress)
    assert (report.reviews, report.new, report.files) == (given, (), ())
    assert len(report.unchanged) == 5
    assert files(folder) == before
    with folder.open(LATER) as collection:
        assert sum(entry.schedule.answers for entry in collection.entries()) == given
    lines = log(folder)
    assert take(folder, path, adopt_progress).reviews == 0
    assert log(folder) == lines


def test_progress_of_strangers_is_told(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """Where nothing in the package is known here, what to do instead."""
    add(anki, "Basic", "Not from here", "x")
    report = take(folder, exported(anki, tmp_path), adopt_progress)
    assert report.warnings == ("None of its notes is known here: without --progress-only they are imported.",)


# ---------------------------------------------------------------------------------------------- nothing by halves


@pytest.mark.parametrize("how", [adopt, adopt_progress])
def test_a_dry_run_writes_nothing(anki: Profile, folder: Folder, tmp_path: Path, how: Callable[..., Report]) -> None:
    """And tells what would be written."""
    fill(anki, tmp_path)
    path = exported(anki, tmp_path)
    told = take(folder, path, how, is_dry=True)
    assert (files(folder), log(folder)) == ({}, b"")
    done = take(folder, path, how)
    assert done == told


def test_a_full_disk_leaves_everything_as_it_was(
    anki: Profile, folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are on the disk before the log says anything."""
    fill(anki, tmp_path)
    folder.write("mine.md", "## Mine\n\nx\n")
    path, before = exported(anki, tmp_path), files(folder)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flashdeck.anki.reading.archive.Archive._copy", full, raising=True)
    with pytest.raises(UserError):
        take(folder, path)
    monkeypatch.undo()
    monkeypatch.setattr(module, "_writing", lambda _: full)
    with pytest.raises(UserError, match="No space left"):
        take(folder, path)
    assert (files(folder), log(folder)) == (before, b"")
    assert [path for path in (folder.root / "cards").rglob("*") if path.name.startswith(".")] == []


def test_killed_between_log_and_files_the_next_import_completes(
    anki: Profile, folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the ids that the log has; nothing is doubled."""
    fill(anki, tmp_path)
    path = exported(anki, tmp_path)

    def die(_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("flashdeck.store.staging.Staging.place", die)
        with pytest.raises(KeyboardInterrupt):
            take(folder, path)
    assert files(folder) == {}
    report = take(folder, path)
    assert (len(report.new), report.reviews) == (5, 0)
    whole = Folder(tmp_path / "whole")
    take(whole, path)
    assert files(whole) == files(folder)


def test_one_guid_twice_is_taken_once_and_told(folder: Folder, tmp_path: Path) -> None:
    """Anki takes both, and its later updates are ambiguous; here a guid is one note."""
    twin = (3, *NOTE[1:5], "other\x1fback")
    card = (4, 3, 1, 0, 1_700_000_000, *(0,) * 11, "")
    path = small(tmp_path / "x.apkg", notes=[NOTE, twin], cards=[(2, 1, *card[2:]), card])
    report = take(folder, path)
    assert report.new == ("front",)
    assert any("more than once" in warning for warning in report.warnings)


def test_a_large_deck_of_equal_fronts(folder: Folder, tmp_path: Path) -> None:
    """Each has an id of its own, so that none is taken for another."""
    notes = [(number, f"g{number}", 7, 1, "", f"Same?\x1f{number}") for number in range(1, 40)]
    cards = [(number, number, 1, 0, 1, 0, 0, number, *(0,) * 8, "") for number in range(1, 40)]
    report = take(folder, small(tmp_path / "x.apkg", notes=notes, cards=cards))
    assert len(set(report.new)) == 39
    with folder.open(LATER) as collection:
        assert {note.guid: note.back for note in collection.notes()} == {f"g{n}": str(n) for n in range(1, 40)}


def test_every_written_file_compiles_by_itself(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """Without an error or a warning."""
    fill(anki, tmp_path)
    take(folder, exported(anki, tmp_path))
    for path, raw in files(folder).items():
        if path.endswith(".md"):
            assert compile_file(path, raw, deck=deck_of(path)).diagnostics == ()


def test_the_log_names_what_came(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """Note type, `mod` and guid as Anki has them; made when it was made there."""
    note = add(anki, "Basic", "One?", "1")
    notetype, mod = note.mid, anki.col.db.scalar("select mod from notes")
    take(folder, exported(anki, tmp_path))
    with folder.open(LATER) as collection:
        record = collection.imports()[note.guid]
        assert (record.mod, record.notetype) == (mod, notetype)
        assert collection.created()[note.guid] == note.id
        kinds = [event.kind for event in collection.events()]
    assert kinds == [EventKind.NOTE, EventKind.IMPORT]


def test_a_closed_collection_is_read_where_it_lies(anki: Profile, folder: Folder, tmp_path: Path) -> None:
    """With the media beside it, and nothing written there."""
    fill(anki, tmp_path)
    exported(anki, tmp_path, "modern.colpkg")
    anki.col.close()
    closed = tmp_path / "profile"
    shutil.copytree(Path(anki.col.path).parent, closed)
    before = sorted(path.name for path in closed.rglob("*"))
    report = take(folder, closed / "collection.anki2")
    assert (len(report.new), report.media) == (5, 1)
    assert sorted(path.name for path in closed.rglob("*")) == before
    anki.col.reopen()
