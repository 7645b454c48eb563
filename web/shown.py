"""What a screen shows, in plain words: templates lay it out, and programs get it as JSON."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Person(msgspec.Struct, frozen=True):
    """Somebody at the table; ``colour`` and ``shape`` together stand for the seat."""

    seat: int
    name: str
    colour: str
    colour_name: str
    shape: str
    score: str
    score_label: str
    active: bool = False
    taken: bool = False


class Line(msgspec.Struct, frozen=True):
    """One named value."""

    label: str
    value: str


class Card(msgspec.Struct, frozen=True):
    """Values that belong together."""

    id: str
    title: str
    lines: tuple[Line, ...]
    seat: int | None = None


class Button(msgspec.Struct, frozen=True):
    """One answer; ``move`` is sent back as it is.

    ``note`` says what it brings, ``places`` where on the board it happens, one after the other.
    """

    label: str
    move: msgspec.Raw
    note: str = ""
    places: tuple[str, ...] = ()


class Ring(msgspec.Struct, frozen=True):
    """A place in the picture of the board; pointing may begin at the ``first`` ones."""

    id: str
    name: str
    x: float
    y: float
    first: bool


class Pointing(msgspec.Struct, frozen=True):
    """A part of the board's picture; with ``taps``, its rings are how to answer.

    ``letters`` says how large they have to be there.
    """

    drawing: str
    width: float
    height: float
    window: str
    letters: float
    rings: tuple[Ring, ...]
    taps: bool


class Question(msgspec.Struct, frozen=True):
    """Something that is asked; with ``keypad`` the answer is a number that is typed.

    ``watched`` says that the camera sees the answer on the board, ``reads`` on which thing it is
    printed, ``picture`` where a crop of the places is that it is about, ``board`` where its answers
    happen.
    """

    ask: str
    text: str
    mine: bool
    buttons: tuple[Button, ...] = ()
    keypad: bool = False
    watched: bool = False
    reads: str = ""
    picture: str = ""
    board: Pointing | None = None


class Doubt(msgspec.Struct, frozen=True):
    """Ask which of several turns was played."""

    choices: tuple[tuple[str, ...], ...]
    picture: str = ""


class Wrong(msgspec.Struct, frozen=True):
    """Say what is wrong; where only one seat may hear the reason, the others get no more."""

    text: str
    section: str
    todo: tuple[str, ...]
    who: str = ""
    picture: str = ""


class Chapter(msgspec.Struct, frozen=True):
    """One turn of the log; ``excuse`` says what of it stands although a rule forbids it.

    Where nothing of it is for everybody's ears, ``untold`` says no more than whose doing it was.
    ``vouched`` says who stands for what the camera alone could not tell.
    """

    number: int
    time: str
    text: str
    excuse: str = ""
    untold: str = ""
    vouched: str = ""


class Evidence(msgspec.Struct, frozen=True):
    """Points of one entry of the log: when, what brought them, how we know, and a crop of it."""

    number: int
    turn: str
    time: str
    points: str
    text: str
    how: str
    note: str = ""
    picture: str = ""


class Dispute(msgspec.Struct, frozen=True):
    """A score marker that disagrees with the log, and what was scored since it last agreed."""

    seat: int
    text: str
    since: str
    evidence: tuple[Evidence, ...]


class Switch(msgspec.Struct, frozen=True):
    """A level of tracking that a seat may change to now."""

    seat: int
    level: str
    label: str


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may see; a seat's screen adds its own things."""

    version: int
    game: str
    mode: str
    headline: str
    phase: str
    alert: str = ""
    people: tuple[Person, ...] = ()
    cards: tuple[Card, ...] = ()
    questions: tuple[Question, ...] = ()
    common: int = 0
    waiting: tuple[str, ...] = ()
    reminders: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    log: tuple[Chapter, ...] = ()
    todo: tuple[str, ...] = ()
    overdue: tuple[str, ...] = ()
    wrong: Wrong | None = None
    doubt: Doubt | None = None
    looking: str = ""
    drawing: str = ""
    over: bool = False


class SeatScreen(Screen, frozen=True, kw_only=True):
    """What one seat sees: its own cards first, and what it may do."""

    me: Person
    gains: tuple[Line, ...] = ()
    my_turn: bool = False
    asked: bool = False
    can_end: bool = False
    can_insist: bool = False
    hands: bool = False
    switches: tuple[Switch, ...] = ()


class Spot(msgspec.Struct, frozen=True):
    """A place that can be looked at."""

    id: str
    name: str


class HostScreen(Screen, frozen=True, kw_only=True):
    """What a host sees: no secrets, but more to do."""

    paused: bool = False
    can_confirm: bool = False
    read: int = 0
    missing: tuple[Spot, ...] = ()
    bare: tuple[Spot, ...] = ()
    odd: tuple[Spot, ...] = ()
    strange: tuple[str, ...] = ()
    in_question: tuple[Spot, ...] = ()
    said: tuple[Spot, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    sitters: Mapping[int, str] = {}
    switches: tuple[Switch, ...] = ()
