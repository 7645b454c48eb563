"""Findings of all kinds make one reading: what lies first, then who stands, then the doubts."""

from companion.engine import Place, Plan, Shape, Track
from vision.evidence import Finding
from vision.reading import gather

FIGURE, TILE = Shape((12, 12), 26, True), Shape((18, 18), 2, False)
FIELDS = tuple(f"field:{number}" for number in range(3))
PLAN = Plan(
    surfaces={"board": (100, 100)},
    places=(
        Place("house", "board", (50, 50), (40, 40), ("red", "blue"), 26),
        Place("roof", "board", (50, 90), (18, 18), ("guest", "paper"), 28),
        *(Place(name, "board", (10, 10), (12, 12), ("red",), 26) for name in FIELDS),
    ),
    pieces={"red": FIGURE, "blue": FIGURE, "guest": FIGURE, "paper": TILE, "cloth": TILE},
    tracks=(Track(FIELDS, {"red": "walk:red"}), Track(("roof",), {"guest": "guest"})),
    stacked=frozenset({"roof"}),
)


def on(place, *pieces, margin=2.0):
    return Finding(pieces, margin, place)


def test_stacks_keep_their_order_and_figures_stand_on_top():
    reading = gather(
        PLAN, {"guest": on("roof", "guest")}, {"roof": on("roof", "paper", "cloth")}, frozenset()
    )
    assert reading.found == {"roof": ("paper", "cloth", "guest")}
    assert not reading.unsure
    assert not reading.hidden


def test_who_walks_a_track_is_told_by_field_and_doubted_by_name():
    reading = gather(PLAN, {"walk:red": on("field:1", "red", margin=0.4)}, {}, frozenset())
    assert reading.found == {"field:1": ("red",)}
    assert reading.unsure == {"walk:red"}
    assert reading.margins == {"walk:red": 0.4}


def test_where_an_unsure_walker_is_not_is_told_unless_it_is_hidden():
    gone = {"walk:red": Finding((), 0.4, absent=frozenset({"field:1"}))}
    assert gather(PLAN, gone, {}, frozenset()).absent == {"walk:red": {"field:1"}}
    assert gather(PLAN, gone, {}, frozenset({"field:2"})).absent == {}


def test_who_is_nowhere_on_a_track_that_is_partly_hidden_may_be_there():
    gone = {"walk:red": Finding((), 3.0)}
    assert gather(PLAN, gone, {}, frozenset({"field:2"})).hidden == {"walk:red"}
    assert gather(PLAN, gone, {}, frozenset({"house"})).hidden == frozenset()


def test_who_is_seen_is_not_hidden_by_a_hand_elsewhere_on_the_track():
    reading = gather(PLAN, {"walk:red": on("field:0", "red")}, {}, frozenset({"field:2"}))
    assert reading.found == {"field:0": ("red",)}
    assert reading.hidden == frozenset()
    assert reading.unsure == frozenset()


def test_hidden_places_are_not_called_unsure_as_well():
    standing = {"house": on("house", margin=0.1)}
    reading = gather(PLAN, standing, {}, frozenset({"house", "no such place"}))
    assert reading.hidden == {"house"}
    assert reading.unsure == frozenset()


def test_an_empty_place_is_not_listed():
    assert gather(PLAN, {"house": on("house")}, {"roof": on("roof")}, frozenset()).found == {}
