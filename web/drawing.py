"""The board as a picture: drawn once for each position, however many screens ask for it."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from threading import Lock
from typing import Any

import msgspec

from companion.session.snapshot import Mode
from companion.session.store_entry import digest
from web.relay import Now

#: So many positions are remembered.
_KEPT = 4


def position(now: Now) -> tuple[Any, frozenset[str]]:
    """Return the state to draw, and the places to point at: those of the last move."""
    assert now.play is not None
    assert now.snapshot is not None
    snapshot, view = now.snapshot, now.play.game.expected_view
    if snapshot.mode is Mode.SET_UP and snapshot.layout is not None:
        return snapshot.layout.state, frozenset()
    if snapshot.wrong is not None:
        return snapshot.state, frozenset(snapshot.wrong.places)
    for start in (snapshot.settled, now.before):
        gone, come = view(start or snapshot.state).change_to(view(snapshot.state))
        if gone or come:
            return snapshot.state, frozenset(atom.place for atom in gone | come)
    return snapshot.state, frozenset()


def drawing_key(now: Now) -> str:
    """Name a position: the same name always gives the same picture."""
    assert now.play is not None
    assert now.snapshot is not None
    state, marks = position(now)
    atoms = sorted(now.play.game.expected_view(state).atoms)
    return digest(msgspec.json.encode((now.snapshot.game, atoms, sorted(marks))))


class Drawings:
    """Draw positions, and remember the last ones, ready to be sent."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._drawn: OrderedDict[str, bytes] = OrderedDict()

    def get(self, now: Now) -> tuple[str, bytes]:
        """Return the picture of a moment, compressed, and its name."""
        assert now.play is not None
        key = drawing_key(now)
        with self._lock:
            if key not in self._drawn:
                state, marks = position(now)
                svg = now.play.draw(state, marks)
                self._drawn[key] = gzip.compress(svg.encode(), 5)
            self._drawn.move_to_end(key)
            while len(self._drawn) > _KEPT:
                self._drawn.popitem(last=False)
            return key, self._drawn[key]
