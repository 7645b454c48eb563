"""What cards that nobody told us of may have done in a turn.

No more cards than drawers are filled; a turn has one bribe, one building and one marker to match,
and a desk never holds the same ability twice: so each ability helps once, or once a tile taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from companion.games.vienna.box import Box
from companion.games.vienna.cards import Card, Effect, Trigger
from companion.games.vienna.landing import foreign_agent
from companion.games.vienna.stages import Watching
from companion.games.vienna.state import State
from companion.games.vienna.words import Version

#: More points than orders can bring in one turn.
MOST_POINTS = 80


def may_step(box: Box, state: State, stage: Watching) -> bool:
    """Tell whether one more step of a marker can be explained: by action IV, then by abilities."""
    extra = stage.steps
    grants = sorted(_grants(box, state, stage), reverse=True)
    drawers = len(state.seats[stage.seat].drawers) - _cards_for(box, state, stage, stage.bonus)
    return extra <= sum(grants[: max(0, drawers)])


def bonuses(box: Box, state: State, stage: Watching) -> tuple[int, ...]:
    """Return the points that cards not spent on steps, or orders, can have given on top."""
    if state.version is Version.FULL and stage.building is not None:
        return tuple(range(1, MOST_POINTS + 1 - stage.bonus))
    left = len(state.seats[stage.seat].drawers) - _cards_for_steps(box, state, stage)
    sums = (points for points, cards in _sums(box, state, stage).items() if cards <= left)
    return tuple(sorted(points - stage.bonus for points in sums if points > stage.bonus))


def _grants(box: Box, state: State, stage: Watching) -> list[int]:
    """Return the steps that each ability can have granted."""
    steps = [1 for _ in _families(box, Effect.ANY_MARKER, _triggers(state, stage))]
    if any(card.effect is Effect.OWN_MARKER for card in box.cards.values()):
        taken = list(state.taken.values())
        steps += [2 * taken.count(kind) for kind in set(taken)]
    return steps


def _cards_for_steps(box: Box, state: State, stage: Watching) -> int:
    """Return the fewest cards behind the steps beyond that of action IV."""
    extra, cards = max(0, stage.steps - 1), 0
    for grant in sorted(_grants(box, state, stage), reverse=True):
        if extra <= 0:
            break
        extra, cards = extra - grant, cards + 1
    return cards


def _cards_for(box: Box, state: State, stage: Watching, points: int) -> int:
    """Return the fewest cards behind these points; orders need none."""
    orders = state.version is Version.FULL and stage.building is not None
    return 0 if orders else _sums(box, state, stage).get(points, 0)


def _sums(box: Box, state: State, stage: Watching) -> dict[int, int]:
    return _point_sums(box, _triggers(state, stage))


def _triggers(state: State, stage: Watching) -> frozenset[Trigger]:
    """Return what this turn can have triggered, whatever bribe and marker it was about."""
    found = {Trigger.BRIBE, Trigger.INFO}
    if stage.building is not None:
        found |= {Trigger.HUE, Trigger.FLAG, Trigger.SEAL}
        if foreign_agent(state, stage.seat, stage.building):
            found.add(Trigger.FOREIGN)
    return frozenset(found)


@lru_cache(maxsize=16)
def _point_sums(box: Box, triggers: frozenset[Trigger]) -> dict[int, int]:
    """Return every sum of points that cards can give in one turn, with the fewest cards for it."""
    families = tuple(_families(box, Effect.POINTS, triggers))
    sums: dict[int, int] = {}
    for size in range(len(families) + 1):
        for chosen in combinations(families, size):
            sums.setdefault(sum(card.amount for card in chosen), size)
    return sums


def _families(box: Box, effect: Effect, triggers: frozenset[Trigger]) -> Iterable[Card]:
    """Return one card of each family that can have had this effect."""
    cards = (card for card in box.cards.values() if card.effect is effect)
    return {card.family: card for card in cards if card.trigger in triggers}.values()
