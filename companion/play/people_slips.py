"""Slips planted into a turn, each with a label that has been checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine import Atom
from companion.play.people_check import is_explained
from companion.play.people_deeds import Begin, Clear, Deed, End, Hold, Jolt, Lay, Rest
from companion.play.people_drafts import DRAFTERS, Draft, Scene
from companion.play.people_turns import Press, Shift
from companion.play.people_words import HARMLESS, Cover, Habits, Level, Mends, Pose, Slip, SlipKind

#: Nobody knows at board level whether cards explain these; seats tracked in full do know.
_NEEDS_CARDS = frozenset(
    {SlipKind.SCORE_FAR, SlipKind.SCORE_SHORT, SlipKind.FORGOT_SCORE, SlipKind.TRACK_TWICE}
)
_FORGOTTEN = frozenset(
    {
        SlipKind.FORGOT_TAKE,
        SlipKind.FORGOT_SCORE,
        SlipKind.FORGOT_PAWN,
        SlipKind.FORGOT_FLIP,
    }
)


def plant(
    scene: Scene, kind: SlipKind, number: int, level: Level, habits: Habits
) -> tuple[Deed, ...] | None:
    """Return the deeds before the turn tap with a slip among them, or ``None`` if it does not fit.

    What has to wait for the tap comes back as a ``Hold`` at the very end.
    """
    seat = scene.span.seat
    assert seat is not None
    slip = Slip(number, kind, seat)
    if kind not in DRAFTERS:
        return _disturb(scene, slip)
    draft = DRAFTERS[kind](scene)
    return None if draft is None else _play_out(scene, slip, draft, level, habits)


def _play_out(
    scene: Scene, slip: Slip, draft: Draft, level: Level, habits: Habits
) -> tuple[Deed, ...] | None:
    lowest = _lowest_level(scene, slip.kind, draft, level)
    if lowest is None and slip.kind not in HARMLESS:
        return None
    actor = next((d.seat for d in draft.wrong if isinstance(d, Shift)), slip.seat)
    # Only what this very table can notice may stand: nobody would ever say anything else.
    told = lowest in (Level.BOARD, level) and scene.rng.random() < habits.told
    slip = replace(
        slip,
        seat=slip.seat if actor is None else actor,
        places=tuple(dict.fromkeys(p for s in draft.fix for p in sorted(s.places))),
        right=tuple(Atom(s.to, s.result) for s in draft.fix if s.to is not None),
        level=lowest,
        mends=Mends.TOLD if told else Mends.SOON,
        at_tap=told and not draft.waits and _may_stand(scene, draft),
        move=draft.move,
        rule=draft.rule,
    )
    before, after = scene.deeds[: draft.index], scene.deeds[draft.index + draft.instead :]
    begin, hold, end = Begin(slip), Hold(slip, draft.fix), End(slip)
    if slip.at_tap:
        if slip.kind in _FORGOTTEN:
            return (*before, *after, begin, hold)
        return (*before, *_meant(draft), begin, *after, hold)
    if told and not draft.waits:
        return None
    if told:
        return (*before, *draft.wrong, begin, hold, *after)
    if slip.kind in _FORGOTTEN:
        return (*before, begin, *after, *draft.fix, end)
    pause = Rest(scene.rng.uniform(1.5, 5.0))
    return (*before, *draft.wrong, begin, pause, *draft.fix, end, *after)


def _meant(draft: Draft) -> tuple[Deed, ...]:
    """Let what was done wrongly count as the answer it was meant to be: nobody knows better yet."""
    if draft.rule is None:
        return draft.wrong
    answer = max(shift.answer for shift in draft.fix)
    return tuple(replace(d, answer=answer) if isinstance(d, Shift) else d for d in draft.wrong)


def _may_stand(scene: Scene, draft: Draft) -> bool:
    """Tell whether what follows the turn tap leaves the slip alone."""
    places = frozenset[str]().union(*(shift.places for shift in draft.fix))
    return not any(shift.places & places for shift in scene.span.after_tap())


def _lowest_level(scene: Scene, kind: SlipKind, draft: Draft, level: Level) -> Level | None:
    """Return the lowest level that can notice this, as far as this table can prove it."""
    if kind in HARMLESS:
        return None
    if draft.rule is not None:
        return Level.BOARD
    table = undone(Counter(scene.game.expected_view(scene.span.last.before).atoms), draft.fix)
    explained = is_explained(scene.game, scene.span, table)
    if level is Level.BOARD:
        return Level.FULL if explained else Level.BOARD
    if explained:
        return None
    return Level.FULL if kind in _NEEDS_CARDS else Level.BOARD


def undone(table: Counter[Atom], fix: Sequence[Shift]) -> Counter[Atom]:
    """Return the table as it was before these shifts."""
    table = Counter(table)
    for shift in reversed(fix):
        if shift.to is not None:
            table[Atom(shift.to, shift.result)] -= 1
        if shift.origin is not None:
            table[Atom(shift.origin, shift.piece)] += 1
    return +table


def _disturb(scene: Scene, slip: Slip) -> tuple[Deed, ...] | None:
    """Let something happen that is no move at all."""
    deeds, rng = scene.deeds, scene.rng
    index = rng.randrange(len(deeds) + 1)
    if slip.kind is SlipKind.SLEEVE:
        return _cover(scene, slip, index, Cover.SLEEVE, rng.choice(sorted(scene.reach.places)))
    if slip.kind is SlipKind.CUP:
        free = _free_for_a_cup(scene)
        return _cover(scene, slip, index, Cover.CUP, rng.choice(free)) if free else None
    x_mm, y_mm, turn_deg = (round(rng.gauss(0, spread), 2) for spread in (4, 4, 1.5))
    by = Pose(x_mm, y_mm, turn_deg)
    jolt = {
        SlipKind.PUSH: Jolt(by, rng.choice(scene.reach.surfaces)),
        SlipKind.BUMP: Jolt(by),
        SlipKind.LAMP: Jolt(None),
    }[slip.kind]
    return (*deeds[:index], jolt, Begin(slip), End(slip), *deeds[index:])


def _free_for_a_cup(scene: Scene) -> list[str]:
    """Return the places where a cup touches no figure and is in nobody's way."""
    full = scene.touched() | {a.place for a in scene.table if scene.reach.is_tall(a.place)}
    return [place for place in sorted(scene.reach.places) if not scene.reach.cup(place) & full]


def _cover(scene: Scene, slip: Slip, index: int, cover: Cover, place: str) -> tuple[Deed, ...]:
    """Cover some places for a while: a sleeve goes before the tap, a cup with it."""
    deeds, rng = scene.deeds, scene.rng
    lay = Lay(cover, place, slip.seat)
    hidden = scene.reach.cup(place) if cover is Cover.CUP else scene.reach.arm(slip.seat, place)
    slip = replace(slip, places=tuple(sorted(hidden)))
    until = rng.randrange(index, len(deeds) + 1)
    stays = Rest(rng.uniform(4.0, 15.0))
    under = (lay, Begin(slip), *deeds[index:until], stays, Clear(cover), End(slip))
    return (*deeds[:index], *under, *deeds[until:])


def closing(deeds: Sequence[Deed]) -> int:
    """Return where the turn tap comes."""
    return next(n for n, deed in enumerate(deeds) if isinstance(deed, Press) and deed.closing)
