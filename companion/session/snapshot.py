"""What everybody around the table is shown: one immutable picture of the running game."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from companion.engine import Cue, CueKind, Outcome, Text
from companion.session.explain_verdicts import Choice
from companion.session.layout import Layout
from companion.session.sheet_marker import Astray
from companion.session.todo import Todo


class Mode(StrEnum):
    """What a table is busy with."""

    SET_UP = "set-up"
    COMPARE = "compare"
    PLAY = "play"
    PAUSED = "paused"
    OVER = "over"


class Doubt(msgspec.Struct, frozen=True):
    """Ask which of several turns was played; the picture shows where they differ."""

    choices: tuple[Choice, ...]
    labels: tuple[tuple[Text, ...], ...]
    places: tuple[str, ...]
    picture: bytes | None = None


class Wrong(msgspec.Struct, frozen=True):
    """Say which rule is broken and where; ``todo`` puts it right, or the host overrides.

    ``to`` is the only seat that may hear the reason.
    """

    text: Text
    rule: str
    section: str
    seat: int | None
    to: int | None
    places: tuple[str, ...]
    todo: tuple[Todo, ...]
    picture: bytes | None = None


class Dial(msgspec.Struct, frozen=True):
    """An open ask as buttons answer it: one choice after the other is shown, and one is taken.

    Without a ``move`` it stands for several numbers, which are shown when it is taken.
    """

    ask: str
    seat: int | None
    label: Text
    number: int
    count: int
    move: Any


class Snapshot(msgspec.Struct, frozen=True):
    """The running game as it is known now.

    ``state`` includes what was only seen so far, ``settled`` is what is on the disk; ``seen`` tells
    what lies between the two.  ``todo`` is what the rules have decided and the table does not show,
    ``overdue`` what of it should have been done before the turn ended.  ``looking`` says that a tap
    waits for a clear view, of ``unseen`` places where these are known.  ``astray`` are score markers
    that were left where the log does not have them, ``faded`` places where a figure that was plain
    to see no longer is, ``said`` places where the host's word counts and not the camera's.
    ``ailing`` is what is wrong with lamps, buttons and display; ``pictured`` says that there is a
    picture to cut places out of, ``unsaved`` that something could not be written to the disk.
    ``refused`` is why the last press of a button was, for some seconds.
    """

    version: int
    game: str
    mode: Mode
    state: Any
    settled: Any
    seen: tuple[Text, ...] = ()
    last: tuple[Text, ...] = ()
    todo: tuple[Todo, ...] = ()
    overdue: tuple[Todo, ...] = ()
    owing: int | None = None
    doubt: Doubt | None = None
    wrong: Wrong | None = None
    looking: bool = False
    unseen: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    layout: Layout | None = None
    dial: Dial | None = None
    blind: bool = False
    moving: bool = False
    notices: tuple[Text, ...] = ()
    ailing: tuple[Text, ...] = ()
    cues: tuple[Cue, ...] = ()
    outcome: Outcome | None = None
    astray: tuple[Astray, ...] = ()
    faded: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    pictured: bool = False
    unsaved: bool = False
    refused: Text | None = None


def signals(snapshot: Snapshot, game_cues: tuple[Cue, ...]) -> tuple[Cue, ...]:
    """Return what lamps point at: what the game says, and what the table itself has to say."""
    cues = list(game_cues)
    if snapshot.mode is Mode.PAUSED:
        cues.append(Cue(CueKind.PAUSED))
    if snapshot.wrong is not None:
        cues.append(Cue(CueKind.WRONG, snapshot.wrong.seat))
    if snapshot.overdue:
        cues.append(Cue(CueKind.TO_DO, snapshot.owing))
    if snapshot.doubt is not None:
        turn = next((cue.seat for cue in game_cues if cue.kind is CueKind.TURN), None)
        cues.append(Cue(CueKind.ASKED, turn))
    if snapshot.looking:
        cues.append(Cue(CueKind.LOOKING))
    if snapshot.blind or snapshot.unsaved or snapshot.mode is Mode.COMPARE:
        cues.append(Cue(CueKind.TROUBLE))
    if snapshot.refused is not None:
        cues.append(Cue(CueKind.REFUSED))
    return tuple(cues)
