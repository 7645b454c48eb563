"""The running eye of a table: a short evening in front of a simulated camera."""

from dataclasses import replace
from random import Random

import numpy as np
import practice
import pytest

from companion.app.bench_vision import PACK
from companion.app.see import kit_of
from companion.app.stage import turned_down
from companion.engine import Atom
from companion.session.evidence import Stir
from companion.session.ports import Frame
from hardware.simulated.light import Lamp, switch_on
from hardware.simulated.piece import Hand
from vision.eye import Eye
from vision.lookout import Lookout
from vision.lookout_firm import Firm
from vision.lookout_news import Busy, Found, Lost, Moved, Poor, Stable
from vision.reading import Reading

STEP_S = 0.2
NOTHING_WRONG = ([], [])


class Evening:
    """A lookout that sees one frame after the other; no stable reading may ever be wrong."""

    def __init__(self):
        self.scene = practice.late_scene()
        self.now_s, self.number = 0.0, 0
        self.lookout = Lookout(practice.eye())
        self.take()

    def goes_on(self, frames, **changes):
        """Let some frames pass; return the news."""
        self.scene = self.scene.changed(**changes)
        return [news for _ in range(frames) for news in self._next(self.take())]

    def is_shown(self, image, frames):
        """Hold the same picture in front of the camera."""
        return [news for _ in range(frames) for news in self._next(self._as_frame(image))]

    def take(self):
        scene = self.scene.changed(seed=7919 * self.number)
        image, self.label = practice.table().renderer.render(scene)
        self.frame = self._as_frame(image)
        return self.frame

    def _as_frame(self, image):
        self.now_s, self.number = self.now_s + STEP_S, self.number + 1
        return Frame(image, self.now_s, self.number)

    def _next(self, frame):
        told = self.lookout.see(frame)
        for news in told:
            if isinstance(news, Stable):
                truth = practice.truth_of(self.label)
                assert practice.wrong(news.reading, truth) == NOTHING_WRONG
        return told


def kinds(news):
    return [type(one) for one in news]


@pytest.fixture
def evening():
    return Evening()


def agent_elsewhere(scene):
    """Return the pieces after somebody moved an agent, and where it went."""
    at, piece = next((n, p) for n, p in enumerate(scene.pieces) if p.kind == "agent")
    taken = {other.place for other in scene.pieces}
    free = next(b for b in scene.pack.buildings if b.id not in taken)
    moved = replace(piece, xy_mm=free.xy, place=free.id)
    return (*scene.pieces[:at], moved, *scene.pieces[at + 1 :]), free.id


def test_an_evening_at_the_table(evening):
    assert kinds(evening.goes_on(6)) == [Found, Stable]
    assert evening.goes_on(2) == []

    assert kinds(evening.goes_on(1, hands=(Hand((-100, -80)),))) == [Busy]
    assert evening.goes_on(1, hands=(Hand((-100, 10)),)) == []
    pieces, after = agent_elsewhere(evening.scene)
    assert evening.goes_on(1, hands=(Hand((-100, -60)),), pieces=pieces) == []
    (stable,) = evening.goes_on(6, hands=())
    assert len(stable.reading.found[after]) == 1
    assert stable.frame.taken_at_s <= evening.now_s

    dark = evening.scene.light
    lamp = Lamp((-500.0, 200.0, 900.0), (0.8, 0.95, 1.0), 1.2, 50)
    assert set(kinds(evening.goes_on(6, light=switch_on(dark, lamp)))) <= {Stable}
    assert set(kinds(evening.goes_on(6, light=dark))) <= {Stable}

    pushed = evening.scene.pushed("intel", 8, 0, 0)
    busy, moved, stable = evening.goes_on(6, lies=pushed.lies)
    assert (kinds([busy, stable]), moved.surface) == ([Busy, Stable], "intel")
    assert moved.px == pytest.approx(8 * evening.scene.mount.px_per_mm, rel=0.15)

    news = evening.goes_on(8, mount=evening.scene.mount.bumped(Random(3)))
    assert kinds(news) == [Busy, Moved, Moved, Stable]
    assert {one.surface for one in news[1:3]} == {"board", "intel"}


def test_after_a_lamp_went_out_every_place_is_read_in_the_light_of_now():
    """Most places look much the same to an automatic exposure, and were not read again."""
    scene, draw = practice.late_scene(), practice.table().renderer.render
    before, _ = draw(scene)
    after, _ = draw(scene.changed(light=turned_down(scene.light), seed=1))
    eye = practice.eye()
    post = eye.find(before)
    post.read(before, anew=True)
    told = post.read(after)
    alone = Eye(practice.table().knowledge).find(after).read(after, anew=True)
    assert (told.found, told.unsure) == (alone.found, alone.unsure)
    assert told.margins == pytest.approx(alone.margins, abs=0.1)


