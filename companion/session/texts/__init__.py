"""Every sentence a person reads, in the four languages of the table.

A sentence has an id and stands in a gettext file for each language: those of the companion itself
lie in this folder, those of a game in the game's own.
"""

from __future__ import annotations

from companion.session.texts.catalogue import CORE, Texts
from companion.session.texts.language import DEFAULT, LANGUAGES, pick_language
from companion.session.texts.written import write_day, write_moment, write_number

__all__ = [
    "CORE",
    "DEFAULT",
    "LANGUAGES",
    "Texts",
    "pick_language",
    "write_day",
    "write_moment",
    "write_number",
]
