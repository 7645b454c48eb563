"""The game's words as texts."""

from __future__ import annotations

from enum import StrEnum

from companion.engine import Text


def term(word: StrEnum) -> Text:
    """Return the catalogue's name for a word of the game.

    >>> from companion.games.vienna.words import Info
    >>> term(Info.FLASK)
    Text(id='vienna.info.flask', params={})
    """
    return Text(f"vienna.{type(word).__name__.lower()}.{word}")


def card_number(card: int) -> str:
    """Write a card's number as it is printed.

    >>> card_number(7)
    '007'
    """
    return f"{card:03d}"
