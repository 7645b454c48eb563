"""The seam itself: unknown facts, texts, views, JSON, late answers, and folding events."""

import msgspec
import pytest
from vienna_table import GAME, table, watched

from companion.engine import (
    UNKNOWN,
    Accepted,
    Ambiguous,
    Atom,
    Codec,
    Illegal,
    Invalid,
    Text,
    Unknown,
    Unreadable,
    View,
    answer,
    fold,
    known,
)
from companion.games.vienna import Info
from companion.games.vienna.moves import Advance, Done, Draw, LayTile, Pass, Plan

# Unknown.


def test_an_unknown_fact_is_neither_true_nor_false():
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(UNKNOWN)
    with pytest.raises(TypeError):
        assert UNKNOWN or 0


def test_an_unknown_fact_is_not_zero_and_equals_only_itself():
    assert UNKNOWN != 0
    assert Unknown() == UNKNOWN
    assert len({UNKNOWN, Unknown()}) == 1


def test_an_unknown_fact_survives_json_beside_numbers_and_words():
    codec = Codec[tuple[int | Unknown, ...]](tuple[int | Unknown, ...])
    assert codec.decode(codec.encode((0, UNKNOWN))) == (0, UNKNOWN)
    words = Codec[Info | Unknown](Info | Unknown)
    assert words.decode(words.encode(UNKNOWN)) == UNKNOWN


def test_known_looks_at_every_fact():
    assert known((0, "", None))
    assert not known((1, UNKNOWN))


# Text.


def test_texts_are_equal_by_sentence_and_parameters():
    seven = Text("vienna.card", {"number": "007"})
    assert seven == Text("vienna.card", {"number": "007"})
    assert seven != Text("vienna.card", {"number": "008"})


def test_a_text_may_hold_texts_and_survives_json():
    told = Text("a", {"who": Text("vienna.colour.red"), "count": 3, "place": "b07"})
    assert msgspec.json.decode(msgspec.json.encode(told), type=Text) == told


def test_a_refusal_speaks_through_its_rule():
    refusal = Illegal("vienna.rule.own-agent-there", {"building": "b07"}, "vienna.section.action-3")
    assert refusal.text == Text("vienna.rule.own-agent-there", {"building": "b07"})


def test_the_three_kinds_of_no_stay_apart():
    kinds = Codec[Invalid | Illegal | Ambiguous](Invalid | Illegal | Ambiguous)
    for kind in (Invalid, Illegal, Ambiguous):
        assert type(kinds.decode(kinds.encode(kind("a.rule", to=1)))) is kind


# Views.

RED_ON_B01, RED_ON_B02 = Atom("b01", "agent:red"), Atom("b02", "agent:red")
BLUE_ON_B01, MARKER = Atom("b01", "agent:blue"), Atom("info:slide:1", "marker:slide")


def view(*atoms: Atom, silent: tuple[str, ...] = ()) -> View:
    return View(frozenset(atoms), frozenset(silent))


def test_a_change_is_what_has_gone_and_what_has_come():
    gone, come = view(RED_ON_B01, MARKER).change_to(view(RED_ON_B02, MARKER))
    assert (gone, come) == ({RED_ON_B01}, {RED_ON_B02})


def test_equal_views_hold_no_change():
    assert view(MARKER).change_to(view(MARKER)) == (frozenset(), frozenset())


@pytest.mark.parametrize("hidden", ["before", "after"])
def test_a_place_that_either_view_is_silent_about_has_not_changed(hidden):
    before = view(RED_ON_B01, silent=("b01",) if hidden == "before" else ())
    after = view(BLUE_ON_B01, RED_ON_B02, silent=("b01",) if hidden == "after" else ())
    assert before.change_to(after) == (frozenset(), {RED_ON_B02})


def test_a_piece_that_a_view_is_silent_about_has_not_changed_anywhere():
    after = view(RED_ON_B02, BLUE_ON_B01, silent=("agent:red",))
    assert view(RED_ON_B01).change_to(after) == (frozenset(), {BLUE_ON_B01})


# JSON.


def test_equal_values_are_written_as_equal_bytes():
    codec = Codec[dict[str, int]](dict[str, int])
    assert codec.encode({"b": 1, "a": 2}) == codec.encode({"a": 2, "b": 1})


@pytest.mark.parametrize(
    "broken",
    [b"", b"{", b"[]", b'{"type": "no-such-move"}', b'{"type": "place", "seat": "one"}', b"\xff"],
)
def test_json_that_is_no_move_is_unreadable(broken):
    with pytest.raises(Unreadable) as error:
        GAME.moves.decode(broken)
    assert str(error.value)


def test_an_unknown_word_of_the_game_is_unreadable_and_says_where():
    with pytest.raises(Unreadable, match="info"):
        GAME.moves.decode(b'{"type": "lay-tile", "square": "s01", "info": "umbrella"}')


def test_a_move_may_be_read_from_text_as_well_as_from_bytes():
    move = LayTile("s01", Info.SLIDE)
    assert GAME.moves.decode(GAME.moves.encode(move).decode()) == move


# Late answers.


def test_an_answer_to_an_open_ask_is_judged_by_the_rules():
    position = table(2)
    ask = GAME.asks(position.state)[0]
    assert isinstance(answer(GAME, position.state, ask.id, Draw(0, 7)), Accepted)
    assert isinstance(answer(GAME, position.state, ask.id, Plan(0, 7, 8, 9)), Illegal)


def test_an_answer_that_comes_late_is_refused_whatever_it_says():
    position = table(2)
    ask = GAME.asks(position.state)[0]
    later = position.play(Draw(0, 7))
    verdict = answer(GAME, later.state, ask.id, Draw(0, 8))
    assert verdict == Invalid("core.refused.ask-closed")
    assert isinstance(GAME.decide(later.state, Draw(0, 8)), Accepted)  # it is only late


def test_simultaneous_answers_do_not_make_each_other_late():
    position = table(2)
    first, second = (ask for ask in GAME.asks(position.state) if ask.kind == "draw")
    later = position.play(Draw(first.seat, 7))
    assert isinstance(answer(GAME, later.state, second.id, Draw(second.seat, 8)), Accepted)


def test_a_tap_is_not_late_because_the_camera_saw_a_marker_move_meanwhile():
    position = watched(2)
    (ask,) = GAME.asks(position.state)
    later = position.play(Advance(0, Info.SLIDE))
    assert isinstance(answer(GAME, later.state, ask.id, Done(0)), Accepted)
    after = later.play(Done(0))
    assert answer(GAME, after.state, ask.id, Done(0)) == Invalid("core.refused.ask-closed")


# Folding.


def test_folding_no_events_changes_nothing():
    state = table(2).state
    assert fold(GAME, state, ()) is state


def test_folding_applies_events_in_order_and_leaves_the_old_state_alone():
    position = table(2).planned()
    before = GAME.states.encode(position.state)
    events = position.events(Pass(0))
    by_hand = position.state
    for event in events:
        by_hand = GAME.evolve(by_hand, event)
    assert fold(GAME, position.state, iter(events)) == by_hand != position.state
    assert GAME.states.encode(position.state) == before