def test_it_tells_what_was_touched_and_when(evening):
    evening.goes_on(6)
    first = evening.scene.pieces
    pieces, after = agent_elsewhere(evening.scene)
    (moved,) = (piece for piece in first if piece not in pieces)
    evening.goes_on(1, pieces=tuple(piece for piece in first if piece is not moved))
    lifted_s = evening.now_s
    evening.goes_on(1)
    evening.goes_on(1, pieces=pieces)
    put_s = evening.now_s
    (stable,) = (news for news in evening.goes_on(6) if isinstance(news, Stable))
    assert stable.stirred[moved.place] == Stir(lifted_s, lifted_s)
    assert stable.stirred[after] == Stir(put_s, put_s)
    assert len(stable.stirred) < 20


def test_under_a_resting_hand_places_are_hidden_and_the_others_read(evening):
    evening.goes_on(6)
    news = evening.goes_on(8, hands=(Hand((-150, 60)),))
    assert kinds(news) == [Busy, Stable]
    told = news[1].reading
    assert told.hidden
    assert told.hidden.isdisjoint(told.found)
    shares = evening.label["hidden_fraction"]
    covered = {name for name, share in shares.items() if share > 0.95} & set(told.margins)
    assert covered
    assert covered <= told.hidden | told.unsure


def test_a_table_out_of_sight_is_lost_with_a_reason_and_found_again(evening):
    evening.goes_on(5)
    grey = np.full_like(evening.frame.image, 140)
    news = evening.is_shown(grey, 30)
    assert [type(one) for one in news] == [Busy, Lost, Lost]
    assert {one.surface for one in news[1:]} == {"board", "intel"}
    assert news[1].reason == "featureless"
    assert news[1].figures["features"] < news[1].figures["needed"]
    assert kinds(evening.goes_on(6)) == [Busy, Found, Stable]


def test_a_dark_picture_is_complained_about_and_not_read(evening):
    evening.goes_on(5)
    dark = (evening.frame.image * 0.12).astype(np.uint8)
    news = evening.is_shown(dark, 60)
    assert Stable not in kinds(news)
    (poor,) = (one for one in news if isinstance(one, Poor))
    assert "dark" in {check.name for check in poor.checks}
    told = evening.goes_on(6)
    assert [one for one in told if isinstance(one, Poor)] == [Poor(())], "that is told at once"
    assert evening.lookout.see(evening.take()) == ()


def test_a_picture_that_is_bad_for_a_moment_is_not_read_and_nobody_is_told(evening):
    evening.goes_on(5)
    news = evening.is_shown((evening.frame.image * 0.12).astype(np.uint8), 8)
    assert not {Stable, Poor} & set(kinds(news))
    told = evening.goes_on(6)
    assert Poor not in kinds(told)


def test_a_place_is_shown_upright_with_whoever_stands_there(evening):
    assert evening.lookout.crop(evening.take(), "b01") is None
    evening.goes_on(5)
    at = next(p for p in evening.scene.pieces if p.kind == "agent" and p.name == "red")
    picture = evening.lookout.crop(evening.frame, at.place).astype(int)
    reds = picture[..., 2] - picture[..., :2].max(axis=2) > 60
    # A head and a body of about 12 by 26 millimetres, at four pixels each.
    assert reds.sum() > 800
    assert not reds[0].any()
    assert not reds[:, 0].any()


@pytest.fixture
def firm():
    kit, _ = kit_of(PACK)
    return Firm(kit.plan(PACK))


NAMES = ("b01", "b02", "third_man", "roof:A", "investigator")


def look(found, unsure=(), hidden=()):
    margins = {name: 0.5 if name in unsure else 2.0 for name in NAMES}
    return Reading(found, frozenset(unsure), frozenset(hidden), margins)


def test_two_looks_must_agree(firm):
    seen = {"b01": ("agent:red", "third_man"), "roof:A": ("payday", "investigator")}
    first = firm.add(look(seen))
    assert (first.found, first.unsure) == ({}, set(NAMES))
    second = firm.add(look(seen))
    assert (second.found, second.unsure) == (seen, frozenset())


MANY = (*NAMES, "feld:red", "score:red")
AGENT, GUEST = Atom("b01", "agent:red"), Atom("b01", "feld:red")
FIFTH, SIXTH = Atom("score:5", "agent:red"), Atom("score:6", "agent:red")


def at(atom):
    return {atom.place: (atom.piece,)}


def doubtful(seen, other):
    """Return a look that cannot tell which of two it is."""
    names = {"b01", "feld:red"} if seen.place == other.place else {"score:red"}
    margins = dict.fromkeys(MANY, 2.0)
    return Reading(at(seen), frozenset(names), frozenset(), margins, either={seen: other})


