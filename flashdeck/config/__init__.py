"""Settings, and where the collection is: the one room of its floor that opens files.

`values` reads single values, `keys` are those of a review, `settings` is the table of all, `files` reads TOML,
`loading` puts the settings in force together, `place` finds the collection.
"""

from flashdeck.config.files import CARDS_FOLDER, PROJECT_FILE, SETTINGS_FILE, is_configured
from flashdeck.config.keys import ACTIONS, Action
from flashdeck.config.loading import Loaded, load
from flashdeck.config.place import NoCollectionError, find_collection
from flashdeck.config.settings import BY_NAME, SCHEDULERS, SETTINGS, AnkiOptions, Setting, Settings
from flashdeck.config.values import plain, written

__all__ = [
    "ACTIONS",
    "BY_NAME",
    "CARDS_FOLDER",
    "PROJECT_FILE",
    "SCHEDULERS",
    "SETTINGS",
    "SETTINGS_FILE",
    "Action",
    "AnkiOptions",
    "Loaded",
    "NoCollectionError",
    "Setting",
    "Settings",
    "find_collection",
    "is_configured",
    "load",
    "plain",
    "written",
]
