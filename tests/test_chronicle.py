"""A game and its log: what is settled can be read again, and nothing is settled by halves."""

from __future__ import annotations

import pytest
from table_room import CARDS, ENTRY, by, record

from companion.games.vienna.moves import Done
from companion.session.chronicle import Chronicle, Heard, Step, Unfit
from companion.session.explain_search import Told
from companion.session.store_entry import Kind
from companion.session.store_fault import NotAllowed


def begin(store, table=ENTRY, kind="watch"):
    """Return a chronicle and the answers of a game from the first of a kind on."""
    game, answers = record(table)
    at = next(n for n, one in enumerate(answers) if one.ask.kind == kind)
    setup = game.states.encode(answers[at].before)
    return Chronicle(game, store.begin("vienna", edition="own", setup=setup)), answers[at:]


def step(answer):
    return Step(answer.move, by(answer.ask.seat), ask=answer.ask.kind)


def again(chronicle):
    """Read the same log anew."""
    return Chronicle(chronicle.game, chronicle.log)


def test_a_turn_is_settled_in_one_go_and_read_again(store):
    chronicle, answers = begin(store)
    told = chronicle.settle(map(step, answers[:3]))
    assert chronicle.state == answers[2].after
    assert [state for _, state in told][-1] == answers[2].after
    assert [event for event, _ in told] == [e for one in answers[:3] for e in one.events]
    assert {entry.turn for entry in chronicle.standing} == {1}
    assert again(chronicle).state == chronicle.state
    assert again(chronicle).standing == chronicle.standing


def test_a_turn_with_one_refused_move_is_not_settled_at_all(store):
    chronicle, answers = begin(store)
    other = Step(Done(1), by(1))
    with pytest.raises(Unfit):
        chronicle.settle([step(answers[0]), other])
    assert chronicle.standing == chronicle.log.standing() == ()
    assert chronicle.state == answers[0].before


def test_answers_wait_behind_the_last_move(store):
    chronicle, answers = begin(store, CARDS, "act")
    first = answers[0]
    chronicle.hear(Told("act", first.move), by(first.ask.seat))
    waiting = (Heard(Told("act", first.move), by(first.ask.seat)),)
    assert chronicle.heard == again(chronicle).heard == waiting
    assert chronicle.state == first.before
    assert [entry.kind for entry in chronicle.standing] == [Kind.TOLD]
    chronicle.settle([step(first)])
    assert chronicle.heard == again(chronicle).heard == ()
    assert chronicle.state == first.after


def test_the_last_turn_is_where_it_begins_and_an_end_is_none(store):
    chronicle, answers = begin(store)
    assert chronicle.last is None
    assert chronicle.last_number is None
    chronicle.settle(map(step, answers[:3]))
    chronicle.end(by(0))
    assert chronicle.ended
    assert again(chronicle).ended
    assert (chronicle.last.number, chronicle.last_number) == (3, 1)


def test_an_end_goes_with_the_turn_before_it(store):
    chronicle, answers = begin(store)
    chronicle.settle(map(step, answers[:3]))
    chronicle.end(by(0))
    with pytest.raises(NotAllowed):
        chronicle.undo(1, by(1))
    assert chronicle.state == answers[2].after
    chronicle.undo(1, by(0))
    assert not chronicle.ended
    assert chronicle.standing == again(chronicle).standing == ()
    assert chronicle.state == answers[0].before
