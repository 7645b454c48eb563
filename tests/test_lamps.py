"""Lamps: what they mean, how they move, and that no pin is touched without need."""

from __future__ import annotations

import itertools
import threading
from collections import Counter

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st
from patience import comes_true

from companion.engine import Cue, CueKind
from companion.games import Wish, kits
from companion.play.bots import RandomBot
from companion.play.dealer import Dealer
from companion.play.match import play
from hardware.buzzer import GpioBuzzer
from hardware.lamp_glow import OFF, SOFT, Colour, Glow, Mood, Pattern, glows, lamp_names
from hardware.lamp_light import DARK, light, moves
from hardware.lamps import Bulbs, GpioLamps, LampPins
from hardware.pins import CannotOpen
from hardware.sounds import Sound, sound

FULL = Mood(brightness=1.0)
BLIND = Mood(brightness=1.0, colour_blind=True)
QUIET = Mood(brightness=1.0, quiet=True)

any_cues = st.lists(
    st.builds(Cue, st.sampled_from(CueKind), st.none() | st.integers(0, 5)), max_size=8
)
moods = st.builds(Mood, st.floats(0, 1), st.booleans(), st.booleans())


def cue(kind: str, seat: int | None = None) -> Cue:
    return Cue(CueKind(kind), seat)


# --- meanings ------------------------------------------------------------------------------------


def test_the_seat_at_the_move_shines_and_the_others_are_dark():
    shown = glows([cue("turn", 2)], 4, FULL)
    assert shown.seats == (OFF, OFF, Glow(Colour.GREEN), OFF)


@pytest.mark.parametrize(
    ("more", "wins"),
    [
        (("asked", "turn"), "asked"),
        (("to-do", "turn"), "to-do"),
        (("wrong", "asked", "to-do", "turn"), "wrong"),
        (("winner", "asked"), "asked"),
    ],
)
def test_of_several_cues_for_a_seat_the_most_urgent_is_shown(more, wins):
    several = [cue(kind, 0) for kind in more]
    for order in (several, several[::-1]):
        assert glows(order, 1, FULL).seats == glows([cue(wins, 0)], 1, FULL).seats


@pytest.mark.parametrize("kind", ["purchase", "payday"])
@pytest.mark.parametrize("under_way", ["turn", "cards"])
def test_during_a_round_a_phase_to_come_is_a_soft_reminder(kind, under_way):
    ahead = [cue(under_way, 0), *(cue(kind, seat) for seat in range(3))]
    shown = glows(ahead, 3, FULL)
    lamp = getattr(shown, kind)
    assert (lamp.pattern, lamp.level) == (Pattern.STEADY, SOFT)
    assert shown.seats == glows([cue(under_way, 0)], 3, FULL).seats


@pytest.mark.parametrize("kind", ["purchase", "payday"])
def test_a_phase_that_is_on_is_strong_and_points_at_who_acts_now(kind):
    shown = glows([cue(kind, seat) for seat in (2, 0, 1)], 4, FULL)
    lamp = getattr(shown, kind)
    assert (lamp.pattern, lamp.level) == (Pattern.PULSE, 1.0)
    assert [glow.level for glow in shown.seats] == [SOFT, SOFT, 1.0, 0.0]
    assert shown.seats[2].pattern is Pattern.PULSE
    other = "payday" if kind == "purchase" else "purchase"
    assert getattr(shown, other) == OFF


def test_a_mistake_puts_reminders_out_but_not_a_phase_that_is_on():
    reminded = [cue("turn", 0), cue("purchase", 1), cue("wrong", 0)]
    assert glows(reminded, 2, FULL).purchase == OFF
    assert glows([cue("purchase", 1), cue("wrong", 0)], 2, FULL).purchase.level == 1.0


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [
        (("trouble", "wrong", "paused"), Colour.RED),
        (("paused", "looking", "last-round"), Colour.BLUE),
        (("looking", "last-round"), Colour.CYAN),
        (("last-round",), Colour.VIOLET),
        ((), Colour.GREEN),
    ],
)
def test_the_status_lamp_tells_how_the_table_is(kinds, shown):
    assert glows([cue(kind) for kind in kinds], 2, FULL).status.colour is shown


def test_a_pause_leaves_only_the_status_lamp():
    shown = glows([cue("paused"), cue("turn", 0), cue("purchase", 1)], 2, FULL)
    assert (*shown.seats, shown.purchase, shown.payday) == (OFF,) * 4
    assert shown.status.level > 0


def test_setting_up_runs_round_the_table():
    assert {glow.pattern for glow in glows([cue("set-up")], 3, FULL).seats} == {Pattern.CHASE}


def test_a_cue_for_a_seat_without_a_lamp_is_no_trouble():
    assert glows([cue("turn", 3)], 2, FULL).seats == (OFF, OFF)


