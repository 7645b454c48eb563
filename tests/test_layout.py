"""A table is set up by looking at it: what can be seen is answered, and nothing is guessed."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from companion.engine import Accepted, Atom, CueKind, fold
from companion.games import Wish, kits
from companion.games.vienna import FlagSource, Info
from companion.games.vienna.moves import LayTile, SetThirdMan, TakeStarter
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.match import play
from companion.session.evidence import Reading
from companion.session.layout import lay_out
from companion.session.todo import Deed, Todo

KIT = kits()["vienna"]
BOTH = ("third-man", "feld")
TABLES = (
    ("entry", (), 2, "printed"),
    ("entry", ("third-man",), 3, "tiles"),
    ("full", (), 4, "printed"),
    ("full", BOTH, 4, "tiles"),
)


@cache
def dealt(table, seed=1, tracking="board"):
    """Let a dealer set a table up; return the game, the empty table and the one laid out."""
    version, expansions, players, flags = table
    game, options = KIT.open(Wish(players, version, expansions, tracking))
    options = replace(options, flags=FlagSource(flags))
    bots = [seat_bot(Temper.RANDOM, f"{seed}.{seat}") for seat in range(players)]
    for turned in play(game, options, bots, Dealer(seed)):
        if all(cue.kind is not CueKind.SET_UP for cue in game.cues(turned.after)):
            return game, game.setup(options), turned.after
    raise AssertionError("a set-up comes to an end")


def played(game, state, moves):
    for move in moves:
        verdict = game.decide(state, move)
        assert isinstance(verdict, Accepted)
        state = fold(game, state, verdict.events)
    return state


def seen(game, state, without=(), **more):
    """Look at a table, but not at these places."""
    atoms = (atom for atom in game.expected_view(state).atoms if atom.place not in without)
    return Reading(frozenset(atoms), **more)


def leftovers(layout):
    return [*layout.missing, *layout.bare, *layout.odd, *layout.todo]


@pytest.mark.parametrize("table", TABLES)
def test_a_whole_look_answers_all_that_can_be_seen(table):
    for seed in range(3):
        game, start, after = dealt(table, seed)
        layout = lay_out(game, start, seen(game, after))
        assert not leftovers(layout)
        assert layout.state == played(game, start, layout.moves)
        assert layout.state.squares == after.squares
        assert layout.state.flags == after.flags
        assert layout.state.third_man == after.third_man
        # Nobody can see the tiles beside the desks.
        assert {ask.kind for ask in game.asks(layout.state)} == {"take-starter"}


@pytest.mark.parametrize("table", TABLES)
def test_hidden_places_stay_open_until_they_are_seen(table):
    game, start, after = dealt(table)
    rng, places = Random(1), [place.id for place in game.places(start)]
    for _ in range(5):
        hidden = frozenset(rng.sample(places, len(places) // 5))
        layout = lay_out(game, start, seen(game, after, hidden, silent=hidden))
        asked = {place for ask in game.asks(layout.state) for place in ask.seen_at}
        # The third man may stand on any building of his colour, if he has not been seen.
        assert layout.missing == asked & hidden
        assert not any((layout.bare, layout.odd, layout.todo))
        squares = layout.state.squares
        assert all(squares[s] == after.squares[s] for s in squares if s not in hidden)
        rest = lay_out(game, layout.state, seen(game, after))
        assert not leftovers(rest)
        assert rest.state.squares == after.squares
        assert rest.state.flags == after.flags


def test_a_place_without_a_tile_is_bare():
    game, start, after = dealt(TABLES[0])
    layout = lay_out(game, start, seen(game, after, {"s07"}))
    assert layout.bare == {"s07"}
    assert not (layout.missing | layout.odd | set(layout.todo))
    assert len(layout.moves) == 39


def test_what_is_doubtful_is_not_taken_for_true():
    game, start, after = dealt(TABLES[0])
    kind = f"tile:{after.squares['s07']}"
    vague = frozenset({Atom("s07", kind)})
    for reading in (
        seen(game, after, sureness={"s07": 0.6}),
        seen(game, after, {"s07"}, vague=vague),
        seen(game, after, vague=vague),
    ):
        layout = lay_out(game, start, reading)
        assert layout.missing == {"s07"}
        assert not (layout.bare | layout.odd | set(layout.todo))
    silent = frozenset({kind})
    layout = lay_out(game, start, seen(game, after, silent=silent))
    assert layout.missing >= {s for s, info in after.squares.items() if f"tile:{info}" == kind}
    assert LayTile("s07", after.squares["s07"]) not in layout.moves


def test_two_tiles_on_a_square_are_odd():
    game, start, after = dealt(TABLES[0])
    whole = seen(game, after)
    other = next(info for info in Info if info != after.squares["s07"])
    both = Reading(whole.atoms | {Atom("s07", f"tile:{other}")})
    pile = Reading(whole.atoms, twice=frozenset({Atom("s07", f"tile:{after.squares['s07']}")}))
    strange = Reading(seen(game, after, {"s07"}).atoms | {Atom("s07", "agent:red")})
    for reading in (both, pile, strange):
        layout = lay_out(game, start, reading)
        assert layout.odd == {"s07"}
        assert not (layout.missing | layout.bare | set(layout.todo))
        assert len(layout.moves) == 39


def test_a_ninth_tile_of_a_kind_is_odd():
    game, start, after = dealt(TABLES[0])
    square = next(s for s, info in after.squares.items() if info is not Info.SLIDE)
    atoms = seen(game, after, {square}).atoms | {Atom(square, "tile:slide")}
    layout = lay_out(game, start, Reading(atoms))
    assert len(layout.odd) == 1
    assert list(layout.state.squares.values()).count(Info.SLIDE) == 8
    assert len(layout.moves) == 39


def test_what_is_astray_is_to_be_put_right():
    game, start, after = dealt(TABLES[3])
    red, house = "agent:red", next(iter(after.flags))
    atoms = seen(game, after, {"roof:B"}).atoms - {Atom("score:0", red)}
    layout = lay_out(game, start, Reading(atoms | {Atom("score:5", red), Atom(house, red)}))
    assert set(layout.todo) == {
        Todo(Deed.MOVE, red, "score:5", "score:0"),
        Todo(Deed.TAKE, red, house),
        Todo(Deed.PUT, "purchase", to="roof:B"),
    }
    assert not (layout.missing | layout.bare | layout.odd)
    assert layout.state.squares == after.squares


def test_the_third_man_is_seen_where_he_may_stand_and_only_once():
    game, start, after = dealt(TABLES[3])
    home = after.third_man
    whole = seen(game, after).atoms - {Atom(home, "third_man")}
    violet = game.asks(start)[-1].seen_at
    others = [b for b in violet if b != home]
    assert home in violet

    both = lay_out(game, start, Reading(whole | {Atom(b, "third_man") for b in violet[:2]}))
    assert both.odd == set(violet[:2])
    assert not any(isinstance(move, SetThirdMan) for move in both.moves)

    away = next(b for b in after.flags if b not in violet)
    wrong = lay_out(game, start, Reading(whole | {Atom(away, "third_man")}))
    assert wrong.todo == (Todo(Deed.TAKE, "third_man", away),)

    covered = frozenset({home})
    unseen = lay_out(game, start, Reading(whole, silent=covered))
    assert unseen.missing == covered
    elsewhere = lay_out(
        game, start, Reading(whole | {Atom(others[0], "third_man")}, silent=covered)
    )
    assert elsewhere.state.third_man == others[0]


def test_nothing_is_answered_once_play_has_begun():
    game, start, after = dealt(TABLES[0])
    starters = [TakeStarter(n, seat.starter) for n, seat in enumerate(after.seats)]
    layout = lay_out(game, played(game, start, starters), seen(game, after))
    assert layout.state == after
    assert layout.state.round == 1
    house = next(iter(after.flags))
    agent = Atom(house, f"agent:{after.seats[after.start].colour}")
    again = lay_out(game, after, Reading(seen(game, after).atoms | {agent}))
    assert again.moves == ()
    assert again.todo == (Todo(Deed.TAKE, agent.piece, house),)
