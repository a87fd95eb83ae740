"""How much of a package is read: far beyond what people have, and within what a machine bears."""

from __future__ import annotations

# ---------------------------------------------------------------------------------------------- the zip file

MEMBERS = 200_000
"""Files in a package; Anki's own advice ends at 100,000 media."""

DIRECTORY = 16 << 20
"""Bytes of a package's table of contents, which `zipfile` reads whole; it holds 200,000 of Anki's members."""

DATABASE = 2 << 30
"""Bytes of the collection's database, which lies in a temporary folder while it is read."""

MEDIA_FILE = 1 << 30
"""Bytes of one picture or sound."""

MEDIA = 8 << 30
"""Bytes of all media together."""

RATIO = 200
"""How many times its size in the package something may unpack to, beyond `SPARE`; real collections reach about 20."""

SPARE = 64 << 20
"""Bytes that anything may unpack to, however small it is in the package."""

META = 1 << 10
"""Bytes of the member that tells a package's version, which takes two."""

WINDOW = 1 << 27
"""Bytes that zstd may look back, as in its own command-line tool; Anki uses 2 MB."""

# ---------------------------------------------------------------------------------------------- the database

LIST = 16 << 20
"""Bytes of one JSON text, and of the list of media: read into objects they take some thirty times as much."""

DESCRIPTIONS = 64 << 20
"""Bytes of all texts of one table of note types, fields, templates, decks or settings."""

VALUE = 32 << 20
"""Bytes of one value, such as a note with pictures inside its text."""

TAGS = 100_000
"""Characters of a note's tags."""

GUID = 255
"""Characters of a note's guid, which takes ten."""

STATEMENT = 100_000
"""Bytes of one statement of the database's schema."""

NOTES, CARDS, ANSWERS = 300_000, 600_000, 5_000_000
"""Rows of the database."""

TEMPLATES = 10_000
"""Note types, fields, templates and settings, each."""

DECKS = 100_000
"""Decks, of which people who make one for each page have thousands."""

SCHEMA_STEPS = 200_000
"""Steps of SQLite's machine to learn the schema, whose tables and indexes are thirty."""

STEPS = 500_000_000
"""Steps for one question, which are some ten seconds; the largest collection above needs a tenth of them."""
