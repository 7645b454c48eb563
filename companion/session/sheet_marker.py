"""Where the score marker on the table and the log disagree, and what was scored in between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine import Signs, Text, View
from companion.session.evidence import Evidence, Reading
from companion.session.explain_tree import AnyGame
from companion.session.sheet import Proof, proofs, seat_names
from companion.session.sheet_history import Happening


class Dispute(msgspec.Struct, frozen=True):
    """A score marker that stands on another field than the log has it.

    Fields are as the track counts them, also where it laps.  ``shown`` is ``None`` where the marker
    is not on the track at all.  ``since`` is the last entry that it shows, 0 where it shows none, and
    ``proofs`` what was scored after that; where it should never have stood, all that was scored.
    """

    seat: int
    name: Text
    shown: int | None
    logged: int
    since: int | None
    proofs: tuple[Proof, ...]

    @property
    def texts(self) -> tuple[Text, ...]:
        """Say it in sentences: the two numbers, since when, and entry by entry."""
        return (self._numbers, self._when, *map(_told, self.proofs))

    @property
    def _numbers(self) -> Text:
        if self.shown is None:
            return Text("core.sheet.marker-gone", {"name": self.name, "logged": self.logged})
        return Text(
            "core.sheet.marker-shows",
            {"name": self.name, "shown": self.shown, "logged": self.logged},
        )

    @property
    def _when(self) -> Text:
        if self.since is None:
            return Text("core.sheet.marker-never")
        if self.since == 0:
            return Text("core.sheet.marker-start")
        return Text("core.sheet.marker-since", {"number": self.since})


def disputes(
    game: AnyGame, setup: Any, past: Sequence[Happening], reading: Reading, signs: Signs
) -> tuple[Dispute, ...]:
    """List the markers that show something else than the log; hidden ones are never disputed."""
    state = past[-1].after if past else setup
    view = game.expected_view(state)
    gap = Evidence(reading).gap(view)
    astray = {atom.piece for atom in gap.missing if atom.place.startswith(signs.score)}
    lap = sum(place.id.startswith(signs.score) for place in game.places(state))
    now, there = _fields(view, signs), _fields(View(gap.extra), signs)
    owners = _owners(game, state)
    return tuple(
        _dispute(past, owners[piece], there.get(piece), now[piece], lap)
        for piece in sorted(astray, key=lambda piece: owners[piece][0])
    )


def _dispute(
    past: Sequence[Happening], owner: tuple[int, Text], shown: int | None, logged: int, lap: int
) -> Dispute:
    """Walk back from where the marker should be until it stands where it does."""
    gains = proofs(past, owner[0])
    field = logged
    for count in range(len(gains) - 1, -1, -1):
        field = (field - gains[count].points) % lap
        if field == shown:
            since = gains[count - 1].number if count else 0
            return Dispute(*owner, shown, logged, since, gains[count:])
    return Dispute(*owner, shown, logged, None, gains)


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
