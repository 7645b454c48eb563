"""What was moved is known, however quick the hand was; light moves nothing."""

from functools import cache
from random import Random

import pytest
from register_truth import true_vantage

from companion.app.stage import turned_down
from companion.engine import Atom
from companion.games.vienna.board import load_board
from companion.games.vienna.box import DATA
from companion.games.vienna.table_plan import table_plan
from companion.session.ports import Frame
from hardware.simulated.crowd import crowd
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import empty_table, scene_from_view
from vision.stirred import Stirred

BOARD = load_board(DATA / "reference" / "full")
PACK, PLAN = BOARD.pack, table_plan(BOARD)
SEEDS = (0, 1, 2, 3)


@cache
def evening(seed):
    """Return a crowded table, and the same after one figure has walked to a free house."""
    rng = Random(seed)
    base = empty_table(PACK, rng)
    atoms = crowd(PACK, rng)
    taken = {atom.place for atom in atoms}
    homes = [atom for atom in atoms if atom.place.startswith("b")]
    gone = rng.choice([a for a in homes if a.piece.startswith("agent")])
    new = Atom(rng.choice([b.id for b in PACK.buildings if b.id not in taken]), gone.piece)
    before = scene_from_view(PACK, atoms, Random(7), at=base)
    moved = scene_from_view(
        PACK, tuple(new if atom is gone else atom for atom in atoms), Random(7), at=base
    )
    return before, moved, {gone.place, new.place}


def stirred(before, after):
    """Show two pictures and no hand between them."""
    renderer, watch = Renderer(Quality.FAST), Stirred()
    first, label = renderer.render(before.changed(seed=1))
    vantage, places = true_vantage(label), PLAN.places
    assert watch.take(Frame(first, 5.0, 1), vantage, places) == {}
    second, _ = renderer.render(after.changed(seed=2))
    return watch.take(Frame(second, 7.0, 2), vantage, places)


@pytest.mark.parametrize("lamp", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_who_has_walked_unseen_was_stirred_where_he_was_and_where_he_is(seed, lamp):
    before, moved, places = evening(seed)
    after = moved if lamp else moved.changed(light=turned_down(moved.light))
    seen = stirred(before, after)
    assert places <= seen.keys()
    assert {(seen[place].first_s, seen[place].last_s) for place in places} == {(5.0, 7.0)}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_lamp_that_goes_out_stirs_nothing(seed):
    before, _, _ = evening(seed)
    assert stirred(before, before.changed(light=turned_down(before.light))) == {}
