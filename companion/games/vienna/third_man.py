"""Expansion 1: the third man, a neutral agent who walks on when he has helped."""

from __future__ import annotations

from companion.engine import Ask, Unknown
from companion.games.vienna.box import Box
from companion.games.vienna.full_events import ThirdManMoved
from companion.games.vienna.moves import Move, SetThirdMan
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Leading, SettingUp
from companion.games.vienna.state import State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.terms import term
from companion.games.vienna.words import Hue

#: Whom he prefers among equals; he does not smoke, so grey is not on the list.
_TASTE = (Hue.VIOLET, Hue.BROWN, Hue.PINK, Hue.ORANGE)


def last_seat(state: State) -> int:
    """Return the seat that sets him out: the last in the order of play."""
    return (state.start - 1) % len(state.seats)


def setup_asks(box: Box, state: State) -> tuple[Ask, ...]:
    """Ask the last player for a violet building."""
    if not isinstance(state.third_man, Unknown):
        return ()
    seen_at = _choices(box, state)
    return (Ask("third-man", "set-third-man", last_seat(state), seen_at=seen_at),)


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask the active player where he goes, where several buildings draw him equally."""
    stage = state.stage
    assert isinstance(stage, Leading)
    return (Ask(f"{state.serial}.lead", "lead-third-man", stage.seat, seen_at=stage.choices),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List the buildings he may go to."""
    assert ask.seat is not None
    return tuple(SetThirdMan(ask.seat, b) for b in _choices(box, state))


def _choices(box: Box, state: State) -> tuple[str, ...]:
    if isinstance(state.stage, Leading):
        return state.stage.choices
    return tuple(b.id for b in box.board.buildings.values() if b.hue is Hue.VIOLET)


def walk_on(story: Story, seat: int) -> Step | None:
    """Move him to the next building of another colour, or ask where several are equal."""
    choices = next_buildings(story.box, story.state)
    if len(choices) > 1:
        story.wait_at(Leading(seat, choices))
        return None
    if choices:
        story.tell(ThirdManMoved(choices[0]))
    return Step.ABILITIES


def next_buildings(box: Box, state: State) -> tuple[str, ...]:
    """Return where he may go next: the nearest ring of buildings that has one for him.

    He goes where most streets lead to squares with a tile, never to grey, and always to another
    colour; among equals his taste decides, and within a colour the active player.
    """
    board = box.board
    here = state.third_man
    assert isinstance(here, str)
    seen, ring = {here}, [here]
    while ring:
        ring = list(
            dict.fromkeys(n for b in ring for n in board.buildings[b].neighbours if n not in seen)
        )
        seen.update(ring)
        hues = {b: board.buildings[b].hue for b in ring}
        fit = [b for b in ring if hues[b] in _TASTE and hues[b] is not board.buildings[here].hue]
        if fit:
            return _favourites(box, state, fit)
    return ()


def _favourites(box: Box, state: State, buildings: list[str]) -> tuple[str, ...]:
    def appeal(building: str) -> tuple[int, int]:
        printed = box.board.buildings[building]
        streets = sum(state.squares[square] is not None for square in printed.squares)
        return streets, -_TASTE.index(printed.hue)

    best = max(map(appeal, buildings))
    return tuple(b for b in buildings if appeal(b) == best)


def set_third_man(story: Story, move: SetThirdMan) -> Step | Refusal | None:
    """Set him down where he may stand."""
    state = story.state
    if move.building not in story.box.board.buildings:
        return invalid(Rule.NO_SUCH_BUILDING, building=move.building)
    if isinstance(state.stage, SettingUp):
        if not isinstance(state.third_man, Unknown):
            return illegal(Rule.NOT_NOW)
        if move.seat != last_seat(state):
            return illegal(Rule.NOT_YOUR_TURN, colour=term(state.seats[last_seat(state)].colour))
    elif refusal := check_turn(state, move.seat, Leading):
        return refusal
    if move.building not in _choices(story.box, state) and story.enforces(Rule.THIRD_MAN_NOT_THERE):
        return illegal(Rule.THIRD_MAN_NOT_THERE, building=move.building)
    story.tell(ThirdManMoved(move.building))
    return Step.SET_UP if isinstance(state.stage, SettingUp) else Step.ABILITIES
