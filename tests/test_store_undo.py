"""Undo: it appends, it can be undone, and not everybody may do it."""

from __future__ import annotations

import pytest
from store_table import BLUE, LEADER, RED, WATCHED, begin, open_store, put, words_of

from companion.session.store import By, How, seat
from companion.session.store_entry import BUTTON, CAMERA, HOST, Who
from companion.session.store_fault import NotAllowed, StoreError
from companion.session.store_undo import may_undo


@pytest.fixture
def log(tmp_path):
    with open_store(tmp_path) as store:
        yield begin(store)


def test_undo_names_what_it_takes_back_and_erases_nothing(log):
    put(log, "a", "b")
    undo = log.undo(2, by=RED)
    assert (undo.number, undo.takes_back) == (3, 2)
    assert len(log.entries()) == 3
    assert words_of(log) == ["a"]


def test_going_further_back_takes_everything_behind_it_along(log):
    put(log, "a", "b", "c", "d")
    log.undo(2, by=LEADER)
    put(log, "e")
    assert words_of(log) == ["a", "e"]


def test_an_undo_can_be_undone(log):
    put(log, "a", "b")
    mistake = log.undo(1, by=LEADER)
    assert words_of(log) == []
    log.undo(mistake.number, by=LEADER)
    assert words_of(log) == ["a", "b"]


def test_undoing_a_move_that_was_taken_back_already_leads_to_the_table_before_it(log):
    put(log, "a", "b", "c")
    log.undo(3, by=RED)
    put(log, "d")
    log.undo(3, by=LEADER)
    assert words_of(log) == ["a", "b"]


@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_there_must_be_something_to_take_back(log, number):
    put(log, "a", "b")
    with pytest.raises(StoreError) as refusal:
        log.undo(number, by=LEADER)
    assert refusal.value.text.id == "core.store.no-such-entry"


#: The log: red's move, blue's move, a second one of blue's, then who may take back which.
MAY = [
    (HOST, {1, 2, 3}),
    (seat(1), {3}),
    (seat(0), set()),
    (CAMERA, {3}),  # pieces were put back, by whomever
    (BUTTON, {3}),
]


@pytest.mark.parametrize(("who", "numbers"), MAY)
def test_own_last_move_anyone_further_back_the_host(log, who: Who, numbers: set[int]):
    put(log, "a", by=RED)
    put(log, "b", "c", by=BLUE)
    entries = log.entries()
    assert {n for n in range(-1, 5) if may_undo(entries, n, who)} == numbers


def test_what_nobody_owns_anybody_may_take_back(log):
    put(log, "a", by=By(CAMERA, How.CAMERA, 0.7))
    assert may_undo(log.entries(), 1, seat(3))


def test_what_the_camera_saw_a_player_do_is_his_own(log):
    put(log, "a", by=WATCHED)
    assert may_undo(log.entries(), 1, seat(0))
    assert not may_undo(log.entries(), 1, seat(1))


def test_one_may_take_back_ones_own_undo_but_not_anothers(log):
    put(log, "a", by=RED)
    log.undo(1, by=RED)
    assert may_undo(log.entries(), 2, seat(0))
    assert not may_undo(log.entries(), 2, seat(1))


def test_an_undo_that_is_not_allowed_is_not_written(log):
    put(log, "a", by=RED)
    with pytest.raises(NotAllowed):
        log.undo(1, by=BLUE)
    assert words_of(log) == ["a"]
    assert len(log.entries()) == 1
