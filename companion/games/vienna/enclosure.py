"""Enclosing squares: whoever has agents all around takes the tile."""

from __future__ import annotations

from companion.engine import Unknown
from companion.games.vienna.events import PointsScored, TileTaken
from companion.games.vienna.state import Source
from companion.games.vienna.story import Step, Story


def capture(story: Story, seat: int) -> Step | None:
    """Take what this turn's agent encloses; the third man walks on if he has helped."""
    return Step.THIRD_MAN if take_enclosed(story, seat) else Step.ABILITIES


def take_enclosed(story: Story, seat: int) -> bool:
    """Take every tile enclosed by this turn's agent; tell whether the third man has helped."""
    state = story.state
    moved = (b for b in (state.landed, state.roamed) if b is not None)
    return take_around(story, seat, *moved)


def take_around(story: Story, seat: int, *buildings: str) -> bool:
    """Take every tile enclosed around these buildings; tell whether the third man has helped."""
    board = story.box.board
    around = dict.fromkeys(s for b in buildings for s in board.buildings[b].squares)
    helped = [_take_if_enclosed(story, seat, square) for square in around]
    return any(helped)


def _take_if_enclosed(story: Story, seat: int, square: str) -> bool:
    """Take a square's tile if it is enclosed; tell whether the third man was needed for it."""
    state = story.state
    info, printed = state.squares[square], story.box.board.squares[square]
    if info is None or isinstance(info, Unknown):
        return False
    missing = [b for b in printed.buildings if b not in state.seats[seat].agents]
    helped = missing == [state.third_man]
    if missing and not helped:
        return False
    story.tell(TileTaken(seat, square, info))
    # One own agent fewer was needed, so one point fewer is paid (expansion 1).
    story.tell(PointsScored(seat, printed.value - helped, Source.SQUARES))
    return helped
