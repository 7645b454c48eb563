"""What lies at a place: what the camera sees there, and what the host says that it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.engine import MISREAD, CueKind, Place, Refused, Text
from companion.session.chronicle import Step
from companion.session.commands import Correct, Done, Inspect, No, Reply, Sighting
from companion.session.explain_tree import AnyGame
from companion.session.store_entry import CORRECTED, Role
from companion.session.table_steps import after
from companion.session.witness import claim

if TYPE_CHECKING:
    from companion.session.table import Table

_NOBODY_LOOKS, _TURN_FIRST = Text("core.table.nobody-looks"), Text("core.table.turn-first")


def inspect(table: Table, command: Inspect) -> Reply:
    """Say what the camera sees at a place, as it saw it last."""
    place, witness = command.place, table.witness
    if _find(table, place) is None:
        return No(Text("core.table.stale"))
    said, barred = witness.said_at(place), _barred(table, place)
    if witness.saw is None or table.sight.blind:
        return Sighting(0, said=said, barred=barred)
    reading, shot = table.turn.evidence(witness.saw.reading).reading, witness.saw.shot
    there = (*reading.atoms, *reading.vague, *reading.alike)
    either = any(atom.place == place for atom in reading.alike)
    return Sighting(
        0,
        None if either else claim(reading, place),
        frozenset(atom.piece for atom in there if atom.place == place),
        said,
        None if shot is None else shot.crop((place, *command.beside)),
        barred,
    )


def correct(table: Table, command: Correct) -> Reply:
    """Take the host's word for a place, or believe the camera there again."""
    place, pieces = _find(table, command.place), command.pieces
    if command.by.who.role is not Role.HOST:
        return No(Text("core.table.host-only"))
    if place is None or (pieces is not None and not pieces <= frozenset(place.holds)):
        return No(Text("core.table.stale"))
    if table.sight.blind and not table.turn.sets_up:
        return No(_NOBODY_LOOKS)
    if pieces is None:
        table.witness.withdraw(place.id)
    else:
        refused = _lay(table, command, pieces)
        if refused is not None:
            return No(refused)
        table.witness.say(place.id, pieces, command.by)
    _look_again(table)
    return Done(0)


def _barred(table: Table, place: str) -> Text | None:
    """Say why the host's word would not be taken for a place now."""
    turn, book = table.turn, table.chronicle
    if table.sight.blind and not turn.sets_up:
        return _NOBODY_LOOKS
    if turn.tapped is None and not turn.told:
        return None
    laid = any(layable(table.game, (book.start, book.state), place))
    return _TURN_FIRST if laid and shown_at(table.game, book.state, place) else None


def shown_at(game: AnyGame, state: Any, place: str) -> frozenset[str]:
    """Return what a state has at a place."""
    atoms = game.expected_view(state).atoms
    return frozenset(atom.piece for atom in atoms if atom.place == place)


def layable(
    game: AnyGame, states: tuple[Any, ...], place: str
) -> Iterator[tuple[Any, frozenset[str]]]:
    """Return what may be laid out at a place, each with the pieces that are there afterwards.

    Only a table that is being set up is asked that; later it knows what was laid out.
    """
    for state in states:
        if all(cue.kind is not CueKind.SET_UP for cue in game.cues(state)):
            continue
        for ask in game.asks(state):
            for move in game.options(state, ask) if place in ask.seen_at else ():
                pieces = shown_at(game, after(game, state, move), place)
                if pieces - shown_at(game, state, place):
                    yield move, pieces


def _find(table: Table, name: str) -> Place | None:
    places = table.game.places(table.chronicle.state)
    return next((place for place in places if place.id == name), None)


def _lay(table: Table, command: Correct, pieces: frozenset[str]) -> Text | None:
    """Write down what was laid out when the table was set up, or say why that cannot be.

    What has been laid out once can only have been misread: nothing appears in mid game.
    """
    game, turn, book = table.game, table.turn, table.chronicle
    recorded = shown_at(game, book.state, command.place)
    if pieces == recorded or (not turn.sets_up and not recorded):
        return None
    found = layable(game, (book.start, book.state), command.place)
    move = next((move for move, there in found if there == pieces), None)
    if move is None:
        return None
    if turn.tapped is not None or turn.told:
        return _TURN_FIRST
    verdict = game.decide(book.state, move, frozenset({MISREAD}))
    if isinstance(verdict, Refused):
        return verdict.text
    picture = table.crop(frozenset({command.place}))
    table.write((Step(move, command.by, picture, CORRECTED),))
    table.begin(replace(turn.anchor, state=book.state))
    return None


def _look_again(table: Table) -> None:
    """Look at the last picture with other eyes."""
    if table.saw is not None and table.witness.saw is not None:
        view = table.game.expected_view(table.turn.anchor.state)
        table.saw = table.witness.amend(table.witness.saw, view)
        table.look(table.saw)
