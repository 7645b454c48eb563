"""A push moves all of a board at once: it is no hand, and knocks nobody over."""

from __future__ import annotations

from companion.engine import Place
from companion.session.evidence import Stir
from companion.session.jolt import by_hand

BOARD = [Place(f"b{n}", "board", (0, 0), (20, 20), ("agent:red",), 26) for n in range(10)]
TABLEAU = [Place(f"roof:{n}", "intel", (0, 0), (20, 20), ("investigator",), 26) for n in range(4)]
PLACES = (*BOARD, *TABLEAU)


def test_hands_that_were_everywhere_in_a_long_turn_are_no_push():
    busy = {place.id: Stir(float(n), n + 4.0) for n, place in enumerate(PLACES)}
    assert by_hand(busy, PLACES) == busy.keys()


def test_one_board_may_be_pushed_while_a_hand_is_at_the_other():
    pushed = {place.id: Stir(7.0, 7.0) for place in TABLEAU}
    assert by_hand({**pushed, "b1": Stir(7.0, 7.0)}, PLACES) == {"b1"}


def test_where_hands_were_before_the_push_or_since_they_are_remembered():
    pushed = {place.id: Stir(7.0, 7.4) for place in BOARD}
    stirred = {**pushed, "b1": Stir(3.0, 7.0), "b2": Stir(7.0, 12.0)}
    assert by_hand(stirred, PLACES) == {"b1", "b2"}


def test_a_hand_that_passes_over_half_of_a_board_in_a_moment_is_a_hand():
    passing = {place.id: Stir(7.0, 7.0) for place in BOARD[:5]}
    assert by_hand(passing, PLACES) == passing.keys()


def test_an_arm_over_most_of_a_small_board_is_an_arm():
    reaching = {place.id: Stir(7.0, 7.6) for place in BOARD[:8]}
    assert by_hand(reaching, PLACES) == reaching.keys()
