"""One moment of a game as an audience sees it: what any screen needs, and nothing of any game.

A game calls its pieces ``agent:red`` or ``marker:flask`` and its labels ``vienna.colour.red`` or
``vienna.info.flask``: what shares its last word belongs together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.engine import Atom, CueKind, Game, Place, Row, TableView, Text, View


class Track(msgspec.Struct, frozen=True):
    """A row of fields with one marker on it; ``row`` says what it means."""

    row: Row
    word: str
    fields: tuple[str, ...]
    at: int | None


class Spot(msgspec.Struct, frozen=True):
    """A place of the board with what lies and stands there, and what has just left it."""

    place: Place
    pieces: tuple[str, ...]
    come: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


class Corner(msgspec.Struct, frozen=True):
    """A seat: its name, what everybody sees of it, what it counts for itself, and its turn."""

    seat: int
    name: Text
    rows: tuple[Row, ...]
    counts: tuple[Row, ...]
    active: bool

    @property
    def word(self) -> str:
        """Return the word by which its pieces are known."""
        return last_word(self.name.id, ".")


class Scene(msgspec.Struct, frozen=True):
    """Everything to be shown at one moment."""

    phase: Text
    spots: tuple[Spot, ...]
    tracks: tuple[Track, ...]
    rows: tuple[Row, ...]
    corners: tuple[Corner, ...]


def last_word(name: str, mark: str = ":") -> str:
    """Return the last word of a name.

    >>> last_word("agent:red"), last_word("vienna.colour.red", ".")
    ('red', 'red')
    """
    return name.rpartition(mark)[2]


def compose(game: Game[Any, Any, Any, Any], state: Any, before: Any) -> Scene:
    """Gather a moment, with what has changed on the board since ``before``."""
    places = game.places(state)
    now = game.expected_view(state)
    table = game.view(state, None)
    loose = [row for panel in table.panels if panel.seat is None for row in panel.rows]
    tracks = tuple(_tracks(places, now, loose))
    rows = tuple(row for row in loose if all(row is not track.row for track in tracks))
    spots = tuple(_spots(places, game.expected_view(before), now))
    return Scene(table.phase, spots, tracks, rows, _corners(game, state, table))


def _corners(game: Game[Any, Any, Any, Any], state: Any, table: TableView) -> tuple[Corner, ...]:
    """Show every seat as it sees itself: bots have no secrets from the audience."""
    turns = {cue.seat for cue in game.cues(state) if cue.kind is CueKind.TURN}
    seats = (panel.seat for panel in table.panels if panel.seat is not None)
    return tuple(_corner(game.view(state, seat), seat, active=seat in turns) for seat in seats)


def _corner(view: TableView, seat: int, *, active: bool) -> Corner:
    public, *private = (panel for panel in view.panels if panel.seat == seat)
    counts = tuple(row for panel in private for row in panel.rows if isinstance(row.value, int))
    return Corner(seat, public.title, public.rows, counts, active)


def _tracks(places: Iterable[Place], now: View, rows: list[Row]) -> Iterable[Track]:
    """Find the rows of fields that one marker walks along, and that some label explains.

    Other things may lie there too; the one who walks is named first.
    """
    walks: defaultdict[str, list[str]] = defaultdict(list)
    for place in places:
        if ":" in place.id:
            walks[place.holds[0]].append(place.id)
    at = {atom.piece: atom.place for atom in now.atoms}
    for row in rows:
        for piece, fields in walks.items():
            if last_word(piece) == last_word(row.label.id, "."):
                index = fields.index(at[piece]) if at.get(piece) in fields else None
                yield Track(row, last_word(piece), tuple(map(last_word, fields)), index)


def _spots(places: Iterable[Place], before: View, now: View) -> Iterable[Spot]:
    """Find the places of the board itself: those with a plain name, where pieces vary."""
    gone, come = before.change_to(now)
    here, came, left = _by_place(now.atoms), _by_place(come), _by_place(gone)
    for place in places:
        if ":" not in place.id and len(place.holds) > 1:
            pieces = tuple(piece for piece in place.holds if piece in here[place.id])
            yield Spot(place, pieces, frozenset(came[place.id]), frozenset(left[place.id]))


def _by_place(atoms: Iterable[Atom]) -> defaultdict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for atom in atoms:
        found[atom.place].add(atom.piece)
    return found
