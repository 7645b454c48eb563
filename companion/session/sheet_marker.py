"""Where the score marker on the table and the log disagree, and what was scored in between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec

from companion.engine import Signs, Text, View
from companion.session.evidence import Evidence, Reading
from companion.session.explain_tree import AnyGame
from companion.session.sheet import Proof, proofs, seat_names
from companion.session.sheet_history import Happening

_LAPS = {
    1: "core.sheet.field-first-lap",
    2: "core.sheet.field-second-lap",
    3: "core.sheet.field-third-lap",
}


class Astray(msgspec.Struct, frozen=True):
    """A score marker that is seen on another field than it should stand on.

    Fields are as the track counts them, also where it laps.  ``shown`` is ``None`` where the marker
    is not on the track at all.
    """

    piece: str
    shown: int | None
    wanted: int


class Dispute(msgspec.Struct, frozen=True):
    """A score marker that stands on another field than the log has it.

    ``since`` is the last entry that it shows, 0 where it shows none, ``last`` the points of that
    entry, and ``proofs`` what was scored after that; where it should never have stood, all that was
    scored.  Where the log has gone round the track, ``laps`` count on which lap the marker stands,
    if that is known, and should stand.
    """

    seat: int
    name: Text | str
    shown: int | None
    logged: int
    since: int | None
    proofs: tuple[Proof, ...]
    laps: tuple[int | None, int] | None = None
    last: Proof | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """Say it in sentences: the two numbers, since when, and entry by entry."""
        return (self.headline, self.when, *map(_told, self.proofs))

    @property
    def unshown(self) -> frozenset[int]:
        """Return the entries that the marker does not show."""
        return frozenset(proof.number for proof in self.proofs)

    @property
    def headline(self) -> Text:
        """Say what the marker shows, and what the log says."""
        shown, logged = self._fields
        if shown is None:
            return Text("core.sheet.marker-gone", {"name": self.name, "logged": logged})
        return Text(
            "core.sheet.marker-shows", {"name": self.name, "shown": shown, "logged": logged}
        )

    @property
    def _fields(self) -> tuple[int | Text | None, int | Text]:
        """Return both fields as people see them: once somebody has lapped, with the lap."""
        if self.laps is None:
            return self.shown, self.logged
        stands, should = self.laps
        shown = None if self.shown is None else _on_lap(self.shown, stands)
        return shown, _on_lap(self.logged, should)

    @property
    def when(self) -> Text:
        """Say since when they disagree."""
        if self.shown is None:
            return Text("core.sheet.marker-all")
        if self.since is None:
            return Text("core.sheet.marker-never")
        if self.last is None:
            return Text("core.sheet.marker-start")
        time = f"{self.last.at.astimezone():%H:%M}"
        if self.last.turn is None:
            return Text("core.sheet.marker-since", {"time": time})
        return Text("core.sheet.marker-since-turn", {"turn": self.last.turn, "time": time})


def astray(game: AnyGame, state: Any, reading: Reading, signs: Signs) -> tuple[Astray, ...]:
    """List the score markers that are seen elsewhere; hidden ones are never among them."""
    view = game.expected_view(state)
    gap = Evidence(reading).gap(view)
    lost = {atom.piece for atom in gap.missing if atom.place.startswith(signs.score)}
    wanted, there = _fields(view, signs), _fields(View(gap.extra), signs)
    return tuple(Astray(piece, there.get(piece), wanted[piece]) for piece in sorted(lost))


def disputes(
    game: AnyGame, state: Any, past: Sequence[Happening], found: Sequence[Astray], signs: Signs
) -> tuple[Dispute, ...]:
    """Say of markers that are astray what the log has against each, in the order of the seats.

    What is counted at the very end nobody has to show: then the sheet is there.
    """
    lap = sum(place.id.startswith(signs.score) for place in game.places(state))
    owners, final = _owners(game, state), _final(game, past)
    against = (
        _dispute(past, owners[one.piece], one.shown, one.wanted, lap)
        for one in found
        if one.piece in owners
    )
    open_ones = (one for one in against if one.since is None or one.unshown - final)
    return tuple(sorted(open_ones, key=lambda one: one.seat))


def _final(game: AnyGame, past: Sequence[Happening]) -> frozenset[int]:
    """Return the entries with which the game was over."""
    last = takewhile(lambda one: game.outcome(one.after) is not None, reversed(past))
    return frozenset(one.entry.number for one in last)


def _dispute(
    past: Sequence[Happening], owner: tuple[int, Text], shown: int | None, logged: int, lap: int
) -> Dispute:
    """Walk back from where the marker should be until it stands where it does."""
    gains = proofs(past, owner[0])
    score = total = sum(gain.points for gain in gains)
    start = logged - total  # the field before the first points, but for whole laps
    for count in range(len(gains) - 1, -1, -1):
        score -= gains[count].points
        if (start + score) % lap == shown:
            last = gains[count - 1] if count else None
            since, laps = 0 if last is None else last.number, _laps(score, total, lap)
            return Dispute(*owner, shown, logged, since, gains[count:], laps, last)
    return Dispute(*owner, shown, logged, None, gains, _laps(None, total, lap))


def _laps(score: int | None, total: int, lap: int) -> tuple[int | None, int] | None:
    """Count the laps of two scores from 1; as long as nobody has lapped there are none to tell."""
    if total < lap:
        return None
    return None if score is None else score // lap + 1, total // lap + 1


def _on_lap(field: int, lap: int | None) -> Text:
    """Name a field of a track that has been gone round."""
    if lap is None:
        return Text("core.sheet.field", {"field": field})
    named = _LAPS.get(lap)
    if named is None:
        return Text("core.sheet.field-lap", {"field": field, "lap": lap})
    return Text(named, {"field": field})


def _fields(view: View, signs: Signs) -> dict[str, int]:
    """Return where every marker stands on the score track."""
    on_track = (atom for atom in view.atoms if atom.place.startswith(signs.score))
    return {atom.piece: int(atom.place.removeprefix(signs.score)) for atom in on_track}


def _owners(game: AnyGame, state: Any) -> dict[str, tuple[int, Text]]:
    """Find the seat of every piece: names that end in the same word belong together."""
    words = {
        name.id.rpartition(".")[2]: (seat, name) for seat, name in seat_names(game, state).items()
    }
    pieces = {piece for place in game.places(state) for piece in place.holds}
    return {piece: words[word] for piece in pieces if (word := piece.rpartition(":")[2]) in words}


def _told(proof: Proof) -> Text:
    params: dict[str, str | int | Text] = {
        "number": proof.number,
        "points": proof.points,
        "what": proof.cause or proof.sentence or Text("core.sheet.untold"),
    }
    if proof.turn is None:
        return Text("core.sheet.gain", params)
    return Text("core.sheet.gain-in-turn", {**params, "turn": proof.turn})
