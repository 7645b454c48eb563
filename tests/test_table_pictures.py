"""Pictures beside what was told, and beside what is asked."""

from __future__ import annotations

from table_room import CARDS, KIT, by, record
from web_house import JPEG, Shot

from companion.games.vienna.moves import Place
from companion.session.chronicle import Heard
from companion.session.commands import Saw
from companion.session.concerned import concerned
from companion.session.evidence import Reading
from companion.session.explain_search import Told
from companion.session.table_steps import after, steps

SCORE = KIT.signs.score


def changed(game, state, move):
    """Return the places that look otherwise after a move, but for the score."""
    gone, come = game.expected_view(state).change_to(game.expected_view(after(game, state, move)))
    return {atom.place for atom in gone | come if not atom.place.startswith(SCORE)}


def test_a_move_that_was_told_keeps_the_picture_of_its_places():
    game, answers = record(CARDS)
    turned = next(one for one in answers if isinstance(one.move, Place))
    heard = Heard(Told(turned.ask.kind, turned.move), by(turned.move.seat))
    saw = Saw(Reading(game.expected_view(turned.after).atoms), Shot())
    (step,) = steps(game, turned.before, (turned.move,), (heard,), saw)
    assert (step.by, step.ask, step.picture) == (heard.by, turned.ask.kind, JPEG)
    (step,) = steps(game, turned.before, (turned.move,), (heard,), None)
    assert step.picture is None


def test_a_question_is_about_the_few_places_where_its_answers_differ():
    game, answers = record(CARDS)
    kinds = set()
    for turned in answers:
        options = game.options(turned.before, turned.ask)
        places = concerned(game, KIT.signs, turned.before, turned.ask, options)
        if places and not turned.ask.seen_at:
            kinds.add(turned.ask.kind)
            each = [changed(game, turned.before, move) for move in options]
            assert 1 < len(options) <= 9
            assert 0 < len(places) <= 6
            assert all(any(p in one for one in each) for p in places)
    assert kinds
    assert not kinds & {"draw", "plan"}  # cards in somebody's hand lie nowhere
