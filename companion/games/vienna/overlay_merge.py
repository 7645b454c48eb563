"""Bring overlays together, into a box and out of a game.  Nothing is ever overwritten silently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.games.vienna.board_check import REFERENCE
from companion.games.vienna.box import Box
from companion.games.vienna.lore import Lore, learn
from companion.games.vienna.overlay import (
    Overlay,
    Said,
    entries_of,
    lore_of,
    overlay_from,
    place_of,
    said,
)
from companion.games.vienna.overlay_check import contradictions, known_at
from companion.games.vienna.words import Info
from companion.packs.fault import Fault, PackError, error


def merge(named: Mapping[str, Overlay]) -> tuple[Overlay, tuple[Fault, ...]]:
    """Join overlays, given by the names of their files; where two disagree, both are named.

    An entry in dispute is left out: look at the faults before the result replaces a file.
    """
    first: dict[str, tuple[str, Said]] = {}
    faults: list[Fault] = []
    for file, overlay in named.items():
        for place, value in entries_of(overlay).items():
            before, known = first.setdefault(place, (file, value))
            if known != value:
                faults.append(_dispute(place, (before, known), (file, value)))
    disputed = {fault.where for fault in faults}
    agreed = {place: value for place, (_, value) in first.items() if place not in disputed}
    return overlay_from(agreed), tuple(faults)


def _dispute(place: str, one: tuple[str, Said], other: tuple[str, Said]) -> Fault:
    return error(
        place,
        "vienna.overlay.dispute",
        file=one[0],
        got=said(one[1]),
        other_file=other[0],
        other=said(other[1]),
    )


def open_overlay(box: Box, named: Mapping[str, Overlay]) -> Box:
    """Return a box with all that overlays say filled in, or refuse what contradicts it or them."""
    if not named:
        return box
    merged, faults = merge(named)
    faults += tuple(fault for file in named for fault in _box_faults(box, file, named[file]))
    if faults:
        raise PackError(Path(next(iter(named))), faults)
    board = replace(box.board, tracks={**box.board.tracks, **merged.tracks})
    return learn(Box(board, box.cards, box.orders), lore_of(merged))


def _box_faults(box: Box, file: str, overlay: Overlay) -> Iterator[Fault]:
    for place, value, known in contradictions(entries_of(overlay), box.cards, box.orders):
        yield error(place, "vienna.overlay.against-box", file=file, got=said(value), known=known)
    for info, areas in overlay.tracks.items():
        yield from _track_faults(box, file, info, areas)


def _track_faults(box: Box, file: str, info: Info, areas: tuple[int, ...]) -> Iterator[Fault]:
    """Hold a track against the board, whose fields the camera knows.

    Our own board stands in for one that nobody has measured; only its areas may be replaced.
    """
    place, there = f"tracks.{info}", box.board.tracks[info]
    if len(areas) != len(there):
        got, count = len(areas), len(there)
        yield error(place, "vienna.overlay.track-length", file=file, got=got, count=count)
    elif areas != there and box.board.edition != REFERENCE:
        got_areas, known = said(areas), said(there)
        yield error(place, "vienna.overlay.against-board", file=file, got=got_areas, known=known)


def overlay_of(box: Box, lore: tuple[Lore, ...]) -> Overlay:
    """Return what a game has taught us beyond what its box knew, to be merged into a file."""
    new = {place_of(fact): fact.value for fact in lore}
    return overlay_from(
        {p: value for p, value in new.items() if known_at(p, box.cards, box.orders) != value}
    )
