"""Nobody learns from the companion what somebody else hides: hand, plan, purse, money, cash box."""

import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from test_vienna_full_properties import quick
from vienna_full_games import moments
from vienna_full_table import GAMES

from companion.engine import Unknown
from companion.games.vienna import Bribe, State
from companion.games.vienna.stages import Over
from companion.games.vienna.state import Seat


def with_other_secrets(state: State, viewer: int | None, rng: random.Random) -> State:
    """Swap what all other seats hide for something else that they might hide as well."""
    cards = {c for seat in state.seats for c in seat.drawers} | set(state.discards)
    if viewer is not None:
        cards |= {*state.seats[viewer].hand, *state.seats[viewer].plan}
    pool = [card for card in GAMES[state.version].box.cards if card not in cards]
    rng.shuffle(pool)

    def other(fact: object) -> object:
        return fact if fact is None or isinstance(fact, Unknown) else pool.pop()

    def count(fact: object, most: int = 9) -> object:
        return fact if isinstance(fact, Unknown) else rng.randrange(most)

    def swap(seat: Seat) -> Seat:
        return msgspec.structs.replace(
            seat,
            hand=tuple(map(other, seat.hand)),
            plan=tuple(map(other, seat.plan)),
            purse={bribe: count(seat.purse[bribe]) for bribe in Bribe},
            money=count(seat.money),
            cash_box=count(seat.cash_box, 13),
            counted=count(seat.counted),
            money_counted=count(seat.money_counted),
        )

    seats = (s if n == viewer else swap(s) for n, s in enumerate(state.seats))
    return msgspec.structs.replace(state, seats=tuple(seats))


@quick
@given(moments(), st.randoms(use_true_random=False))
def test_secrets_of_others_make_no_difference_to_what_a_viewer_sees_and_hears(turn, rng):
    state, game = turn.after, turn.game
    for viewer in (None, *range(len(state.seats))):
        twin = with_other_secrets(state, viewer, rng)
        assert game.seen_by(twin, viewer) == game.seen_by(state, viewer)
        assert game.view(twin, viewer) == game.view(state, viewer)
        assert game.expected_view(twin) == game.expected_view(state)
        if not isinstance(state.stage, Over):
            assert game.cues(twin) == game.cues(state)
        for event in turn.events:
            assert game.narrate(state, event, viewer) == game.narrate(twin, event, viewer)


@quick
@given(moments())
def test_a_seat_needs_no_secret_of_others_to_know_its_choices(turn):
    for ask in turn.game.asks(turn.after):
        if ask.seat is not None and not ask.fact:
            seen = turn.game.seen_by(turn.after, ask.seat)
            assert turn.game.options(seen, ask) == turn.game.options(turn.after, ask)
