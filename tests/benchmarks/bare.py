"""The unavoidable work alone, as bare scripts: what each command is held against. Each is given the collection."""

from __future__ import annotations

START = "import click, sqlite3"

LOOK = """
import click, os, sqlite3, sys
def look(folder):
    for item in os.scandir(folder):
        if item.is_dir():
            look(item.path)
        else:
            item.stat()
look(os.path.join(sys.argv[1], "cards"))
db = sqlite3.connect(os.path.join(sys.argv[1], ".flashdeck", "index.db"))
db.execute("SELECT path, size, mtime_ns FROM files").fetchall()
"""
"""What tells that nothing was changed: a walk, and one query."""

COMPILE = """
import click, os, sqlite3, sys, time
began = time.perf_counter()
index = sqlite3.connect(os.path.join(sys.argv[1], ".flashdeck", "index.db"))
tables = {}
for name in ("files", "notes", "cards"):
    made = [sql for sql, in index.execute("SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql != ''", (name,))]
    tables[name] = made, index.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall()
for suffix in ("", "-wal", "-shm"):
    if os.path.exists(path := os.path.join(sys.argv[1], "bare.db" + suffix)):
        os.remove(path)
making_ready = time.perf_counter() - began
def split(folder):
    for item in os.scandir(folder):
        if item.is_dir():
            split(item.path)
        else:
            with open(item.path, encoding="utf-8") as file:
                [card.partition("\\n\\n") for card in file.read().split("\\n## ")]
split(os.path.join(sys.argv[1], "cards"))
db = sqlite3.connect(os.path.join(sys.argv[1], "bare.db"))
db.execute("PRAGMA journal_mode = WAL")
with db:
    for name, (made, rows) in tables.items():
        for sql in made:
            db.execute(sql)
        db.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
db.close()
print(making_ready)
"""
"""Read, split into cards, and write the rows that flashdeck has written."""

ONE_FILE = """
import sys
from flashdeck.compile import compile_file
with open(sys.argv[1], "rb") as file:
    compile_file("cards/one.md", file.read(), deck="one")
"""
"""One file compiled, and nothing else; this one is given the file."""

EXPORT = """
import os, sqlite3, sys, tempfile, time, zipfile
began = time.perf_counter()
with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(sys.argv[2]) as package:
    path = package.extract("collection.anki2", folder)
    db = sqlite3.connect(path)
    notes = [(guid, fields.split("\\x1f")[:2]) for guid, fields in db.execute("SELECT guid, flds FROM notes")]
    db.close()
making_ready = time.perf_counter() - began
import genanki
model = genanki.Model(1, "M", fields=[{"name": "F"}, {"name": "B"}],
                      templates=[{"name": "C", "qfmt": "{{F}}", "afmt": "{{B}}"}])
deck = genanki.Deck(2, "D")
for guid, fields in notes:
    deck.add_note(genanki.Note(model, [*fields, ""][:2], guid=guid))
genanki.Package(deck).write_to_file(os.path.join(sys.argv[1], "bare.apkg"))
print(making_ready)
"""
"""genanki alone, given the HTML that flashdeck has rendered."""
