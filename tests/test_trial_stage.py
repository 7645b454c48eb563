"""The stage: what simulated people do must show in the scene of the camera."""

from __future__ import annotations

from functools import cache
from math import hypot
from random import Random

import pytest
from msgspec.structs import replace

from companion.app.seating import take_seats
from companion.app.stage import Stage
from companion.app.stage_spots import Spots
from companion.engine import Place
from companion.games import Wish
from companion.play.people_words import Cover, Hand, Moment, Pose, Room, Thing
from companion.session.texts import Texts
from hardware.simulated.pack import as_table_pack
from hardware.simulated.scene import Scene, empty_table

SEATING = take_seats(Texts.load("en"), "vienna", Wish(4, "full", ("third-man",), "board"))
STATE = SEATING.game.setup(SEATING.options)
WIDE_MM = 12.0


@cache
def bare() -> Scene:
    return empty_table(as_table_pack(SEATING.game.box.board.pack), Random(2), "lamp_left")


@pytest.fixture
def stage() -> Stage:
    return Stage(SEATING.game, SEATING.options, bare())


def moment(**changes: object) -> Moment:
    calm = Moment(
        time_s=0.0, turn=1, seat=0, things=(), at_rest=True, settled=True, state=STATE, room=Room()
    )
    return replace(calm, **changes)


def shown(stage: Stage, what: Moment) -> Scene:
    return list(stage.act(what, 3))[-1]


def test_a_bump_a_push_and_a_lamp_show(stage: Stage) -> None:
    calm = shown(stage, moment())
    assert (calm.mount, dict(calm.lies), calm.light) == (
        bare().mount,
        dict(bare().lies),
        bare().light,
    )

    room = Room(Pose(5.0, -3.0, 1.2), {"intel": Pose(4.0, 0.0, -1.0)}, lamp=False)
    pushed = shown(stage, moment(room=room))
    assert pushed.mount.roll == pytest.approx(bare().mount.roll + 1.2)
    assert pushed.mount.position_mm - bare().mount.position_mm == pytest.approx([5.0, -3.0, 0.0])
    assert pushed.lies["board"] == bare().lies["board"]
    assert pushed.lies["intel"].turn == pytest.approx(bare().lies["intel"].turn - 1.0)
    assert pushed.light.lamps[0].strength < 0.5 * bare().light.lamps[0].strength


def test_a_sleeve_and_a_cup_lie_over_the_table(stage: Stage) -> None:
    sleeve = Hand(Cover.SLEEVE, 2, ("b05",), frozenset({"b05"}))
    cup = Hand(Cover.CUP, 0, ("s09",), frozenset({"s09"}))
    scene = shown(stage, moment(hands=(sleeve, cup)))
    assert len(scene.hands) == 1
    (new,) = set(scene.things) - set(bare().things)
    assert new.kind == "cup"
    assert (shown(stage, moment()).hands, shown(stage, moment()).things) == ((), bare().things)


def test_a_hand_at_work_comes_carries_and_leaves(stage: Stage) -> None:
    there = Thing("b05", "agent:red")
    reach = Hand(Cover.HAND, 1, ("b05",), frozenset(), moving=True)
    scenes = list(stage.act(moment(things=(there,), hands=(reach,), at_rest=False), 4))
    tips = [scene.hands[0].tip_mm for scene in scenes]
    assert len(set(tips)) == len(tips)
    assert sum(len(scene.pieces) for scene in scenes) == len(scenes)

    held = moment(held=(there,), hands=(reach,), at_rest=False)
    (carried,) = shown(stage, held).pieces
    assert (carried.place, carried.z_mm > 5) == (None, True)
    gone = list(stage.act(moment(), 8))
    assert [len(scene.hands) for scene in gone] == [1, 1, 1, 0, 0, 0, 0, 0]


def test_a_figure_that_was_knocked_over_lies_beside_its_place(stage: Stage) -> None:
    scene = shown(stage, moment(loose=(Thing("b05", "agent:red", turn_deg=90.0),)))
    (fallen,) = scene.pieces
    place = next(p for p in SEATING.game.places(STATE) if p.id == "b05")
    assert fallen.lying
    far = hypot(fallen.xy_mm[0] - place.xy_mm[0], fallen.xy_mm[1] - place.xy_mm[1])
    assert far > place.size_mm[0] / 2


def test_a_printed_flag_is_no_piece(stage: Stage) -> None:
    flag = bare().pack.buildings[0]
    other = "usa" if flag.flag != "usa" else "ussr"
    place = f"flag:{flag.id}"
    assert shown(stage, moment(things=(Thing(place, f"flag:{flag.flag}"),))).pieces == ()
    assert len(shown(stage, moment(things=(Thing(place, f"flag:{other}"),))).pieces) == 1


@pytest.mark.parametrize("size_mm", [38.0, 12.0])
def test_figures_make_room_for_each_other(size_mm: float) -> None:
    place = Place("here", "board", (100.0, 100.0), (size_mm, size_mm), (), 26.0)
    spots = Spots(lambda _kind: WIDE_MM, {})
    rng, things = Random(4), []
    for colour in ("yellow", "red", "blue", "green"):
        off = rng.gauss(0, 2.5), rng.gauss(0, 2.5)
        things.append(Thing("here", f"agent:{colour}", off))
        feet = [piece.xy_mm for piece in spots.pieces(things, (), {"here": place})]
        gaps = [hypot(a[0] - b[0], a[1] - b[1]) for a in feet for b in feet if a != b]
        assert min(gaps, default=WIDE_MM) >= WIDE_MM
        assert max(hypot(x - 100, y - 100) for x, y in feet) < 13.5
    before = {piece.name: piece.xy_mm for piece in spots.pieces(things, (), {"here": place})}
    left = {piece.name: piece.xy_mm for piece in spots.pieces(things[:3], (), {"here": place})}
    assert left.items() <= before.items()


def test_what_was_put_straight_stays_straight() -> None:
    place = Place("s01", "board", (50.0, 50.0), (20.0, 20.0), (), 2.0)
    tile = Thing("s01", "tile:flask", (2.0, 2.0), 9.0)
    spots = Spots(lambda _kind: WIDE_MM, {})
    (crooked,) = spots.pieces((tile,), (), {"s01": place})
    spots.straighten(["s01"])
    for _ in range(2):
        (straight,) = spots.pieces((tile,), (), {"s01": place})
        assert (straight.xy_mm, straight.turn) == ((50.0, 50.0), 0.0)
    assert crooked.xy_mm != straight.xy_mm


def test_two_figures_of_one_colour_stay_two_when_they_are_put_straight() -> None:
    place = Place("b09", "board", (100.0, 100.0), (38.0, 38.0), (), 26.0)
    spots = Spots(lambda _kind: WIDE_MM, {})
    two = [Thing("b09", "agent:yellow", off) for off in ((1.0, 0.0), (-2.0, 1.0))]
    spots.straighten(["b09"])
    one, other = (piece.xy_mm for piece in spots.pieces(two, (), {"b09": place}))
    assert hypot(one[0] - other[0], one[1] - other[1]) >= WIDE_MM