def plain(atom):
    return Reading(at(atom), frozenset(), frozenset(), dict.fromkeys(MANY, 2.0))


TWO = [(AGENT, GUEST), (FIFTH, SIXTH)]


@pytest.mark.parametrize(("seen", "other"), TWO)
def test_which_of_two_it_is_stays_open_and_is_no_doubt(firm, seen, other):
    for second in (doubtful(seen, other), plain(seen), plain(other), doubtful(other, seen)):
        firm.forget()
        firm.add(doubtful(seen, other))
        told = firm.add(second)
        assert (told.found, told.either, told.unsure) == (at(seen), {seen: other}, frozenset())


@pytest.mark.parametrize(("seen", "other"), TWO)
def test_what_was_plainly_seen_is_not_called_in_question_while_nothing_moves(firm, seen, other):
    for sworn in (seen, other):
        firm.forget()
        for each in (plain(sworn), plain(sworn), doubtful(seen, other)):
            told = firm.add(each)
        assert (told.found, told.either, told.unsure) == (at(sworn), {}, frozenset())


def unlike(*letters):
    """Return a look that knows only on which roofs the investigator is not."""
    absent = {"investigator": frozenset(f"roof:{letter}" for letter in letters)}
    return replace(look({}, unsure=["investigator"]), absent=absent)


def test_a_walker_is_not_where_all_looks_say_so(firm):
    assert firm.add(unlike(*"BCD")).absent == {}
    assert firm.add(unlike(*"BCE")).absent == {"investigator": {"roof:B", "roof:C"}}
    assert firm.add(look({}, unsure=["investigator"])).absent == {}
    assert firm.add(unlike(*"BC")).absent == {}
    firm.forget()
    firm.add(unlike(*"BC"))
    assert firm.add(unlike(*"BC")).absent == {"investigator": {"roof:B", "roof:C"}}


def test_a_walker_may_be_where_one_look_has_seen_it(firm):
    here, there = (Atom(f"roof:{letter}", "investigator") for letter in "BC")
    firm.add(replace(look(at(here)), near={here: there}))
    assert firm.add(unlike(*"BCD")).absent == {"investigator": {"roof:D"}}


def test_a_place_that_flickers_is_unsure_and_its_neighbour_is_not(firm):
    red, blue = {"b01": ("agent:red",)}, {"b01": ("agent:blue",)}
    for seen in (red, blue, red, blue):
        told = firm.add(look(seen))
    assert told.unsure == {"b01"}
    assert told.found == {}


def crowd(*found, doubtful=None):
    """Return a look at one house; of the colours in doubt nobody knows whether they are there."""
    if doubtful is None:
        return look({"b01": found})
    return replace(look({"b01": found}, unsure=["b01"]), doubtful={"b01": frozenset(doubtful)})


def test_who_is_plain_to_see_counts_though_another_beside_him_does_not(firm):
    seen = crowd("agent:green", "agent:red", doubtful=["agent:red"])
    assert (firm.add(seen).found, firm.add(crowd()).doubtful) == ({}, {})
    firm.forget()
    firm.add(seen)
    told = firm.add(crowd("agent:green", doubtful=["agent:blue"]))
    assert (told.found, told.unsure) == ({"b01": ("agent:green",)}, {"b01"})
    assert told.doubtful == {"b01": {"agent:red", "agent:blue"}}


def test_looks_that_contradict_each_other_tell_nothing_of_a_crowd(firm):
    firm.add(crowd("agent:green", "agent:red", doubtful=["agent:red"]))
    for other in (crowd("agent:blue", doubtful=["agent:red"]), crowd("agent:green")):
        told = firm.add(other)
        assert (told.found, told.doubtful) == ({}, {})
    firm.forget()
    firm.add(crowd("agent:green", doubtful=["agent:red"]))
    told = firm.add(look({"b01": ("agent:green",)}, unsure=["b01"]))
    assert (told.found, told.doubtful) == ({}, {}), "a hand is there, say, and all is open"


def test_what_changes_with_the_light_is_doubted_until_something_moves(firm):
    before, after = {"b01": ("third_man",)}, {"b02": ("third_man",)}
    for _ in range(2):
        assert firm.add(look(before)).unsure <= set(NAMES)
    firm.doubt()
    for _ in range(3):
        told = firm.add(look(after))
    assert (told.found, told.unsure) == ({}, {"third_man"})
    firm.forget()
    firm.add(look(after))
    assert firm.add(look(after)).found == after


def test_what_was_hidden_must_be_seen_twice_again(firm):
    red = {"b01": ("agent:red",)}
    firm.add(look(red))
    firm.add(look(red))
    assert firm.add(look({}, hidden=["b01"])).hidden == {"b01"}
    assert "b01" in firm.add(look(red)).unsure
    assert firm.add(look({"b01": ("agent:blue",)})).found == {}
