"""What has happened so far, turn by turn, in sentences that everybody may hear."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from companion.engine import Text
from companion.session.explain_tree import AnyGame
from companion.session.store_entry import Entry, Kind
from companion.session.store_reader import Reader
from companion.session.store_undo import in_force


class Gain(msgspec.Struct, frozen=True, eq=False):
    """Points that a seat got, and the sentence that tells it."""

    seat: int
    points: int
    sentence: Text


class Chapter(msgspec.Struct, frozen=True, eq=False):
    """One turn or answer; ``number`` is the entry from which it can be taken back.

    As long as it stands it is the same object, so that its words can be remembered.
    """

    number: int
    at: datetime
    sentences: tuple[Text, ...]
    gains: tuple[Gain, ...] = ()


class _Page(msgspec.Struct, frozen=True):
    """An entry that stands, what it tells, and the state it led to."""

    entry: Entry
    sentences: tuple[Text, ...]
    gains: tuple[Gain, ...]
    state: Any


class History:
    """Follow the log of one game; only the thread that made it may read it."""

    def __init__(self, game: AnyGame, reader: Reader, name: str) -> None:
        """Open the log by its id."""
        self._game, self._reader, self._name = game, reader, name
        setup = reader.log(name).record.setup
        self._setup = game.states.decode(bytes(setup))
        self._entries: list[Entry] = []
        self._pages: list[_Page] = []
        self._written: dict[tuple[int, int], Chapter] = {}

    def read(self) -> tuple[Chapter, ...]:
        """Return all chapters that stand, oldest first."""
        new = list(self._reader.raw_entries(self._name, len(self._entries)))
        if new:
            self._entries += new
            self._tell(in_force(self._entries))
        return tuple(map(self._chapter, _turns(self._pages)))

    def _chapter(self, pages: list[_Page]) -> Chapter:
        first, last = pages[0].entry, pages[-1].entry
        key = first.number, last.number  # no number is ever given twice
        if key not in self._written:
            sentences = tuple(sentence for page in pages for sentence in page.sentences)
            gains = tuple(gain for page in pages for gain in page.gains)
            self._written[key] = Chapter(_turn(first), first.at, sentences, gains)
        return self._written[key]

    def _tell(self, standing: tuple[Entry, ...]) -> None:
        """Keep the pages that still stand, and tell the rest."""
        kept = 0
        for page, entry in zip(self._pages, standing, strict=False):
            if page.entry.number != entry.number:
                break
            kept += 1
        del self._pages[kept:]
        state = self._pages[-1].state if self._pages else self._setup
        for entry in standing[kept:]:
            page = self._page(entry, state)
            self._pages.append(page)
            state = page.state

    def _page(self, entry: Entry, state: Any) -> _Page:
        game = self._game
        sentences: list[Text] = []
        gains: list[Gain] = []
        for raw in entry.events:
            event = game.events.decode(bytes(raw))
            state = game.evolve(state, event)
            sentence = game.narrate(state, event, None)
            if sentence is not None:
                sentences.append(sentence)
                gains += (Gain(one.seat, one.points, sentence) for one in game.points(event))
        return _Page(entry, tuple(sentences), tuple(gains), state)

    def close(self) -> None:
        """Close the log."""
        self._reader.close()


def _turns(pages: list[_Page]) -> Iterator[list[_Page]]:
    """Gather the entries that were written in one go."""
    gathered: list[_Page] = []
    for page in pages:
        if gathered and _turn(gathered[0].entry) != _turn(page.entry):
            yield gathered
            gathered = []
        if page.entry.kind is Kind.MOVE:
            gathered.append(page)
    if gathered:
        yield gathered


def _turn(entry: Entry) -> int:
    return entry.turn or entry.number
