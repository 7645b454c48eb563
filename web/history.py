"""What has happened so far, turn by turn, in sentences that everybody may hear."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from companion.engine import Signs, Text
from companion.session.explain_tree import AnyGame
from companion.session.sheet_history import Happening, Head, Teller
from companion.session.sheet_known import VOUCHED
from companion.session.store_entry import By, Entry, Kind
from companion.session.store_reader import Reader
from companion.session.store_undo import in_force


class Gain(msgspec.Struct, frozen=True, eq=False):
    """Points that a seat got, and the sentence that tells it."""

    seat: int
    points: int
    sentence: Text


class Chapter(msgspec.Struct, frozen=True, eq=False):
    """One turn or answer; ``number`` is the entry from which it can be taken back.

    ``broken`` are the rules that the host passed over, ``seat`` is whose doing it is, if somebody's,
    ``vouched`` who stands for it, and the ask that he answered.
    As long as it stands it is the same object, so that its words can be remembered.
    """

    number: int
    at: datetime
    sentences: tuple[Text, ...]
    gains: tuple[Gain, ...] = ()
    broken: tuple[Text, ...] = ()
    seat: int | None = None
    vouched: tuple[tuple[By, str], ...] = ()


class Story(msgspec.Struct, frozen=True, eq=False):
    """All that stands, oldest first: chapter by chapter, and entry by entry."""

    chapters: tuple[Chapter, ...] = ()
    past: tuple[Happening, ...] = ()


class History:
    """Follow the log of one game; only the thread that made it may read it."""

    def __init__(self, game: AnyGame, signs: Signs, reader: Reader, name: str) -> None:
        """Open the log by its id."""
        self._teller = Teller(game, signs)
        self._reader, self._name = reader, name
        setup = reader.log(name).record.setup
        self._heads = [Head(game.states.decode(bytes(setup)))]
        self._entries: list[Entry] = []
        self._past: list[Happening] = []
        self._written: dict[tuple[int, int], Chapter] = {}

    def read(self) -> Story:
        """Return all that stands by now."""
        new = list(self._reader.raw_entries(self._name, len(self._entries)))
        if new:
            self._entries += new
            self._tell(in_force(self._entries))
        return Story(tuple(map(self._chapter, _turns(self._past))), tuple(self._past))

    def _chapter(self, past: list[Happening]) -> Chapter:
        first, last = past[0].entry, past[-1].entry
        key = first.number, last.number  # no number is ever given twice
        if key not in self._written:
            self._written[key] = Chapter(
                _turn(first),
                first.at,
                tuple(sentence for one in past for sentence in one.told),
                tuple(gain for one in past for gain in _gains(one)),
                tuple(one.broken for one in past if one.broken is not None),
                past[0].seat,
                tuple({(one.entry.by, one.entry.ask): None for one in past if _is_vouched(one)}),
            )
        return self._written[key]

    def _tell(self, standing: tuple[Entry, ...]) -> None:
        """Keep what still stands, and tell the rest."""
        kept = 0
        for one, entry in zip(self._past, standing, strict=False):
            if one.entry.number != entry.number:
                break
            kept += 1
        del self._past[kept:]
        del self._heads[kept + 1 :]
        for entry in standing[kept:]:
            happening = self._teller.tell(entry, self._heads[-1])
            self._past.append(happening)
            self._heads.append(self._heads[-1].behind(happening))

    def close(self) -> None:
        """Close the log."""
        self._reader.close()


def _is_vouched(one: Happening) -> bool:
    return one.entry.ask in VOUCHED


def _gains(one: Happening) -> Iterator[Gain]:
    for gain in one.gains:
        if gain.sentence is not None:
            yield Gain(gain.scored.seat, gain.scored.points, gain.sentence)


def _turns(past: list[Happening]) -> Iterator[list[Happening]]:
    """Gather the entries that were written in one go."""
    gathered: list[Happening] = []
    for one in past:
        if gathered and _turn(gathered[0].entry) != _turn(one.entry):
            yield gathered
            gathered = []
        if one.entry.kind is Kind.MOVE:
            gathered.append(one)
    if gathered:
        yield gathered


def _turn(entry: Entry) -> int:
    return entry.turn or entry.number
