"""Flashcards in plain Markdown: an SM-2 review every day in the terminal, and Anki decks that update."""

__version__ = "0.1.0"
