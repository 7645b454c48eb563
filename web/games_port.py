"""What the pages of kept games ask of the house: a list, statistics, replays and files."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import msgspec

from companion.engine import Text
from companion.games.prints import Face


class Player(msgspec.Struct, frozen=True):
    """A seat of a kept game; points and rank are known once the game is over."""

    seat: int
    colour: str
    title: Text
    name: str = ""
    points: int | None = None
    rank: int | None = None
    wins: bool = False


class Line(msgspec.Struct, frozen=True):
    """One kept game in a line; ``problem`` says why nothing more can be shown of it."""

    id: str
    name: Text | str
    begun_at: datetime
    last_at: datetime
    over: bool
    words: tuple[Text, ...] = ()
    players: tuple[Player, ...] = ()
    turns: int = 0
    problem: Text | None = None
    #: How far it has come, as everybody may see it.
    phase: Text | None = None
    #: Games of one kind can be compared: the game and its version, "vienna.full".
    kind: str = ""

    @property
    def minutes(self) -> int:
        """Return how long it took from the first entry to the last."""
        return round((self.last_at - self.begun_at).total_seconds() / 60)


class Step(msgspec.Struct, frozen=True):
    """One entry of a log as everybody may see it, and the points after it by seat."""

    number: int
    turn: int | None
    at: datetime
    sentences: tuple[Text, ...]
    stands: bool
    points: tuple[int | None, ...]
    picture: str = ""


class Replay(msgspec.Struct, frozen=True):
    """A game to be looked at again; step 0 is the bare table."""

    line: Line
    steps: tuple[Step, ...]


class Person(msgspec.Struct, frozen=True):
    """One person over all games that are over.

    ``luck`` is by how many points a card that came to this person is better than those of all.
    """

    name: str
    games: int
    wins: int
    mean: float
    best: int
    luck: float | None = None


class Source(msgspec.Struct, frozen=True):
    """Where points came from: the mean of one player in one game, and its share of all."""

    label: Text
    mean: float
    share: float


class Card(msgspec.Struct, frozen=True):
    """A card over all games: uses, the points it brought at once, and how its users fared.

    Cards of two editions are never the same one, even where their numbers are; ``bought`` says
    that it lay in an owner's box, ``face`` what it does, as far as that is known.
    """

    number: str
    uses: int
    points: int
    users: int
    winners: int
    bought: bool = False
    face: Face | None = None


class Statistics(msgspec.Struct, frozen=True):
    """What all games of one kind that are over have in common."""

    kind: str
    labels: tuple[Text | str, ...]
    games: int
    minutes: float
    turns: float
    points: float
    people: tuple[Person, ...]
    sources: tuple[Source, ...]
    cards: tuple[Card, ...]
    #: How often one of the users of a card would win if cards made no difference.
    fair: float


class Kind(StrEnum):
    """The files that a game can be had as."""

    JSON = "json"
    CSV = "csv"
    PDF = "pdf"
    PNG = "png"
    GIF = "gif"
    MP4 = "mp4"
    ZIP = "zip"


#: What may be had of a game that is still played: it holds nothing that anybody hides.
PUBLIC = (Kind.JSON, Kind.CSV)


class Making(msgspec.Struct, frozen=True):
    """A file that is being made, or is there; ``done`` of ``total`` steps are behind it."""

    name: str
    done: int = 0
    total: int = 0
    file: Path | None = None
    failed: Text | None = None


class Games(Protocol):
    """The kept games; all of it may be called from any thread, and an unknown id returns nothing."""

    def lines(self) -> tuple[Line, ...]:
        """List all games, the last one first."""
        ...

    def unfinished(self, game: str) -> tuple[Line, ...]:
        """List the games of one kind that are not over yet, the one that was played last first."""
        ...

    def statistics(self) -> tuple[Statistics, ...]:
        """Sum up the games that are over, by their kinds; the one played most comes first."""
        ...

    def replay(self, game: str) -> Replay | None:
        """Return a game step by step, as everybody may see it."""
        ...

    def board(self, game: str) -> str | None:
        """Draw the bare table of a game."""
        ...

    def pieces(self, game: str, number: int) -> str | None:
        """Draw what lay on the table after a step, to be laid over the bare table."""
        ...

    def picture(self, game: str, digest: str) -> bytes | None:
        """Return a picture that was kept with a step."""
        ...

    def make(self, game: str, kind: Kind, language: str, patience_s: float = 0.0) -> Making | None:
        """Make a file, wait for it a little, and say how far it has come; nothing if it may not be had."""
        ...

    def play_link(self, game: str, language: str) -> str | None:
        """Return the link that hands a game over to BG Stats, once it is over."""
        ...
