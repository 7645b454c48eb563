"""Information tracks: steps, thresholds, and the investigator who crosses the roof."""

from __future__ import annotations

from companion.games.vienna.box import Box
from companion.games.vienna.events import InvestigatorMoved, MarkerAdvanced, PointsScored
from companion.games.vienna.full_events import RoofTileFound
from companion.games.vienna.state import Source, State
from companion.games.vienna.story import Story
from companion.games.vienna.words import Info, RoofTile

#: The roof's last field, by number of players: H, J or L (rulebook: end of the game).
FINAL_FIELD = {2: 7, 3: 9, 4: 11}


def advance(story: Story, seat: int, info: Info) -> None:
    """Advance a marker one field; whoever moves it scores a point for each own tile of its kind.

    A marker on its last field stays there, and still scores.
    """
    state = story.state
    field = state.markers[info]
    areas = story.box.board.tracks[info]
    crossing = False
    if field < len(areas) - 1:
        story.tell(MarkerAdvanced(info, field + 1))
        crossing = areas[field + 1] > areas[field]
    points = state.seats[seat].tiles[info]
    if points:
        story.tell(PointsScored(seat, points, Source.STEPS))
    if crossing:
        _cross_threshold(story)


def _cross_threshold(story: Story) -> None:
    """Move the investigator, at most once a round and never past his final field."""
    state = story.state
    if state.crossed or state.investigator >= FINAL_FIELD[len(state.seats)]:
        return
    story.tell(InvestigatorMoved(state.investigator + 1))
    find_tiles(story, story.box.board.roof[state.investigator + 1])


def find_tiles(story: Story, field: str) -> None:
    """Lay a purchase or payday tile of this field on the token; a second one into the oriel."""
    tiles = story.state.roof.get(field, ())
    for tile in sorted(tiles, key=lambda tile: tile is RoofTile.PAYDAY):
        story.tell(RoofTileFound(field, tile, oriel=len(tiles) > 1 and tile is RoofTile.PAYDAY))


def is_ending(story: Story) -> bool:
    """Tell whether the end is near: the investigator has arrived, or no marker can move any more.

    The latter is the rare end: too many thresholds fell in the same rounds.
    """
    state = story.state
    arrived = state.investigator >= FINAL_FIELD[len(state.seats)]
    return arrived or all(state.markers[info] == story.box.last_fields[info] for info in Info)


def value(state: State, box: Box, info: Info) -> int:
    """Return what a tile of this kind is worth: the area its marker stands in."""
    return box.board.tracks[info][state.markers[info]]
