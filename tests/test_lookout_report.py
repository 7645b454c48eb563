"""From news of the lookout to commands for the session."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count

import cv2
import numpy as np
import practice
import pytest

from companion.app.bench_vision import PACK
from companion.app.see import kit_of
from companion.engine import Atom
from companion.games import Wish
from companion.session.commands import Moving, Saw, Sight
from companion.session.ports import Frame
from hardware.simulated.camera import SimulatedCamera
from vision.eye import Knowledge
from vision.geometry import Lens, Pose, Vantage
from vision.health import Check, Verdict
from vision.lookout import Lookout
from vision.lookout_news import Busy, Found, Lost, Moved, Poor, Stable
from vision.lookout_report import Report, Watch, Words, sureness
from vision.paint import Paint
from vision.reading import Reading
from vision.reference import Reference
from vision.solids_model import SolidModel
from vision.tile_look import FlatModel, Look
from vision.wording import Wording

SIZE = (1640, 1232)
KIT, _ = kit_of(PACK)
FULL = Wish(3, "full", ("third-man",))


@cache
def knowledge(untaught: tuple[str, ...] = ()) -> Knowledge:
    """Know every piece by some colour or other, but for those that nobody showed."""
    plan = KIT.plan(PACK)
    taught = {name: shape for name, shape in plan.pieces.items() if name not in untaught}
    pixel = np.full((1, 3), 90, np.uint8)
    standing = {name: pixel for name, shape in taught.items() if shape.stands}
    lying = [
        Look(name, shape.size_mm, False, np.full((4, 4, 3), 90, np.uint8))
        for name, shape in taught.items()
        if not shape.stands
    ]
    pictures = {name: np.zeros((4, 4, 3), np.uint8) for name in plan.surfaces}
    reference = Reference(plan.surfaces, pictures, 1.0)
    solids = SolidModel(Paint(standing), {}, {}, {})
    return Knowledge(plan, reference, solids, FlatModel(tuple(lying), {}, 1.0))


def places_of(wish: Wish):
    game, options = KIT.open(wish)
    return game.places(game.setup(options))


def words(wish: Wish = FULL, untaught: tuple[str, ...] = ()) -> Words:
    return Words(knowledge(untaught), places_of(wish))


def look(found, unsure=(), hidden=(), **margins) -> Reading:
    return Reading(found, frozenset(unsure), frozenset(hidden), margins)


def test_what_was_found_is_claimed_and_two_of_a_kind_are_two() -> None:
    said = words().reading(look({"b01": ("agent:red", "agent:red", "third_man")}))
    assert said.atoms == {Atom("b01", "agent:red"), Atom("b01", "third_man")}
    assert said.twice == {Atom("b01", "agent:red")}
    assert not said.is_partial


def test_a_colour_that_nobody_plays_is_no_evidence_but_strange_if_it_was_surely_seen() -> None:
    found = {"score:0": ("agent:yellow", "agent:green"), "b01": ("third_man",)}
    said = words(Wish(2, "entry")).reading(look(found))
    assert said.atoms == {Atom("score:0", "agent:yellow")}
    assert said.strange == {"agent:green", "third_man"}
    assert words(FULL).reading(look(found)).strange == {"agent:green"}
    green = Wish(2, "full", ("third-man",), colours=("green", "yellow"))
    assert words(green).reading(look(found)).strange == frozenset()
    doubtful = look(found, unsure=("score:green",), hidden=("b01",))
    assert words(Wish(2, "entry")).reading(doubtful).strange == frozenset()


def test_what_may_be_either_of_two_is_told_as_alike() -> None:
    agent, guest = Atom("b01", "agent:red"), Atom("b01", "feld:red")
    seen = Reading({"b01": ("agent:red",)}, frozenset(), frozenset(), {}, either={agent: guest})
    said = words(Wish(3, "full", ("feld",))).reading(seen)
    assert (said.atoms, said.alike, said.is_partial) == ({agent}, {guest: agent}, False)
    assert words().reading(seen).alike == {}, "without the expansion there is but one of them"


def test_only_who_is_doubtful_makes_no_claim_at_a_house() -> None:
    seen = look({"b01": ("agent:blue", "agent:red")}, unsure=("b01",), b01=0.6)
    everybody = words().reading(seen)
    assert {atom.piece for atom in everybody.vague} == {"agent:red", "agent:blue", "agent:yellow"}
    said = words().reading(replace(seen, doubtful={"b01": frozenset({"agent:red"})}))
    assert (said.atoms, said.vague) == (
        {Atom("b01", "agent:blue")},
        {Atom("b01", "agent:red")},
    )


def test_a_figure_beside_its_field_may_have_shared_the_next() -> None:
    here, there = (Atom(f"score:{n}", "agent:red") for n in (4, 5))
    seen = Reading({"score:4": ("agent:red",)}, frozenset(), frozenset(), {}, near={here: there})
    said = words().reading(seen)
    assert (said.atoms, said.alike, said.is_partial) == ({here}, {there: here}, False)


def test_figures_of_one_colour_are_told_as_twins() -> None:
    agent, guest = Atom("b01", "agent:red"), Atom("b01", "feld:red")
    seen = Reading({"b01": ("agent:red",)}, frozenset(), frozenset(), {})
    said = words(Wish(3, "full", ("feld",))).reading(seen)
    assert (said.alike, said.twins) == ({}, {guest: agent})


def test_a_figure_is_not_seen_to_be_nowhere_while_one_of_its_colour_is_unclear() -> None:
    said = words(Wish(3, "full", ("feld",))).reading(look({}, unsure=("b01",)))
    assert Atom("b01", "feld:red") in said.vague
    assert Atom("b02", "feld:red") not in said.vague


def test_what_the_game_does_not_know_is_no_evidence() -> None:
    seen = {"b01": ("agent:green", "third_man"), "roof:C": ("payday",), "roof:A": ("investigator",)}
    said = words(Wish(3, "entry")).reading(look(seen, unsure=["third_man"]))
    assert said.atoms == {Atom("roof:A", "investigator")}
    assert not said.is_partial


def test_a_doubtful_place_says_nothing_of_its_agents_and_all_of_who_walks() -> None:
    said = words().reading(look({"b01": ("third_man",)}, unsure=["b01"]))
    assert said.atoms == {Atom("b01", "third_man")}
    assert said.vague == {Atom("b01", f"agent:{colour}") for colour in ("yellow", "red", "blue")}
    assert not said.silent


def test_a_doubtful_walker_may_be_on_any_field() -> None:
    said = words().reading(look({}, unsure=["score:red", "investigator"]))
    assert {Atom(f"score:{n}", "agent:red") for n in range(100)} <= said.vague
    assert {Atom(f"roof:{letter}", "investigator") for letter in "ABCDEFGHIJKL"} <= said.vague
    assert len(said.vague) == 112


def test_a_doubtful_walker_is_not_where_it_would_have_been_seen() -> None:
    absent = {"investigator": frozenset({"roof:B", "roof:C"})}
    said = words().reading(replace(look({}, unsure=["investigator"]), absent=absent))
    assert {atom.place for atom in said.vague} == {f"roof:{letter}" for letter in "ADEFGHIJKL"}


def test_a_covered_place_is_silent() -> None:
    said = words().reading(look({}, hidden=["s07", "third_man"]))
    assert said.silent == {"s07"}
    assert Atom("b09", "third_man") in said.vague


def test_who_was_surely_not_seen_can_only_be_where_nothing_can_be_seen() -> None:
    houses = [place.id for place in places_of(FULL) if "third_man" in place.holds]
    hidden = frozenset({"b04", "third_man"})
    for margin, places in ((2.0, {"b04"}), (0.5, set(houses))):
        margins = {**dict.fromkeys(houses, 2.0), "third_man": margin}
        said = words().reading(Reading({}, frozenset(), hidden, margins))
        assert {a.place for a in said.vague if a.piece == "third_man"} == places


def test_a_piece_that_nobody_showed_is_never_claimed() -> None:
    said = words(untaught=("tile:flask",)).reading(look({"s01": ("tile:slide",)}))
    assert Atom("s01", "tile:flask") in said.vague
    assert said.atoms == {Atom("s01", "tile:slide")}


GUESTS = tuple(f"feld:{colour}" for colour in ("yellow", "red", "blue", "green"))
WITH_GUESTS = Wish(3, "full", ("third-man", "feld"))


def test_an_untaught_guest_may_be_any_figure_of_its_colour_and_no_other() -> None:
    seen = look({"b01": ("agent:red", "third_man"), "score:7": ("agent:red",)})
    said = words(WITH_GUESTS, GUESTS).reading(seen)
    assert said.alike == {Atom("b01", "feld:red"): Atom("b01", "agent:red")}
    assert Atom("b01", "agent:red") in said.atoms
    assert not said.is_partial
    for wish, untaught in ((WITH_GUESTS, ()), (FULL, GUESTS)):
        assert not words(wish, untaught).reading(seen).alike


def test_nothing_is_said_of_an_untaught_guest_where_its_like_is_doubtful() -> None:
    said = words(WITH_GUESTS, GUESTS).reading(look({"b01": ("agent:red",)}, unsure=["b01"]))
    assert {Atom("b01", "agent:red"), Atom("b01", "feld:red")} <= said.vague
    assert not said.alike
    nobody = words(WITH_GUESTS, (*GUESTS, "agent:red")).reading(look({}))
    assert Atom("b01", "feld:red") in nobody.vague


def test_people_are_told_which_figures_they_will_be_asked_about() -> None:
    for untaught, told in ((GUESTS, ["see.guests"]), ((), [])):
        report = Report(knowledge(untaught), places_of(WITH_GUESTS), Wording("vienna"))
        (sight,) = report.tell(Found(vantage()))
        assert [notice.id for notice in sight.notices] == told
        assert not sight.blind


def test_sureness_is_that_of_the_least_clear_claim() -> None:
    seen = look({"b01": ("agent:red", "third_man")}, b01=4.0, third_man=1.0, b02=2.0)
    said = words().reading(seen)
    assert said.sureness == {"b01": 0.9, "b02": 0.95}
    rising = [sureness(margin) for margin in (0.0, 0.5, 1.0, 1.5, 3.0, 10.0)]
    assert rising == sorted(rising)
    assert rising[-1] < 1


@cache
def vantage() -> Vantage:
    """Look straight down on both surfaces."""
    lens = Lens(SIZE, 1365.0)
    flat = np.zeros(3)
    board = Pose.of(np.array([*flat, -450, -210, 840.0]))
    return Vantage(lens, {"board": board, "intel": Pose.of(np.array([*flat, 130, -120, 840.0]))})


def stable(number: int) -> Stable:
    noise = np.random.default_rng(number).integers(0, 255, (*SIZE[::-1], 3), np.uint8)
    return Stable(look({"b01": ("agent:red",)}), Frame(noise, float(number), number), vantage())


@pytest.fixture
def report() -> Report:
    return Report(knowledge(), places_of(FULL), Wording("vienna"))


def test_only_the_newest_picture_is_kept(report: Report) -> None:
    (first,) = report.tell(stable(1))
    assert isinstance(first, Saw)
    one, both = first.shot.crop(["b01"]), first.shot.crop(["b01", "s04"])
    pictures = [
        cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) for jpeg in (one, both)
    ]
    assert pictures[1].shape[1] > pictures[0].shape[1] > 100
    assert first.shot.crop(["nowhere"]) is None
    (second,) = report.tell(stable(2))
    assert first.shot.crop(["b01"]) is None
    assert second.shot.crop(["b01"]) is not None


def test_motion_and_a_push_that_was_put_right(report: Report) -> None:
    assert list(report.tell(Busy())) == [Moving()]
    moved = Moved("board", 9.0)
    assert list(report.tell(moved)) == []
    assert (moved.check.name, moved.check.figure, moved.check.verdict) == (
        "moved",
        9.0,
        Verdict.POOR,
    )


def test_a_lost_surface_makes_blind_until_it_is_found(report: Report) -> None:
    (lost,) = report.tell(Lost("intel", "featureless", {"features": 3.0, "needed": 8.0}))
    assert lost.blind
    assert [notice.id for notice in lost.notices] == ["see.missing.featureless"]
    assert list(report.tell(Found(vantage()))) == [Sight()]


@pytest.mark.parametrize(("verdict", "blind"), [(Verdict.POOR, False), (Verdict.BAD, True)])
def test_a_poor_picture_is_told_and_a_bad_one_is_none(
    report: Report, verdict: Verdict, blind: bool
) -> None:
    (sight,) = report.tell(Poor((Check("dark", 0.1, 0.3, verdict),)))
    assert (sight.blind, len(sight.notices)) == (blind, 1)
    assert list(report.tell(Poor(()))) == [Sight()]


def test_a_watch_tells_what_a_camera_shows_until_it_is_stopped() -> None:
    scene, heard = practice.late_scene(), []
    ticks = count()

    def submit(command: object) -> None:
        heard.append(command)
        if isinstance(command, Saw):
            watch.stop()

    camera = SimulatedCamera(lambda: scene, clock=lambda: 0.2 * next(ticks))
    report = Report(practice.table().knowledge, places_of(FULL), Wording("vienna"))
    watch = Watch(camera, Lookout(practice.eye()), report, submit)
    watch.step()
    assert heard == []
    watch.run()
    sight, saw = heard
    assert sight == Sight()
    there = {
        Atom(p, piece) for p, each in practice.truth_of(camera.label).items() for piece in each
    }
    assert len(saw.reading.atoms) > 60
    assert saw.reading.atoms <= there
    assert saw.shot.crop(["b01"]).startswith(b"\xff\xd8")


class Dusk:
    """A camera that holds its exposure while the light goes."""

    def __init__(self) -> None:
        image = SimulatedCamera(practice.late_scene).read().image
        self._pictures = [image, cv2.convertScaleAbs(image, alpha=0.35)]
        self.looks = 0

    def read(self) -> Frame:
        self.looks += 1
        return Frame(self._pictures[self.looks > 15], 0.2 * self.looks, self.looks)

    def close(self) -> None:
        """Nothing to let go of."""


def test_a_camera_that_holds_its_exposure_gets_used_to_other_light_once() -> None:
    camera, refreshed = Dusk(), []
    report = Report(practice.table().knowledge, places_of(FULL), Wording("vienna"))
    lookout, heard = Lookout(practice.eye()), []
    watch = Watch(camera, lookout, report, heard.append, lambda: refreshed.append(camera.looks))
    for _ in range(90):
        watch.step()
    assert heard[-1].notices
    assert len(refreshed) == 1
    assert refreshed[0] > 15
