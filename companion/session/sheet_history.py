"""What happened in a game, entry by entry: the table before and after, what was told and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from companion.engine import CueKind, Refused, Scored, Signs, Text
from companion.session.explain_tree import AnyGame
from companion.session.store_entry import CORRECTED, NOTHING, Entry, Kind, Role
from companion.session.store_undo import in_force


class Gain(msgspec.Struct, frozen=True):
    """Points of one event; ``cause`` is what was told just before, ``sentence`` tells the points."""

    scored: Scored
    cause: Text | None
    sentence: Text | None


class Happening(msgspec.Struct, frozen=True):
    """One entry of a log and what it did to the table.

    ``stands`` is false for what was taken back.  ``turn`` counts the turns of the game, from 1;
    outside turns there is none.  ``seat`` is whose move it is, whoever told of it; ``broken`` names
    the rule that the host passed over.
    """

    entry: Entry
    stands: bool
    turn: int | None
    before: Any
    after: Any
    told: tuple[Text, ...] = ()
    gains: tuple[Gain, ...] = ()
    broken: Text | None = None
    ends_turn: bool = False
    seat: int | None = None


class Head(msgspec.Struct, frozen=True):
    """The table after some entry, and how many turns are over."""

    state: Any
    turns: int = 0

    def behind(self, happening: Happening) -> Head:
        """Return the table after what happened next."""
        return Head(happening.after, self.turns + happening.ends_turn)


def history(game: AnyGame, setup: Any, log: Iterable[Entry], signs: Signs) -> tuple[Happening, ...]:
    """Walk through a log from its set-up; an undo leads back to an earlier table.

    Once the game is over everything is told that any seat may hear; until then, what all may.
    """
    entries = tuple(log)
    force = in_force(entries)
    over = any(entry.kind is Kind.END for entry in force)
    teller = Teller(game, signs, _seats(game, setup) if over else ())
    return tuple(_walk(teller, setup, entries, {entry.number for entry in force}))


def _seats(game: AnyGame, setup: Any) -> tuple[int, ...]:
    panels = game.view(setup, None).panels
    return tuple(sorted({panel.seat for panel in panels if panel.seat is not None}))


def _walk(
    teller: Teller, setup: Any, log: Iterable[Entry], standing: set[int]
) -> Iterator[Happening]:
    heads = [Head(setup)]
    for entry in log:
        if entry.takes_back is not None:
            back = heads[entry.takes_back - 1]
            yield Happening(entry, False, None, heads[-1].state, back.state)
            heads.append(back)
            continue
        happening = teller.tell(entry, heads[-1], stands=entry.number in standing)
        heads.append(heads[-1].behind(happening))
        yield happening


class Teller:
    """Tell entries that take nothing back, one at a time."""

    def __init__(self, game: AnyGame, signs: Signs, seats: Iterable[int] = ()) -> None:
        """Take the game that is played, and the seats whose secrets may be told by now."""
        self._game, self._signs = game, signs
        self._seats = tuple(seats)

    def tell(self, entry: Entry, head: Head, *, stands: bool = True) -> Happening:
        """Say what an entry did to the table that it found."""
        state, game = head.state, self._game
        told: list[Text] = []
        gains: list[Gain] = []
        cause: Text | None = None
        for raw in entry.events:
            event = game.events.decode(bytes(raw))
            state = game.evolve(state, event)
            heard = game.narrate(state, event, None)
            sentence = heard or self._secret(state, event)
            scored = game.points(event)
            gains += (Gain(one, cause, sentence) for one in scored)
            if sentence is not None:
                told.append(sentence)
                # What a seat did in secret is nobody's reason for points.
                cause = cause if scored or heard is None else heard
        untold = bytes(entry.move) == bytes(NOTHING)
        move = None if untold else game.moves.decode(bytes(entry.move))
        in_turn = any(cue.kind is CueKind.TURN for cue in game.cues(head.state))
        return Happening(
            entry,
            stands,
            head.turns + 1 if in_turn else None,
            head.state,
            state,
            tuple(told),
            tuple(gains),
            self._broken(entry, head.state),
            entry.kind is Kind.MOVE and move is not None and self._signs.ends_turn(move),
            getattr(move, "seat", entry.by.who.seat),
        )

    def _secret(self, state: Any, event: Any) -> Text | None:
        heard = (self._game.narrate(state, event, seat) for seat in self._seats)
        return next((sentence for sentence in heard if sentence is not None), None)

    def _broken(self, entry: Entry, state: Any) -> Text | None:
        """Return the rule that a move of the host breaks: it stands because he says so."""
        if (
            entry.by.who.role is not Role.HOST
            or entry.ask == CORRECTED
            or not entry.events
            or bytes(entry.move) == bytes(NOTHING)
        ):
            return None
        verdict = self._game.decide(state, self._game.moves.decode(bytes(entry.move)))
        if not isinstance(verdict, Refused):
            return None
        return verdict.text if verdict.to is None else Text("core.sheet.rule-broken")
