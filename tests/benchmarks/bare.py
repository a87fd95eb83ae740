"""The unavoidable work alone, as bare scripts: what each command is held against."""

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
db.execute("SELECT deck, count(*) FROM notes GROUP BY deck").fetchall()
"""

COMPILE = """
import glob, os, sqlite3, sys
db = sqlite3.connect(os.path.join(sys.argv[1], "bare.db"))
db.execute("PRAGMA journal_mode = WAL")
db.execute("DROP TABLE IF EXISTS cards")
db.execute("CREATE TABLE cards (front TEXT, back TEXT, file TEXT)")
rows = []
for path in sorted(glob.glob(os.path.join(sys.argv[1], "cards", "**", "*.md"), recursive=True)):
    with open(path, encoding="utf-8") as file:
        for card in file.read().split("\\n## ")[1:]:
            front, _, back = card.partition("\\n\\n")
            rows.append((front, back, path))
with db:
    db.executemany("INSERT INTO cards VALUES (?, ?, ?)", rows)
"""

EXPORT = """
import os, sqlite3, sys, genanki
model = genanki.Model(1, "M", fields=[{"name": "F"}, {"name": "B"}],
                      templates=[{"name": "C", "qfmt": "{{F}}", "afmt": "{{B}}"}])
deck = genanki.Deck(2, "D")
db = sqlite3.connect(os.path.join(sys.argv[1], ".flashdeck", "index.db"))
for number, (front, back) in enumerate(db.execute("SELECT front, back FROM notes")):
    deck.add_note(genanki.Note(model, [front, back], guid=str(number)))
genanki.Package(deck).write_to_file(os.path.join(sys.argv[1], "bare.apkg"))
"""
