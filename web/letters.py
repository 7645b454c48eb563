"""What phones send: every tap is one of these letters, and nothing else is read."""

from __future__ import annotations

import msgspec


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No more than that somebody tapped."""


class Given(Letter, frozen=True):
    """An answer: a move that was offered, or the number of one."""

    ask: str
    move: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)
    number: int | None = None
    version: int = 0


class Seen(Letter, frozen=True):
    """The version that somebody saw when he tapped."""

    version: int


class Told(Letter, frozen=True):
    """How much is told of a seat, and the version that offered it."""

    version: int
    level: str


class Chosen(Letter, frozen=True):
    """One of several explanations, and the version that offered them."""

    version: int
    choice: int


class Back(Letter, frozen=True):
    """How far to go back: to before this entry of the log, or by the last turn."""

    version: int
    number: int | None = None


class Rest(Letter, frozen=True):
    """Whether the table rests."""

    on: bool


class Place(Letter, frozen=True):
    """One seat, and the word for whoever had it when somebody tapped."""

    seat: int
    sitter: str


class Level(Letter, frozen=True):
    """How much is told of one seat, and the version that offered it."""

    version: int
    seat: int
    level: str


class Ending(Letter, frozen=True):
    """The game that was on the screen when somebody tapped."""

    game: str
