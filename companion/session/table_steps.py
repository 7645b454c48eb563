"""Moves that were seen or told, made ready to be settled: whose they are, and the picture of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine import Accepted, Atom, CueKind, Text, View, fold
from companion.session.chronicle import Heard, Step
from companion.session.commands import Saw
from companion.session.evidence import Evidence
from companion.session.explain_tree import AnyGame
from companion.session.store_entry import AGREED, CAMERA, By, How, seat


def turn_of(game: AnyGame, state: Any) -> int | None:
    """Return whose turn it is, if it is a turn."""
    return next((cue.seat for cue in game.cues(state) if cue.kind is CueKind.TURN), None)


def steps(
    game: AnyGame, state: Any, moves: Sequence[Any], heard: Sequence[Heard], saw: Saw | None
) -> Iterator[Step]:
    """Say of each move how it became known; what nobody told was seen."""
    left = list(heard)
    for move in moves:
        before, state = state, after(game, state, move)
        change = _change(game.expected_view(before), game.expected_view(state))
        picture = _crop(saw, sorted({atom.place for atom in change}))
        teller = next((one for one in left if one.told.move == move), None)
        if teller is None:
            yield Step(move, _known_by(move, saw, change), picture)
            continue
        left.remove(teller)
        kind, by = teller.told.kind, teller.by
        if kind == AGREED:
            by = _agreed(by, _known_by(move, saw, change))
        yield Step(move, by, picture, kind)


def _change(before: View, now: View) -> frozenset[Atom]:
    """Return what a move changes; where nothing was known before, that is all that is known now."""
    gone, come = before.change_to(now)
    told = before.silent - now.silent
    return gone | come | {a for a in now.atoms if a.place in told or a.piece in told}


def after(game: AnyGame, state: Any, move: Any) -> Any:
    """Return the state after a move; one that is refused changes nothing."""
    verdict = game.decide(state, move)
    return fold(game, state, verdict.events) if isinstance(verdict, Accepted) else state


def tell(game: AnyGame, state: Any, moves: Sequence[Any]) -> tuple[Text, ...]:
    """Tell moves in sentences that everybody may hear."""
    told: list[Text] = []
    for move in moves:
        verdict = game.decide(state, move)
        if not isinstance(verdict, Accepted):
            break
        for event in verdict.events:
            state = game.evolve(state, event)
            sentence = game.narrate(state, event, None)
            if sentence is not None:
                told.append(sentence)
    return tuple(told)


def _known_by(move: Any, saw: Saw | None, change: frozenset[Atom]) -> By:
    """Say whose move it is, and how it became known: seen, unless somebody has said so."""
    number, told = getattr(move, "seat", None), {} if saw is None else saw.told
    teller = next((told[atom.place] for atom in sorted(change) if atom.place in told), None)
    if teller is not None:
        return By(teller.who if number is None else seat(number), teller.how)
    sure = None if saw is None else Evidence(saw.reading).confidence(change)
    return By(CAMERA if number is None else seat(number), How.CAMERA, sure)


def _agreed(by: By, known: By) -> By:
    """Say who agreed to what was seen, and how sure the camera was of it."""
    return replace(known, who=by.who) if known.how is How.CAMERA else known


def _crop(saw: Saw | None, places: Sequence[str]) -> bytes | None:
    return saw.shot.crop(places) if saw is not None and saw.shot is not None and places else None
