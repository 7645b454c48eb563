"""The people around a table: every colour has a shape as well, for eyes that mix colours up."""

from __future__ import annotations

from companion.drawing.palette import PLAYER_SHAPES
from companion.engine import CueKind, Panel, TableView
from companion.session.snapshot import Snapshot
from web.keys import Keys
from web.shown import Person
from web.wording import Words

_SHAPES = ("circle", "diamond", "triangle", "square", "star", "cross")


def people(view: TableView, snapshot: Snapshot, words: Words, keys: Keys) -> tuple[Person, ...]:
    """Return everybody in the order of the seats."""
    turns = {cue.seat for cue in snapshot.cues if cue.kind is CueKind.TURN}
    return tuple(
        _person(panel, panel.seat, words, keys, active=panel.seat in turns)
        for panel in public_panels(view)
        if panel.seat is not None
    )


def public_panels(view: TableView) -> tuple[Panel, ...]:
    """Return the first panel of every seat: what all may see of it."""
    first: dict[int, Panel] = {}
    for panel in view.panels:
        if panel.seat is not None:
            first.setdefault(panel.seat, panel)
    return tuple(first[seat] for seat in sorted(first))


def _person(panel: Panel, seat: int, words: Words, keys: Keys, *, active: bool) -> Person:
    colour = panel.title.id.rpartition(".")[2]
    head = panel.rows[0] if panel.rows else None
    title = words.say(panel.title)
    return Person(
        seat,
        keys.name(seat) or title,
        colour,
        title,
        PLAYER_SHAPES.get(colour, _SHAPES[seat % len(_SHAPES)]),
        "" if head is None else words.say(head.value),
        "" if head is None else words.say(head.label),
        active,
        seat in keys.seats,
    )