def test_eyes_that_see_no_colours_tell_all_meanings_apart_by_rhythm():
    kinds = ("turn", "asked", "wrong", "to-do", "winner", "cards", "purchase", "payday")
    lamps = [glows([cue(kind, 0)], 1, BLIND).seats[0] for kind in kinds]
    assert len({(lamp.pattern, lamp.beats) for lamp in lamps}) == len(kinds)


def test_red_and_green_are_never_the_only_difference_for_the_colour_blind():
    lamps = [glows([cue(kind)], 1, BLIND).status for kind in ("last-round", "looking", "paused")]
    assert Colour.GREEN not in {lamp.colour for lamp in lamps}
    assert glows([], 1, BLIND).status.colour is not Colour.GREEN


@how(deadline=None)
@given(any_cues, moods)
def test_quiet_lamps_never_blink_or_run_and_are_dimmer(cues, mood):
    loud = glows(cues, 4, Mood(mood.brightness, False, mood.colour_blind))
    quiet = glows(cues, 4, Mood(mood.brightness, True, mood.colour_blind))
    for before, after in zip(loud.in_order(), quiet.in_order(), strict=True):
        assert after.pattern in {Pattern.STEADY, Pattern.PULSE}
        assert after.level < before.level or before.level < 1e-3


@how(deadline=None)
@given(any_cues, moods, st.floats(0, 10_000))
def test_no_light_is_brighter_than_asked_for(cues, mood, at_s):
    for place, glow in enumerate(glows(cues, 4, mood).in_order()):
        assert 0 <= min(light(glow, at_s, place, 4)) <= max(light(glow, at_s, place, 4))
        assert max(light(glow, at_s, place, 4)) <= mood.brightness**2.2 + 0.01


def test_every_cue_of_whole_games_lights_something():
    game, options = kits()["vienna"].open(Wish(3, "full"))
    seen = Counter()
    for turned in play(game, options, [RandomBot(n) for n in range(3)], Dealer(1)):
        cues = game.cues(turned.after)
        shown = glows(cues, 3, FULL)
        seen.update(cue.kind for cue in cues)
        pointed = {c.seat for c in cues if c.seat is not None}
        if CueKind.TURN in {c.kind for c in cues}:
            pointed = {c.seat for c in cues if c.kind is CueKind.TURN}
        lit = {seat for seat, glow in enumerate(shown.seats) if glow.level > 0}
        assert pointed <= lit or CueKind.CARDS in {c.kind for c in cues}
    assert {CueKind.TURN, CueKind.PURCHASE, CueKind.PAYDAY, CueKind.OVER} <= seen.keys()


# --- rhythms -------------------------------------------------------------------------------------


def rhythm(glow: Glow, place: int = 0, places: int = 1) -> list[float]:
    return [max(light(glow, n / 100, place, places)) for n in range(480)]


def test_steady_is_steady_and_dark_never_moves():
    assert len(set(rhythm(Glow(Colour.WHITE)))) == 1
    assert not moves(Glow(Colour.WHITE))
    assert not moves(Glow(Colour.RED, Pattern.BLINK, 0.0))


def test_a_pulse_breathes_and_never_goes_out():
    levels = rhythm(Glow(Colour.RED, Pattern.PULSE))
    assert min(levels) > 0
    assert max(levels) == 1
    assert max(abs(a - b) for a, b in itertools.pairwise(levels)) < 0.05


@pytest.mark.parametrize("beats", [1, 2, 3, 4])
@pytest.mark.parametrize("pattern", [Pattern.BLINK, Pattern.PULSE])
def test_beats_can_be_counted(beats, pattern):
    levels = rhythm(Glow(Colour.RED, pattern, beats=beats))[:240]
    lit = [level > 0.2 for level in levels]
    risen = sum(after and not before for before, after in zip([False, *lit], lit, strict=False))
    assert risen == beats
    assert not any(lit[-60:])  # a rest before the next


def test_a_chase_reaches_every_seat_in_turn():
    glow = Glow(Colour.WHITE, Pattern.CHASE)
    brightest = []
    for step in range(12):
        lights = [max(light(glow, step * 0.3 + 0.1, place, 4)) for place in range(4)]
        brightest.append(lights.index(max(lights)))
    assert brightest == [0, 1, 2, 3] * 3


# --- pins ----------------------------------------------------------------------------------------

PINS = LampPins(seats=((4, 17, 27), 22), purchase=7, status=(16, 20, 21))


class Counting(MockPWMPin):
    """A pin that counts how often it is written to, also with the same again."""

    def _set_state(self, value: float) -> None:
        self.writes = getattr(self, "writes", 0) + 1
        super()._set_state(value)


@pytest.fixture
def factory():
    made = MockFactory(pin_class=Counting)
    yield made
    made.reset()


def written(factory: MockFactory, pins: tuple[int, ...] = (4, 17, 27, 22, 7, 16, 20, 21)) -> int:
    """Count everything that was ever written to some pins."""
    return sum(factory.pin(n).writes for n in pins)


