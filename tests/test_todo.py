"""To-do lists: what to move, take, put and turn, in everybody's language."""

import pytest
from test_people import KIT, script

from companion.engine import Atom
from companion.games.vienna.names import name
from companion.session.evidence import Gap, Reading
from companion.session.texts import LANGUAGES, Texts
from companion.session.todo import Deed, Todo, todo, todos


def gap(missing: dict[str, str], extra: dict[str, str]) -> Gap:
    return Gap(
        frozenset(Atom(*item) for item in missing.items()),
        frozenset(Atom(*item) for item in extra.items()),
    )


def test_a_piece_that_is_elsewhere_is_moved():
    found = todos(gap({"score:23": "agent:red"}, {"score:20": "agent:red"}))
    assert found == (Todo(Deed.MOVE, "agent:red", "score:20", "score:23"),)
    assert found[0].places == ("score:20", "score:23")


def test_a_figure_is_not_moved_from_a_house_to_the_score():
    found = todos(gap({"score:23": "agent:red"}, {"b07": "agent:red"}))
    assert {item.deed for item in found} == {Deed.TAKE, Deed.PUT}


def test_a_token_is_turned_over():
    found = todos(gap({"investigation": "token:x"}, {"investigation": "token:front"}))
    assert found == (Todo(Deed.TURN, "token:front", "investigation", "investigation", "token:x"),)
    assert found[0].places == ("investigation",)


@pytest.mark.parametrize(
    ("place", "wanted", "there"),
    [
        ("s01", "tile:flask", "tile:pistol"),
        ("b05", "agent:blue", "agent:red"),
        ("roof:C", "purchase", "payday"),
        ("roof:A", "purchase", "investigator"),
        ("b05", "third_man", "feld:red"),
    ],
)
def test_another_piece_is_taken_away_and_not_turned_over(place, wanted, there):
    assert todos(gap({place: wanted}, {place: there})) == (
        Todo(Deed.TAKE, there, origin=place),
        Todo(Deed.PUT, wanted, to=place),
    )


def test_what_comes_and_goes_is_put_and_taken():
    found = todos(gap({"b07": "agent:red"}, {"s12": "tile:pistol"}))
    assert found == (
        Todo(Deed.TAKE, "tile:pistol", origin="s12"),
        Todo(Deed.PUT, "agent:red", to="b07"),
    )


def test_a_table_that_shows_the_state_leaves_nothing_to_do():
    game, moments = script(("entry", (), 2, "board"))
    moment = next(m for m in reversed(moments) if m.settled and m.at_rest)
    assert todo(game, moment.state, Reading(moment.seen.atoms)) == ()
    hidden = Reading(frozenset(), frozenset(p.id for p in game.places(moment.state)))
    assert todo(game, moment.state, hidden) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_and_place_has_a_name(language):
    texts = Texts.load(language, KIT.texts)
    game, moments = script(("full", ("third-man", "feld"), 4, "board"))
    said = set()
    for place in game.places(moments[-1].state):
        for piece in place.holds:
            for item in (
                Todo(Deed.MOVE, piece, place.id, place.id),
                Todo(Deed.TAKE, piece, origin=place.id),
                Todo(Deed.PUT, piece, to=place.id),
                Todo(Deed.TURN, piece, place.id, place.id, piece),
            ):
                said.add(texts(item.text(game.name)))
    assert not any("{" in text or "«" in text.replace("« ", "") for text in said)
    assert len(said) > 1000


def test_a_to_do_reads_like_a_person_would_say_it():
    english, german = (Texts.load(language, KIT.texts) for language in ("en", "de"))
    item = Todo(Deed.MOVE, "agent:red", "score:20", "score:23")
    assert english(item.text(name)) == "Red’s figure: move from score field 20 to score field 23."
    assert german(item.text(name)) == "Figur von Rot: von Punktefeld 20 nach Punktefeld 23 setzen."
    pistol = Todo(Deed.TAKE, "tile:pistol", origin="s12")
    assert english(pistol.text(name)) == "Pistol: take from s12."
    token = Todo(Deed.TURN, "token:front", "investigation", "investigation", "token:x")
    assert english(token.text(name)) == "Investigation token: turn over to show the X."
