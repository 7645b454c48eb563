"""The words VIENNA is made of: colours, bribes, information, flags, seals."""

from __future__ import annotations

from enum import StrEnum


class Word(StrEnum):
    """A word of the game.  It hashes like the text it is, which is quick: the rules count words."""

    __hash__ = str.__hash__


class Colour(Word):
    """A player's colour."""

    YELLOW = "yellow"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"


class Bribe(Word):
    """What opens a door in Vienna. Each kind belongs to one building colour."""

    CHOCOLATE = "chocolate"
    WINE = "wine"
    MAGAZINE = "magazine"
    COFFEE = "coffee"
    TOBACCO = "tobacco"


class Hue(Word):
    """A building's background colour."""

    VIOLET = "violet"
    PINK = "pink"
    ORANGE = "orange"
    BROWN = "brown"
    GREY = "grey"


class Info(Word):
    """A kind of secret information."""

    FLASK = "flask"
    PISTOL = "pistol"
    BRIEFCASE = "briefcase"
    MICROFILM = "microfilm"
    SLIDE = "slide"


class Flag(Word):
    """The nation that occupies a building."""

    USA = "usa"
    USSR = "ussr"
    FRANCE = "france"
    BRITAIN = "britain"
    AUSTRIA = "austria"


class Seal(Word):
    """A building's field of influence (full version)."""

    NOBILITY = "nobility"
    RELIGION = "religion"
    ADMINISTRATION = "administration"
    CULTURE = "culture"
    SCIENCE = "science"


class Version(StrEnum):
    """The short game, or the whole of it."""

    ENTRY = "entry"
    FULL = "full"


class Edition(StrEnum):
    """Our own printable edition, or the game as it is sold."""

    REFERENCE = "reference"
    BOXED = "boxed"


class Expansion(StrEnum):
    """What may be added to a game."""

    THIRD_MAN = "third-man"
    FELD = "feld"


class Good(StrEnum):
    """What money buys (full version).  The first four are desk tiles."""

    TELEPHONE = "telephone"
    MAP = "map"
    CASH_BOX = "cash-box"
    SIGNET = "signet"
    SIDE_TABLE = "side-table"
    AGENT = "agent"


class RoofTile(StrEnum):
    """What the investigator may find on the roof (full version)."""

    PURCHASE = "purchase"
    PAYDAY = "payday"


#: The kinds of bribes as a plain tuple: the rules go through them very often.
BRIBES: tuple[Bribe, ...] = tuple(Bribe)

#: The bribe that a building of this colour asks for (rulebook: set-up, "each building").
PRICE_OF_HUE: dict[Hue, Bribe] = dict(zip(Hue, Bribe, strict=True))
