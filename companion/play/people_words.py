"""What a script of a real table says: moments, things, hands, taps and slips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from companion.engine import Atom, View


class Level(StrEnum):
    """How much the players of a seat tell us."""

    BOARD = "board"
    FULL = "full"


class SlipKind(StrEnum):
    """Everything that people do at a table and no rulebook foresees."""

    # Against the rules, or not what the rules have decided.
    DOUBLE = "double"
    OUT_OF_TURN = "out-of-turn"
    FORGOT_TAKE = "forgot-take"
    WRONG_TAKE = "wrong-take"
    TRACK_TWICE = "track-twice"
    SCORE_FAR = "score-far"
    SCORE_SHORT = "score-short"
    FORGOT_SCORE = "forgot-score"
    FORGOT_PAWN = "forgot-pawn"
    FORGOT_FLIP = "forgot-flip"
    KNOCK = "knock"
    # Nothing wrong: whoever complains here complains without reason.
    TAKE_BACK = "take-back"
    SLEEVE = "sleeve"
    CUP = "cup"
    PUSH = "push"
    BUMP = "bump"
    LAMP = "lamp"


#: Nobody has to notice these, and nobody may be accused of them.
HARMLESS = frozenset(
    {
        SlipKind.TAKE_BACK,
        SlipKind.SLEEVE,
        SlipKind.CUP,
        SlipKind.PUSH,
        SlipKind.BUMP,
        SlipKind.LAMP,
    }
)


class Mends(StrEnum):
    """How a slip is put right."""

    SOON = "soon"  # by the people themselves, within seconds or at least before the turn tap
    TOLD = "told"  # when somebody points at it; else they find it out much later


class Slip(msgspec.Struct, frozen=True):
    """Label one slip.

    ``places`` are where it shows, ``right`` is what should be there.  ``level`` is the lowest
    tracking level at which it can be noticed, ``None`` where there is nothing to notice.
    ``at_tap`` says that it still shows when the turn tap comes.  Where a rule refuses what was done,
    ``move`` is the move that it looks like and ``rule`` the refusal.
    """

    number: int
    kind: SlipKind
    seat: int
    places: tuple[str, ...] = ()
    right: tuple[Atom, ...] = ()
    level: Level | None = None
    mends: Mends = Mends.SOON
    at_tap: bool = False
    move: Any = None
    rule: str | None = None


class Thing(msgspec.Struct, frozen=True, order=True):
    """A piece at a place, never quite in its middle.  In a hand its place is where it came from."""

    place: str
    piece: str
    off_mm: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0

    @property
    def atom(self) -> Atom:
        """Return the claim that it is there."""
        return Atom(self.place, self.piece)


class Cover(StrEnum):
    """What hides places from a camera."""

    HAND = "hand"
    SLEEVE = "sleeve"
    CUP = "cup"


class Hand(msgspec.Struct, frozen=True):
    """Something over the table: where it comes from, what it reaches for, and what it hides."""

    cover: Cover
    seat: int
    reach: tuple[str, ...]
    hides: frozenset[str]
    moving: bool = False


class Pose(msgspec.Struct, frozen=True):
    """How far something has been pushed from where it was."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0

    def pushed(self, by: Pose) -> Pose:
        """Return where it is after one more push."""
        return Pose(self.x_mm + by.x_mm, self.y_mm + by.y_mm, self.turn_deg + by.turn_deg)


class Room(msgspec.Struct, frozen=True):
    """What a camera depends on: its own pose, that of every surface, and the lamp."""

    camera: Pose = Pose()
    surfaces: Mapping[str, Pose] = {}
    lamp: bool = True


class Tap(msgspec.Struct, frozen=True):
    """An answer given on a phone or with a button."""

    time_s: float
    seat: int | None
    ask: str
    kind: str
    move: Any
    ends_turn: bool = False


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """The table from ``time_s`` until the next moment.

    ``state`` is the game as the people mean to play it.  ``settled`` says that the table shows just
    that; ``at_rest`` that nothing moves (a sleeve or a cup may lie there).  ``slip`` begins with
    this moment, ``mended`` ends with it, ``slips`` are all that are still there.
    """

    time_s: float
    turn: int
    seat: int | None
    things: tuple[Thing, ...]
    loose: tuple[Thing, ...] = ()
    held: tuple[Thing, ...] = ()
    hands: tuple[Hand, ...] = ()
    at_rest: bool
    settled: bool
    taps: tuple[Tap, ...] = ()
    state: Any
    room: Room = Room()
    slip: Slip | None = None
    mended: Slip | None = None
    slips: tuple[Slip, ...] = ()

    @property
    def hidden(self) -> frozenset[str]:
        """Return the places that something covers."""
        return frozenset[str]().union(*(hand.hides for hand in self.hands))

    @property
    def table(self) -> Counter[Atom]:
        """Count what really stands and lies there, covered or not."""
        return Counter(thing.atom for thing in self.things)

    @property
    def seen(self) -> View:
        """Return what a perfect camera could claim; it is silent about what is covered."""
        hidden = self.hidden
        atoms = frozenset(thing.atom for thing in self.things if thing.place not in hidden)
        return View(atoms, hidden)


class Habits(msgspec.Struct, frozen=True):
    """How people play: how fast, how tidily, and how often they slip (chance a turn)."""

    slips: Mapping[SlipKind, float] = {}
    told: float = 0.5  # share of slips that stand until somebody says so
    tempo: float = 1.0  # above 1: everything is quicker
    think_s: float = 5.0
    reach_s: float = 0.6
    carry_s: float = 0.8
    type_s: float = 2.0
    patience_s: float = 8.0
    hesitation: float = 0.1
    stays: float = 0.5  # the hand does the next thing without leaving
    disorder: float = 0.2  # two things of a turn change places
    at_once: float = 0.4  # all points of a turn are counted in one go
    two_steps: float = 0.25  # the score marker goes by halves

    @classmethod
    def clumsy(cls, chance: float) -> Habits:
        """Return people who slip in every way, each with about this chance a turn.

        A pawn that seldom walks is forgotten more easily, so that it is forgotten now and then.

        >>> Habits.clumsy(0.1).slips["knock"], Habits.clumsy(0.1).slips["forgot-flip"]
        (0.1, 0.4)
        """
        seldom = (SlipKind.FORGOT_PAWN, SlipKind.FORGOT_FLIP)
        return cls(slips={k: min(1.0, chance * (4 if k in seldom else 1)) for k in SlipKind})
