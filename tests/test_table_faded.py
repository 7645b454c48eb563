"""A figure that was plain to see and no longer is may have fallen over."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace
from table_room import reading_of

from companion.app.trial_words import Clock
from companion.engine import Atom, Place
from companion.session.commands import Saw
from companion.session.evidence import Reading, Stir
from companion.session.table_faded import Company, Fading, may_hide, standing

RED, BLUE, GREEN = (Atom(f"b0{n}", f"agent:{c}") for n, c in enumerate(("red", "blue", "green"), 1))
FIGURES = frozenset({RED, BLUE, GREEN})
ALONE = {figure: frozenset({figure}) for figure in FIGURES}
EVERYWHERE = frozenset(figure.place for figure in FIGURES)
ALL_SEEN = Reading(FIGURES)
HOLDS = {"b07": tuple(atom.piece for atom in FIGURES), "investigation": ("purchase",)}
PLACES = tuple(Place(at, "board", (0, 0), (20, 20), holds, 28) for at, holds in HOLDS.items())


def seen_without(*atoms: Atom, silent: frozenset[str] = frozenset()) -> Reading:
    return Reading(FIGURES - {*atoms}, silent=silent, vague=frozenset(atoms))


class Watched(Fading):
    """A table whose time the tests tell."""

    def __init__(self) -> None:
        self.time = Clock()
        super().__init__(self.time)
        self.see(0, ALL_SEEN)

    def see(
        self,
        now_s: float,
        reading: Reading,
        figures: Company = ALONE,
        stirred: Collection[str] = EVERYWHERE,
        at_work: Collection[str] = (),
    ) -> None:
        self.time.now_s = now_s
        hidden = may_hide(reading.silent, PLACES)
        self.look(reading, figures, hidden, stirred=stirred, at_work=at_work)
        self.show(self.places)

    def wait(self, now_s: float) -> None:
        self.time.now_s = now_s
        self.show(self.places)


def test_a_figure_that_fades_for_a_while_is_named_though_nothing_else_happens():
    fading = Watched()
    assert fading.due_s is None
    fading.see(1, seen_without(RED))
    assert (fading.places, fading.due_s) == ((), 6)
    fading.time.now_s = 6
    assert (fading.places, fading.due_s) == (("b01",), None)
    fading.see(7, seen_without(RED))
    assert fading.places == ("b01",)
    fading.see(8, ALL_SEEN)
    assert fading.places == ()


def test_a_figure_never_seen_well_has_not_faded():
    fading = Fading(lambda: 9)
    fading.look(seen_without(RED), ALONE)
    assert (fading.places, fading.due_s) == ((), None)


def test_what_is_covered_or_was_moved_has_not_faded():
    others = {figure: near for figure, near in ALONE.items() if figure != RED}
    for figures, silent in ((ALONE, frozenset({"b01"})), (others, frozenset())):
        fading = Watched()
        fading.see(1, seen_without(RED, silent=silent), figures)
        fading.time.now_s = 9
        assert fading.places == ()


def test_one_that_stands_in_a_crowd_fades_unless_a_newcomer_hides_it():
    pair = ALONE | {RED: frozenset({RED, BLUE})}
    crowd = ALONE | {RED: frozenset({RED, BLUE, GREEN})}
    for before, now, faded in (
        (ALONE, pair, ()),
        (crowd, crowd, ("b01",)),
        (pair, crowd, ()),
        (crowd, pair, ("b01",)),
    ):
        fading = Watched()
        fading.see(0, ALL_SEEN, before)
        fading.see(1, seen_without(RED), now)
        fading.time.now_s = 9
        assert fading.places == faded


def test_one_newcomer_hides_nobody_on_a_track_where_each_has_a_field():
    red, blue, green = (Atom(f"score:{n}", a.piece) for n, a in enumerate((RED, BLUE, GREEN)))
    for company, faded in (({red, blue}, (red.place,)), ({red, blue, green}, ())):
        fading = Fading(time := Clock())
        fading.look(Reading(frozenset({red})), {red: frozenset({red})})
        alone = Reading(frozenset({blue}), vague=frozenset({red}))
        for at_work in ((), (red.place,)):
            fading.look(alone, {red: frozenset(company)}, stirred=(red.place,), at_work=at_work)
        time.now_s = 9.0
        assert fading.places == faded
        time.now_s = 13.0
        assert fading.places == (red.place,), "it has been unclear for too long"
        fading.show(fading.places)
        time.now_s = 17.0
        fading.let_go()
        assert fading.places == ()


def test_one_that_a_sleeve_of_its_colour_makes_doubtful_has_not_faded():
    elsewhere = Atom("b09", RED.piece)
    covers = {"b07": (), "investigation": (RED.place,), "nothing": (RED.place,)}
    for covered, faded in covers.items():
        fading, silent = Watched(), frozenset({covered} & HOLDS.keys())
        fading.see(1, Reading(FIGURES - {RED}, silent, frozenset({RED, elsewhere})))
        fading.time.now_s = 9
        assert fading.places == faded


def test_nobody_falls_over_where_nothing_moves():
    fading = Watched()
    fading.see(1, seen_without(RED), stirred=())
    fading.time.now_s = 9
    assert fading.places == ()
    fading.see(10, seen_without(RED), stirred=(BLUE.place,))
    fading.see(20, seen_without(RED), stirred=(RED.place,))
    fading.time.now_s = 26
    assert fading.places == (RED.place,)
    fading.see(30, ALL_SEEN, stirred=(RED.place,))
    fading.see(31, seen_without(RED), stirred=())
    fading.time.now_s = 40
    assert fading.places == (), "it was plain to see after whatever moved there"


def test_at_a_house_somebody_plays_at_only_the_tap_tells_who_has_come():
    company = ALONE | {RED: frozenset({RED, BLUE})}
    for after, faded in ((ALONE, (RED.place,)), (company, ())):
        fading = Watched()
        fading.see(1, seen_without(RED), at_work=(RED.place,))
        fading.time.now_s = 9
        assert (fading.places, fading.due_s) == ((), None)
        fading.see(10, seen_without(RED), after, stirred=())
        assert fading.places == faded, "it was unclear long enough before the tap"


def test_who_comes_later_has_hidden_nobody():
    fading = Watched()
    fading.see(1, seen_without(RED))
    fading.see(3, seen_without(RED), ALONE | {RED: frozenset({RED, BLUE})})
    fading.time.now_s = 6
    assert fading.places == (RED.place,)


def test_one_that_may_be_either_of_two_is_seen():
    guest = Atom(RED.place, "feld:red")
    figures = {guest: frozenset({guest})}
    open_ = Reading(frozenset({RED}), vague=frozenset({guest}), alike={guest: RED})
    for before in (Reading(frozenset({guest})), open_):
        fading = Watched()
        fading.see(0, before, figures)
        fading.see(1, open_, figures)
        fading.time.now_s = 9
        assert fading.places == ()


def test_where_many_fade_at_once_it_is_the_light():
    fading = Watched()
    fading.see(1, seen_without(*FIGURES))
    fading.time.now_s = 9
    assert fading.places == ()


def test_an_arm_beside_two_fields_full_of_figures_has_knocked_nobody_over():
    beside = Atom(RED.place, BLUE.piece)
    company = ALONE | {beside: frozenset({beside})}
    fading = Watched()
    fading.see(0, Reading(FIGURES | {beside}), company)
    fading.see(1, seen_without(RED, BLUE, beside), company)
    fading.time.now_s = 9
    assert fading.places == ()
    fading.see(10, seen_without(RED, beside), company)
    fading.time.now_s = 19
    assert fading.places == (RED.place,), "one that fell makes all at its place unclear"


def test_a_push_that_stirs_everything_knocks_nobody_over(room):
    whole = reading_of(room.game, room.state)
    marker = next(atom for atom in sorted(whole.atoms) if atom.place.startswith("score:"))
    room.show()
    unclear = Reading(whole.atoms - {marker}, vague=frozenset({marker}))
    everywhere = {place.id: Stir(1.0, 2.0) for place in room.game.places(room.state)}
    for stirred, faded in ((everywhere, ()), ({marker.place: Stir(1.0, 2.0)}, (marker.place,))):
        room.table.take(Saw(unclear, stirred=stirred))
        room.wait(6.0)
        assert room.snapshot.faded == faded


def test_a_tile_that_is_hardly_gone_is_not_called_for(room):
    """Tiles do not fall over, and an eye that is just sure enough may miss one."""
    room.hands()
    tile = max(a for a in room.table.saw.reading.atoms if a.piece.startswith("tile:"))
    for sure, called in ((0.91, False), (0.97, True)):
        whole = reading_of(room.game, room.tap.before)
        room.table.take(
            Saw(replace(whole, atoms=whole.atoms - {tile}, sureness={tile.place: sure}))
        )
        room.wait(2.0)
        room.say(room.tap.move)
        room.wait(6.0)
        assert any(tile.place in todo.places for todo in room.snapshot.overdue) is called
        room.undo()


def test_a_table_that_lies_still_says_so_in_time(room):
    room.hands()
    room.say(room.tap.move)
    seat = room.tap.after.seats[0]
    marker = Atom(f"score:{seat.score}", f"agent:{seat.colour.value}")
    whole = room.table.saw.reading
    assert marker in whole.atoms
    touched = {marker.place: Stir(1.0, 2.0)}
    knocked = Reading(whole.atoms - {marker}, vague=frozenset({marker}))
    room.table.take(Saw(knocked, stirred=touched))
    assert room.snapshot.faded == ()
    room.wait(6.0)
    assert room.snapshot.faded == (marker.place,)
    room.wait(4.0)
    room.at = room.answers.index(room.tap) + 1
    done = room.game.expected_view(room.tap.before).atoms
    moved = {atom.place: Stir(12.0, 13.0) for atom in done ^ whole.atoms}
    room.table.take(Saw(Reading(done - {marker}, vague=frozenset({marker})), stirred=moved))
    room.say(room.tap.move)
    room.wait(9.0)
    assert room.snapshot.settled == room.tap.after
    assert room.snapshot.faded == (), "whoever was to look has looked"


def test_nobody_is_reminded_of_it_turn_after_turn():
    fading = Watched()
    fading.see(1, seen_without(RED))
    fading.wait(6)
    fading.wait(8)
    fading.let_go()
    assert fading.places == (RED.place,), "nobody can have looked yet"
    fading.show(())
    fading.time.now_s = 10
    fading.let_go()
    assert fading.places == (RED.place,), "nobody was shown it meanwhile"
    fading.wait(11)
    fading.wait(14)
    fading.let_go()
    fading.see(15, seen_without(RED))
    fading.time.now_s = 20
    assert (fading.places, fading.due_s) == ((), None)
    fading.see(21, ALL_SEEN)
    fading.see(22, seen_without(RED))
    fading.time.now_s = 30
    assert fading.places == (), "whoever has looked knows better"
    fading.see(31, ALL_SEEN, {figure: near for figure, near in ALONE.items() if figure != RED})
    fading.see(32, ALL_SEEN)
    fading.see(33, seen_without(RED))
    fading.time.now_s = 40
    assert fading.places == (RED.place,), "it was moved, and came back"


def test_only_one_that_was_set_up_again_can_fall_again():
    for hand, faded in (((), ()), ((RED.place,), (RED.place,))):
        fading = Watched()
        fading.see(1, seen_without(RED))
        fading.wait(6)
        fading.see(10, ALL_SEEN, stirred=hand)
        fading.see(11, seen_without(RED))
        fading.time.now_s = 20
        assert fading.places == faded


def test_a_marker_that_is_seen_nowhere_hides_and_is_no_fault_of_anybody():
    there, further = (Atom(f"info:flask:{n}", "marker:flask") for n in (4, 5))
    before, after = Reading(FIGURES | {there}), Reading(FIGURES)
    fading = Fading(time := Clock())
    fading.look(before, ALONE)
    for late, reading in ((there, before), (BLUE, after), (further, after)):
        fading.look(reading, ALONE, late=frozenset({late}))
        assert fading.lost == ({further} & {late})
    assert (fading.places, fading.due_s) == ((), 5)
    time.now_s = 9.0
    assert fading.places == (further.place,)
    fading.show(fading.places)
    time.now_s = 12.0
    fading.let_go()
    fading.look(after, ALONE, late=frozenset({further}))
    time.now_s = 20.0
    assert (fading.places, fading.lost) == ((), {further}), "whoever was to look has looked"
    fading.look(after, ALONE)
    fading.look(after, ALONE, late=frozenset({further}))
    time.now_s = 30.0
    assert fading.places == (), "though it was unclear in between"
    fading.look(before, ALONE)
    fading.look(after, ALONE, late=frozenset({further}))
    time.now_s = 40.0
    assert fading.places == (further.place,)


def test_what_was_never_seen_has_still_to_be_put_there():
    fading = Watched()
    new = Atom("roof:C", "payday")
    fading.look(ALL_SEEN, ALONE, late=frozenset({new}))
    assert fading.lost == frozenset()


def test_a_marker_out_of_sight_is_looked_for_and_not_called_overdue(room):
    room.hands()
    shown = room.table.saw.reading.atoms
    stayed = room.game.expected_view(room.snapshot.settled).atoms & shown
    marker = next(atom for atom in sorted(stayed) if atom.piece.startswith("marker:"))
    gone = Reading(shown - {marker})
    room.table.take(Saw(gone))
    room.say(room.tap.move)
    room.wait(2.0)
    assert marker in room.table.turn.owed
    assert (room.snapshot.overdue, room.snapshot.faded) == ((), ())
    room.wait(6.0)
    assert (room.snapshot.overdue, room.snapshot.faded) == ((), (marker.place,))


def test_only_figures_fall_over():
    roof = Place("roof:A", "intel", (0, 0), (20, 20), ("investigator", "payday"), 28)
    token = Place("investigation", "intel", (50, 0), (26, 26), ("payday",), 4)
    pawn, tile = Atom("roof:A", "investigator"), Atom("roof:A", "payday")
    both = frozenset({pawn, tile})
    assert standing(both, both, (roof, token)) == {pawn: {pawn}}


def test_near_is_who_stands_on_the_same_board_within_three_centimetres():
    houses = [
        Place(place, surface, xy_mm, (20, 20), ("agent:red", "agent:blue", "agent:green"), 28)
        for place, surface, xy_mm in (
            ("b01", "board", (0, 0)),
            ("b02", "board", (0, 29)),
            ("b03", "board", (0, 58)),
        )
    ]
    stands = standing(frozenset({RED, GREEN}), FIGURES, houses)
    assert stands == {RED: {RED, BLUE}, GREEN: {GREEN, BLUE}}