def test_bulbs_write_only_what_changes(factory):
    bulbs = Bulbs(PINS, factory)
    bulbs.paint(0, (1.0, 0.5, 0.0))
    before = written(factory)
    bulbs.paint(0, (1.0, 0.5, 0.0))
    bulbs.paint(1, DARK)
    assert written(factory) == before
    assert [factory.pin(n).state for n in (4, 17, 27)] == [1.0, 0.5, 0.0]
    bulbs.close()
    bulbs.close()


def test_a_plain_lamp_shows_the_brightest_colour(factory):
    bulbs = Bulbs(PINS, factory)
    bulbs.paint(1, (0.2, 0.7, 0.0))
    assert factory.pin(22).state == 0.7
    bulbs.close()


def test_lamps_with_a_common_anode_shine_when_low(factory):
    bulbs = Bulbs(LampPins(status=(16, 20, 21), common_anode=True), factory)
    assert [factory.pin(n).state for n in (16, 20, 21)] == [1.0, 1.0, 1.0]
    bulbs.paint(2, (1.0, 0.0, 0.0))
    assert [factory.pin(n).state for n in (16, 20, 21)] == [0.0, 1.0, 1.0]
    bulbs.close()


def test_the_same_cues_again_touch_no_pin(factory):
    lamps = GpioLamps(PINS, factory, FULL)
    lamps.show([cue("turn", 0)])
    assert [factory.pin(n).state for n in (4, 17, 27)] == [0.0, 1.0, 0.0]
    before = written(factory)
    for _ in range(20):
        lamps.show([cue("turn", 0)])
        lamps.show((cue("turn", 0), cue("turn", 3)))  # a seat without a lamp
    assert written(factory) == before
    lamps.close()


def test_a_new_cue_leaves_the_other_lamps_alone(factory):
    lamps = GpioLamps(PINS, factory, FULL)
    lamps.show([cue("turn", 0)])
    before = written(factory, (4, 17, 27))
    lamps.show([cue("turn", 0), cue("purchase", 0), cue("last-round")])
    assert factory.pin(7).state > 0
    assert written(factory, (4, 17, 27)) == before
    lamps.close()


def test_moving_lamps_are_played_by_themselves(factory):
    now = [0.0]
    lamps = GpioLamps(PINS, factory, FULL, clock=lambda: now[0])
    lamps.show([cue("wrong", 0)])
    assert factory.pin(4).state == 1.0
    now[0] = 0.3  # within the dark half of a blink
    assert comes_true(lambda: factory.pin(4).state == 0)
    lamps.close()
    lamps.close()
    lamps.show([cue("turn", 0)])  # nobody is there any more
    assert "lamps" not in {thread.name for thread in threading.enumerate()}


def test_a_pin_in_use_is_named_with_its_lamp(factory):
    taken = Bulbs(LampPins(payday=12), factory)
    with pytest.raises(CannotOpen) as caught:
        Bulbs(LampPins(seats=(5,), status=12), factory)
    assert caught.value.text.params["part"].id == "device.lamp.status"
    assert caught.value.text.params["why"].id == "device.pins.busy"
    Bulbs(LampPins(seats=(5,)), factory).close()  # given back, although it went wrong
    taken.close()


def test_lamps_are_named_in_the_order_they_are_painted():
    assert len(lamp_names(2)) == len(PINS.in_order())


# --- sounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "heard"),
    [
        ([cue("turn", 0)], [cue("turn", 0)], None),
        ([cue("turn", 0)], [cue("turn", 1)], Sound.TURN),
        ([cue("turn", 0)], [cue("turn", 1), cue("wrong", 0)], Sound.WRONG),
        ([cue("turn", 0)], [cue("turn", 0), cue("asked", 1)], Sound.ASKED),
        ([cue("turn", 0)], [cue("turn", 0), cue("purchase", 1)], None),
        ([cue("turn", 0), cue("purchase", 1)], [cue("purchase", 1)], Sound.PHASE),
        ([cue("purchase", 0), cue("purchase", 1)], [cue("purchase", 1)], None),
        ([cue("purchase", 0)], [cue("payday", 0)], Sound.PHASE),
        ([cue("turn", 0)], [cue("over"), cue("winner", 0)], Sound.OVER),
        ([cue("wrong", 0), cue("turn", 0)], [cue("turn", 0)], None),
    ],
)
def test_what_is_new_has_a_sound(before, after, heard):
    assert sound(before, after) is heard


def test_no_sound_is_longer_than_a_second_or_beyond_a_buzzer():
    for tune in Sound:
        assert sum(length for _, length in tune.notes) < 1
        assert all(440 <= hertz <= 1760 for hertz, _ in tune.notes)


def test_the_buzzer_plays_for_news_only(factory):
    buzzer = GpioBuzzer(18, factory)
    buzzer.show([cue("turn", 0)])  # what is there already
    buzzer.show([cue("turn", 0)])
    assert [state.state for state in factory.pin(18).states] in ([False], [0.0], [False, 0.0])
    buzzer.show([cue("turn", 1)])
    assert comes_true(lambda: any(state.state for state in factory.pin(18).states))
    buzzer.close()
    buzzer.close()
