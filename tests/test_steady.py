"""Evidence over several frames: patience or clearness, and no memory of what was hidden."""

import pytest

from vision.steady import Doubt, Seen, Steady


@pytest.fixture
def table():
    return Steady[str](frames=3, margin=4.0)


def take(table, *sights, **motion):
    """Show one place a row of sights; return the last answer about it."""
    answer = None
    for sight in sights:
        answer = table.take({"b07": sight}, at_rest=True, **motion)
    return None if answer is None else answer["b07"]


def test_a_claim_counts_after_enough_frames(table):
    assert take(table, Seen("red", 0.5)) is Doubt.UNSURE
    assert take(table, Seen("red", 0.5)) is Doubt.UNSURE
    assert take(table, Seen("red", 0.5)) == "red"


def test_or_at_once_when_it_is_clear(table):
    assert take(table, Seen("red", 5.0)) == "red"


def test_margins_add_up(table):
    assert take(table, Seen("red", 2.0), Seen("red", 2.0)) == "red"


def test_a_flicker_makes_it_unsure_until_patience_decides(table):
    assert take(table, Seen("red", 5.0), Seen("blue", 9.0)) is Doubt.UNSURE
    assert take(table, Seen("red", 9.0)) is Doubt.UNSURE
    assert take(table, Seen("red", 9.0), Seen("red", 9.0)) == "red"


def test_an_unsure_frame_neither_adds_nor_takes_away(table):
    assert take(table, Seen("red", 1.0), Doubt.UNSURE, Seen("red", 1.0)) is Doubt.UNSURE
    assert take(table, Seen("red", 1.0)) == "red"
    assert take(table, Doubt.UNSURE) == "red"


def test_what_was_hidden_is_not_remembered(table):
    assert take(table, Seen("red", 9.0), Doubt.HIDDEN) is Doubt.HIDDEN
    assert take(table, Doubt.UNSURE) is Doubt.UNSURE
    assert take(table, Seen("red", 1.0)) is Doubt.UNSURE


def test_nothing_is_said_while_the_table_moves_and_all_is_forgotten(table):
    take(table, Seen("red", 9.0))
    assert table.take({"b07": Seen("red", 9.0)}, at_rest=False) is None
    assert take(table, Seen("red", 1.0)) is Doubt.UNSURE


def test_motion_elsewhere_leaves_a_place_alone(table):
    both = {"b07": Seen("red", 9.0), "b08": Seen("blue", 9.0)}
    assert table.take(both, at_rest=True) == {"b07": "red", "b08": "blue"}
    table.take({}, at_rest=False, touched=["b08"])
    after = table.take({"b07": Doubt.UNSURE, "b08": Doubt.UNSURE}, at_rest=True)
    assert after == {"b07": "red", "b08": Doubt.UNSURE}


def test_any_hashable_value_can_be_claimed():
    table = Steady[frozenset[str]](frames=1)
    seen = {"b07": Seen(frozenset({"red", "blue"}), 0.0), "b08": Seen(frozenset(), 0.0)}
    assert table.take(seen, at_rest=True) == {"b07": {"red", "blue"}, "b08": frozenset()}
