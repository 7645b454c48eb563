"""Buttons: taps, holds, bounces and fingers that stay too long."""

from __future__ import annotations

import itertools
import threading

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st
from patience import comes_true

from companion.session.ports import Press
from hardware.button_gesture import DEBOUNCE_S, STUCK_S, Freed, Gestures, Meaning, Stuck, meanings
from hardware.buttons import ButtonPins, Contacts, GpioButtons
from hardware.pins import CannotOpen

FOUR = meanings(undo_hold_s=0.6, shut_down_hold_s=3.0)


def heard(button: str, *edges: tuple[float, bool], until_s: float = 100.0) -> list[object]:
    """Play edges to the four buttons as a thread would, and gather what they mean, with times."""
    gestures, said = Gestures(FOUR), []

    def wait(limit_s: float) -> None:
        while (due_s := gestures.wait_until()) is not None and due_s <= limit_s:
            said.extend((round(due_s, 3), word) for word in gestures.look(due_s))

    for at_s, down in edges:
        wait(at_s)
        gestures.feel(button, down, at_s)
    wait(until_s)
    return said


def press(button: str, length_s: float) -> list[object]:
    return heard(button, (1.0, True), (1.0 + length_s, False))


@pytest.mark.parametrize("length_s", [0.05, 0.2, 2.0])
def test_done_speaks_at_once_however_long_it_is_pressed(length_s):
    assert press("done", length_s) == [(1.03, Press.DONE)]


def test_confirm_is_a_tap_and_letting_a_move_stand_takes_two_seconds():
    assert press("confirm", 0.2) == [(1.23, Press.CONFIRM)]
    assert press("confirm", 1.9) == [(2.93, Press.CONFIRM)]
    assert press("confirm", 2.1) == [(3.0, Press.OVERRIDE)]


def test_undo_wants_to_be_held():
    assert press("undo", 0.2) == []
    assert press("undo", 0.7) == [(1.6, Press.UNDO)]
    assert press("undo", 5.0) == [(1.6, Press.UNDO)]  # once, however long


def test_undo_may_be_a_tap_for_those_who_like_it():
    gestures = Gestures(meanings(0, 3.0))
    gestures.feel("undo", True, 1.0)
    assert list(gestures.look(1.5)) == [Press.UNDO]


def test_pause_is_a_tap_and_shutting_down_takes_three_seconds():
    assert press("pause", 0.3) == [(1.33, Press.PAUSE)]
    assert press("pause", 2.9) == [(3.93, Press.PAUSE)]
    assert press("pause", 3.1) == [(4.0, Press.SHUT_DOWN)]
    assert press("pause", 9.0) == [(4.0, Press.SHUT_DOWN)]


def test_a_finger_that_leaves_in_the_last_moment_does_not_shut_down():
    assert heard("pause", (1.0, True), (3.99, False)) == [(4.02, Press.PAUSE)]


def test_a_spark_is_no_press():
    assert press("done", 0.01) == []
    assert press("pause", 0.02) == []


def test_bounces_make_one_press():
    bounces = [(1 + n * 0.002, n % 2 == 0) for n in range(9)]
    back = [(1.5 + n * 0.002, n % 2 == 1) for n in range(9)]
    assert [word for _, word in heard("done", *bounces, *back)] == [Press.DONE]


def test_a_bounce_in_the_middle_does_not_break_a_hold():
    edges = [(1.0, True), (2.0, False), (2.01, True), (5.0, False)]
    assert heard("pause", *edges) == [(4.0, Press.SHUT_DOWN)]


def test_two_taps_are_two_presses():
    edges = [(1.0, True), (1.1, False), (1.2, True), (1.3, False)]
    assert [word for _, word in heard("done", *edges)] == [Press.DONE, Press.DONE]


@pytest.mark.parametrize("button", FOUR)
def test_a_stuck_button_is_reported_once(button):
    said = heard(button, (1.0, True))
    assert said[-1] == (1.0 + STUCK_S, Stuck(button))
    assert sum(isinstance(word, Stuck) for _, word in said) == 1


def test_a_button_that_was_stuck_works_again():
    edges = [(1.0, True), (50.0, False), (60.0, True), (60.2, False)]
    words = [word for _, word in heard("done", *edges)]
    assert words == [Press.DONE, Stuck("done"), Freed("done"), Press.DONE]


def test_a_button_that_is_down_from_the_start_means_nothing_until_it_comes_up():
    gestures = Gestures(FOUR)
    gestures.begin("pause", 0.0)
    assert list(gestures.look(10.0)) == []
    assert list(gestures.look(STUCK_S)) == [Stuck("pause")]
    gestures.feel("pause", False, 30.0)
    assert list(gestures.look(31.0)) == [Freed("pause")]
    gestures.feel("pause", True, 32.0)
    gestures.feel("pause", False, 32.2)
    list(gestures.look(32.1))
    assert gestures.wait_until() is None or list(gestures.look(33.0)) in ([], [Press.PAUSE])


