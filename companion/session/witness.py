"""What people say lies at a place: it counts there in place of what the camera sees.

It counts as long as the camera goes on seeing what it saw then.  As soon as it is sure of something
else, hands have been there, and it is believed again.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.engine import Atom, View
from companion.session.commands import Saw
from companion.session.evidence import SURE, Reading
from companion.session.store_entry import By
from companion.session.todo import is_same_piece


class Word(msgspec.Struct, frozen=True):
    """Say what lies at a place, and what the camera was sure of when it was said, if of anything."""

    pieces: frozenset[str]
    against: frozenset[str] | None
    by: By


class Witness:
    """Remember what was said, place by place; ``saw`` is the last picture as it came."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.saw: Saw | None = None
        self._words: Mapping[str, Word] = {}

    @property
    def places(self) -> frozenset[str]:
        """Return the places where somebody's word counts."""
        return frozenset(self._words)

    @property
    def has_picture(self) -> bool:
        """Tell whether the last thing seen came with a picture."""
        return self.saw is not None and self.saw.shot is not None

    def said_at(self, place: str) -> frozenset[str] | None:
        """Return what was said to lie at a place, if anything was said."""
        word = self._words.get(place)
        return None if word is None else word.pieces

    def say(self, place: str, pieces: frozenset[str], by: By) -> None:
        """Take somebody's word for a place."""
        against = None if self.saw is None else claim(self.saw.reading, place)
        self._words = {**self._words, place: Word(pieces, against, by)}

    def withdraw(self, place: str) -> None:
        """Believe the camera again."""
        self._words = {at: word for at, word in self._words.items() if at != place}

    def amend(self, saw: Saw, view: View) -> Saw:
        """Return a picture in which what was said is as good as seen; ``view`` is on the record."""
        self.saw, reading = saw, saw.reading
        self._words = {at: word for at, word in self._words.items() if _holds(word, at, reading)}
        if not self._words:
            return saw
        told = {at: word.by for at, word in self._words.items()}
        return replace(saw, reading=self._amended(reading, view), told=told)

    def _amended(self, reading: Reading, view: View) -> Reading:
        words = self._words
        said = frozenset(Atom(at, piece) for at, word in words.items() for piece in word.pieces)
        seen = frozenset(atom for atom in reading.atoms if atom.place not in words)
        return replace(
            reading,
            atoms=(seen - _mistaken(seen, said, view)) | said,
            silent=reading.silent - self.places - _accounted_for(seen | said, said, view),
            vague=frozenset(atom for atom in reading.vague if atom.place not in words),
            twice=frozenset(atom for atom in reading.twice if atom.place not in words),
            alike={
                o: s
                for o, s in reading.alike.items()
                if words.keys().isdisjoint({o.place, s.place})
            },
            sureness={**reading.sureness, **dict.fromkeys(words, 1.0)},
        )


def claim(reading: Reading, place: str) -> frozenset[str] | None:
    """Return the pieces that a reading is sure to have seen at a place; nothing where it doubts."""
    doubtful = place in reading.silent or any(atom.place == place for atom in reading.vague)
    if doubtful or reading.sureness.get(place, 1.0) < SURE:
        return None
    return frozenset(atom.piece for atom in reading.atoms if atom.place == place)


def _holds(word: Word, place: str, reading: Reading) -> bool:
    """Tell whether the camera is sure of nothing else than it was when this was said."""
    seen, blurred = claim(reading, place), reading.silent
    if seen is None:
        return True
    if word.against is None:
        return not word.pieces.isdisjoint(blurred)
    return seen - blurred == word.against - blurred


def _accounted_for(known: frozenset[Atom], said: frozenset[Atom], view: View) -> frozenset[str]:
    """Return the pieces of which none is anywhere that nobody knows of: they are silent no more."""
    lost = {atom.piece for atom in view.atoms - known}
    return frozenset(atom.piece for atom in said if atom.piece not in lost)


def _mistaken(seen: frozenset[Atom], said: frozenset[Atom], view: View) -> frozenset[Atom]:
    """Return what was taken for a piece that stands elsewhere, as we know by now."""
    new = said - view.atoms
    return frozenset(
        atom
        for atom in seen - view.atoms
        if atom.place not in view.silent and any(is_same_piece(atom, one) for one in new)
    )
