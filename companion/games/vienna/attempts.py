"""What a change on the board looks like, legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Atom
from companion.games.vienna import third_man
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Effect
from companion.games.vienna.hidden_cards import MOST_POINTS
from companion.games.vienna.moves import (
    Advance,
    CardBonus,
    Dismiss,
    LayFlag,
    LayTile,
    Move,
    Place,
    Redirect,
    Relocate,
    Roam,
    SetThirdMan,
    Use,
)
from companion.games.vienna.sight import LAP
from companion.games.vienna.stages import Bonus, Redirecting
from companion.games.vienna.state import State
from companion.games.vienna.words import Flag, Info


def attempts(
    box: Box, state: State, gone: frozenset[Atom], come: frozenset[Atom]
) -> tuple[Move, ...]:
    """Return the moves that may be behind this change, the plainest first, each once."""
    found: dict[Move, None] = {}
    for atom in sorted(come):
        kind, _, name = atom.piece.partition(":")
        if kind == "agent" and atom.place.startswith("score:"):
            found.update(dict.fromkeys(_scoring(box, state, name, atom)))
        elif kind == "agent":
            found.update(dict.fromkeys(_landing(state, name, atom.place, gone)))
        elif kind == "feld":
            found.update(dict.fromkeys(_feld_walking(state, name, atom.place, gone)))
        elif kind == "third_man":
            found[SetThirdMan(_leader(state), atom.place)] = None
        elif kind == "marker":
            found.update(dict.fromkeys(_stepping(box, state, Info(name))))
        elif kind == "tile":
            found[LayTile(atom.place, Info(name))] = None
        elif kind == "flag":
            found[LayFlag(atom.place.removeprefix("flag:"), Flag(name))] = None
    return (*found, *_leaving(box, state, gone, come))


def _leaving(
    box: Box, state: State, gone: frozenset[Atom], come: frozenset[Atom]
) -> Iterator[Dismiss]:
    """Explain a figure that has left the board and not come back: payday, or an open order."""
    landed = {atom.piece for atom in come if atom.place in box.board.buildings}
    for atom in sorted(gone):
        kind, _, colour = atom.piece.partition(":")
        if kind in ("agent", "feld") and atom.piece not in landed:
            for number, seat in enumerate(state.seats):
                if seat.colour == colour and atom.place in box.board.buildings:
                    yield Dismiss(number, atom.place)


def _feld_walking(
    state: State, colour: str, building: str, gone: frozenset[Atom]
) -> Iterator[Place | Relocate | Roam]:
    """Explain a Feld figure that has appeared: from the supply, moved, or walked by himself."""
    for number, seat in enumerate(state.seats):
        if seat.colour == colour:
            for atom in sorted(gone):
                if atom.piece == f"feld:{colour}":
                    yield Relocate(number, atom.place, building)
                    yield Roam(number, building)
            yield Place(number, building, feld=True)


def _leader(state: State) -> int:
    """Return who sets the third man down: the last player at set-up, else whose turn it is."""
    seat = getattr(state.stage, "seat", None)
    return third_man.last_seat(state) if seat is None else int(seat)


def _landing(
    state: State, colour: str, building: str, gone: frozenset[Atom]
) -> Iterator[Place | Relocate]:
    """Explain an agent that has appeared: from the supply, or from where one is missing."""
    for number, seat in enumerate(state.seats):
        if seat.colour == colour:
            left = sorted(atom.place for atom in gone if atom.piece == f"agent:{colour}")
            yield from (
                Relocate(number, origin, building)
                for origin in left
                if not origin.startswith("score:")
            )
            yield Place(number, building)


def _stepping(box: Box, state: State, info: Info) -> Iterator[Advance | Redirect | Use]:
    """Explain a marker that has moved: by action IV, or by an ability."""
    stage = state.stage
    if isinstance(stage, Redirecting):
        yield Redirect(stage.seat, info)
    if isinstance(stage, Bonus):
        for card in stage.ready:
            if box.cards[card].effect is Effect.ANY_MARKER:
                yield Use(stage.seat, card, info=info)
            elif (box.cards[card].effect, box.cards[card].param) == (Effect.OWN_MARKER, info):
                yield Use(stage.seat, card)
    seat = getattr(stage, "seat", None)
    if seat is not None:
        yield Advance(seat, info)


def _scoring(box: Box, state: State, colour: str, atom: Atom) -> Iterator[Move]:
    """Explain points: from a card, or from a step of a marker that could not move."""
    field = int(atom.place.removeprefix("score:"))
    for number, seat in enumerate(state.seats):
        if seat.colour != colour:
            continue
        points = (field - seat.score) % LAP
        stuck = [i for i, last in box.last_fields.items() if state.markers[i] == last]
        yield from (
            move
            for info in stuck
            if 0 < seat.tiles[info] <= points
            for move in _stepping(box, state, info)
        )
        yield from _card_points(box, state, number, points)


def _card_points(box: Box, state: State, seat: int, points: int) -> Iterator[Use | CardBonus]:
    stage = state.stage
    if isinstance(stage, Bonus) and stage.seat == seat:
        for card in stage.ready:
            ability = box.cards[card]
            if ability.effect is Effect.POINTS and ability.amount <= points:
                yield Use(seat, card)
    # A marker that has gone back a few fields has been put right, and nobody has scored.
    if not isinstance(stage, Bonus) and points <= MOST_POINTS:
        yield CardBonus(seat, points)
