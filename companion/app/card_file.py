"""The owner's file of cards and orders: it grows with every tap and every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import Any

from companion.engine import Text
from companion.games import Kit
from companion.games.prints import Prints, Thing
from companion.packs.fault import Fault, PackError
from companion.packs.save import save_text
from web.cards_port import Dispute, Taken

#: The owner's file, beside the games.
NAME = "cards.json"


class CardFile:
    """Keep one owner's file; everything may be called from any thread."""

    def __init__(self, kit: Kit, prints: Prints, path: Path, others: Sequence[Path] = ()) -> None:
        """Take the game, its owner's own file, and further files that are only read."""
        self._kit, self._prints = kit, prints
        self._path, self._others = path, tuple(others)
        self._lock = RLock()
        self._learned = ""
        self._disputes: dict[tuple[str, str], Dispute] = {}
        self._hears: Callable[[], None] | None = None

    def tell(self, hears: Callable[[], None]) -> None:
        """Say who hears of everything that is new."""
        self._hears = hears

    def files(self) -> tuple[Path, ...]:
        """Return all files that say something."""
        own = (self._path,) if self._path.exists() else ()
        return (*own, *self._others)

    def things(self) -> tuple[Thing, ...]:
        """List everything in the box with what is known of it."""
        return self._prints.things(self.files())

    def note(self, place: str, said: Mapping[str, Sequence[str]]) -> tuple[Text, ...]:
        """Note what is printed on a thing, or say what is wrong with that."""
        try:
            with self._lock:
                self._save(self._prints.noted(self._path, place, said))
                for part in said:
                    self._disputes.pop((place, part), None)
        except PackError as problem:
            return tuple(fault.text for fault in problem.faults)
        self._changed()
        return ()

    def file(self) -> str:
        """Return the owner's file; what the further files say is in it."""
        merged, _ = self._kit.merge_overlays(self.files())
        return merged

    def take_in(self, name: str, raw: bytes) -> Taken:
        """Add what a friend's file says; where it disagrees, ours stands and both are told."""
        try:
            new, disputes = self._join(name, raw)
        except PackError as problem:
            return Taken(wrong=tuple((fault.where, _at_home(fault)) for fault in problem.faults))
        told = tuple(map(_dispute, disputes))
        with self._lock:
            self._disputes |= {(one.place, one.part): one for one in told}
        self._changed()
        return Taken(new, told)

    def disputes(self) -> tuple[Dispute, ...]:
        """Return the disputes that nobody has settled yet."""
        with self._lock:
            return tuple(self._disputes.values())

    def learn(self, game: Any, state: Any) -> None:
        """Keep what a game has taught us; the game itself knows it already."""
        learned = self._kit.learned(game, state)
        if learned in (self._learned, self._kit.merge_overlays(())[0]):
            return
        with self._lock, TemporaryDirectory() as folder:
            new = Path(folder) / NAME
            new.write_text(learned, encoding="utf-8")
            # Whoever reads a card again after an undo reads it better.
            self._save(self._prints.taken_in(new, self._path)[0])
            self._learned = learned

    def _join(self, name: str, raw: bytes) -> tuple[int, tuple[Fault, ...]]:
        with self._lock, TemporaryDirectory() as folder:
            other = Path(folder) / _file_name(name)
            other.write_bytes(raw)
            before = _missing(self.things())
            joined, disputes = self._prints.taken_in(self._path, other)
            self._save(joined)
            return before - _missing(self.things()), disputes

    def _save(self, text: str) -> None:
        """Write the file once it is sure that it can be read together with the others."""
        with TemporaryDirectory() as folder:
            trial = Path(folder) / self._path.name
            trial.write_text(text, encoding="utf-8")
            self._prints.things((trial, *self._others))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        save_text(self._path, text)

    def _changed(self) -> None:
        if self._hears is not None:
            self._hears()


def _file_name(name: str) -> str:
    """Return what a friend calls a file, as far as a disk may call it so.

    >>> _file_name("../Anna's cards.json"), _file_name("..")
    ('Annas cards.json', 'cards.json')
    """
    plain = re.sub(r"[^\w .-]", "", Path(name).name)
    return plain[:60].strip(". ") or NAME


def _at_home(fault: Fault) -> Text:
    """Say what is wrong with a file by the name that people gave it; where it lay is our affair."""
    params = dict(fault.text.params)
    if "path" in params:
        params["path"] = Path(str(params["path"])).name
    return Text(fault.text.id, params)


def _missing(things: Sequence[Thing]) -> int:
    return sum(len(thing.missing) for thing in things)


def _dispute(fault: Fault) -> Dispute:
    place, _, part = fault.where.rpartition(".")
    theirs = tuple(str(fault.text.params["other"]).split(", "))
    return Dispute(place, part, theirs, fault.text)
