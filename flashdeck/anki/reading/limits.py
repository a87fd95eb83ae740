"""How much of a package is read: far beyond what people have, and within what a machine bears."""

from __future__ import annotations

MEMBERS = 300_000
"""Files in a package. Anki itself stays below 100,000 media."""

DIRECTORY = 64 << 20
"""Bytes of a package's table of contents, all of which is held in memory."""

DATABASE = 2 << 30
"""Bytes of the collection's database, which lies in a temporary folder while it is read."""

MEDIA_FILE = 1 << 30
"""Bytes of one picture or sound."""

MEDIA = 8 << 30
"""Bytes of all media that are copied."""

RATIO = 200
"""How many times its size in the package something may unpack to, beyond `SPARE`; real collections reach about 20."""

SPARE = 64 << 20
"""Bytes that anything may unpack to."""

LIST = 64 << 20
"""Bytes of the list of media, and of one value in the database."""

WINDOW = 1 << 27
"""Bytes that zstd may look back, as in its own command-line tool."""

NOTES, CARDS, ANSWERS = 300_000, 600_000, 5_000_000
"""Rows of the database."""

TEMPLATES = 10_000
"""Note types, decks, fields and templates, each."""

STEPS = 2_000_000_000
"""Steps of SQLite's machine for one question: half a minute; the largest collection above needs a tenth of it."""