@how(deadline=None)
@given(st.lists(st.floats(0.0001, 5.0), max_size=40))
def test_whatever_the_wire_does_presses_are_apart_and_few(gaps):
    at_s, edges = 0.0, []
    for number, gap in enumerate(gaps):
        at_s += gap
        edges.append((at_s, number % 2 == 0))
    said = heard("done", *edges, until_s=at_s + 100)
    presses = [time for time, word in said if word is Press.DONE]
    assert len(presses) <= (len(gaps) + 1) // 2
    assert all(b - a >= DEBOUNCE_S for a, b in itertools.pairwise(presses))


@how(deadline=None)
@given(st.floats(0.0, DEBOUNCE_S - 0.001))
def test_nothing_shorter_than_the_debounce_is_ever_heard(length_s):
    assert heard("done", (1.0, True), (1.0 + length_s, False)) == []


# --- pins ----------------------------------------------------------------------------------------

PINS = ButtonPins(done=23, undo=24, pause=8, done_at_seats=(5,))


@pytest.fixture
def factory():
    made = MockFactory()
    yield made
    made.reset()


class Table:
    """A table whose clock we turn, and whose buttons we press."""

    def __init__(self, factory: MockFactory, *down: int) -> None:
        """Begin to listen, with some buttons down already."""
        self.now_s, self.said, self.notices, self.over = 0.0, [], [], []
        self.factory = factory
        self.buttons = GpioButtons(
            PINS,
            factory,
            notice=self.notices.append,
            well=self.over.append,
            clock=lambda: self.now_s,
        )
        for pin in down:
            factory.pin(pin).drive_low()
        self.buttons.listen(self.said.append)

    def wait(self, seconds: float) -> None:
        """Turn the clock on, and let the thread look at it."""
        self.now_s += seconds
        with self.buttons._changed:
            self.buttons._changed.notify()

    def press(self, pin: int, length_s: float) -> None:
        self.factory.pin(pin).drive_low()
        self.wait(length_s)


@pytest.fixture
def table(factory):
    made = Table(factory)
    yield made
    made.buttons.close()
    made.buttons.close()


def test_presses_arrive_from_a_thread_of_their_own(factory):
    names = []
    buttons = GpioButtons(PINS, factory)
    buttons.listen(lambda _press: names.append(threading.current_thread().name))
    factory.pin(23).drive_low()
    assert comes_true(lambda: names == ["buttons"])
    buttons.close()


@pytest.mark.parametrize("pin", [23, 5])
def test_every_button_for_done_says_done(table, pin):
    table.press(pin, 0.1)
    assert comes_true(lambda: table.said == [Press.DONE])


def test_a_held_pause_shuts_the_table_down(table):
    table.press(8, 2.0)
    table.wait(1.5)
    assert comes_true(lambda: table.said == [Press.SHUT_DOWN])


def test_a_stuck_button_is_said_in_words(table):
    table.press(24, STUCK_S + 1)
    assert comes_true(lambda: bool(table.notices))
    (notice,) = table.notices
    assert notice.id == "device.button-stuck"
    assert notice.params["button"].id == "device.button.undo"
    assert not table.over
    table.factory.pin(24).drive_high()
    table.wait(1.0)
    assert comes_true(lambda: table.over == [notice])


def test_a_button_that_is_down_when_the_table_starts_is_no_press_but_reported(factory):
    table = Table(factory, 23)
    table.press(5, 0.1)
    assert comes_true(lambda: table.said == [Press.DONE])  # of the other button alone
    factory.pin(5).drive_high()
    table.wait(STUCK_S)
    assert comes_true(lambda: bool(table.notices))
    assert table.notices[0].params["button"].id == "device.button.done"
    table.buttons.close()


def test_closing_from_within_is_allowed(factory):
    closed = threading.Event()
    buttons = GpioButtons(PINS, factory)

    def hear(_press: Press) -> None:
        buttons.close()
        closed.set()

    buttons.listen(hear)
    factory.pin(23).drive_low()
    assert closed.wait(10)
    Contacts({"done": 23}, factory).close()  # the pin is free again


def test_only_one_listens(table):
    with pytest.raises(ValueError, match="already"):
        table.buttons.listen(print)


def test_a_pin_in_use_is_named_with_its_button(factory):
    taken = Contacts({"done": 24}, factory)
    with pytest.raises(CannotOpen) as caught:
        GpioButtons(PINS, factory)
    assert caught.value.text.params["part"].id == "device.button.undo"
    taken.close()


def test_a_button_without_any_meaning_is_silent():
    gestures = Gestures({"spare": Meaning()})
    gestures.feel("spare", True, 0.0)
    gestures.feel("spare", False, 1.0)
    assert list(gestures.look(5.0)) == []
