"""Nobody learns from the companion what lies face down before somebody else."""

import random

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vienna_games import moments, positions
from vienna_table import CARDS, GAME, table

from companion.engine import Text, Unknown
from companion.games.vienna import Bribe, State, Tracking
from companion.games.vienna.events import (
    BribesCounted,
    BribesTold,
    CardDrawn,
    CardPlayed,
    CardsPlanned,
    DrawerTold,
)
from companion.games.vienna.moves import Draw, Place
from companion.games.vienna.stages import Over
from companion.games.vienna.state import Seat

quick = settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
lots = st.randoms(use_true_random=False)
#: What a screen shows to its own seat alone.
OWN = ("hand", "plan", "drawers", "orders", "purse")


def with_other_secrets(state: State, viewer: int | None, rng: random.Random) -> State:
    """Swap what all other seats hide for something else that they might hide as well."""
    open_cards = {c for seat in state.seats for c in seat.drawers} | set(state.discards)
    if viewer is not None:
        open_cards |= {*state.seats[viewer].hand, *state.seats[viewer].plan}
    pool = [card for card in CARDS if card not in open_cards]
    rng.shuffle(pool)
    seats = tuple(
        seat if number == viewer else _swap(seat, pool, rng)
        for number, seat in enumerate(state.seats)
    )
    return msgspec.structs.replace(state, seats=seats)


def _swap(seat: Seat, pool: list[int], rng: random.Random) -> Seat:
    def other(fact: object) -> object:
        return fact if fact is None or isinstance(fact, Unknown) else pool.pop()

    def count(fact: object) -> object:
        return fact if isinstance(fact, Unknown) else rng.randrange(9)

    return msgspec.structs.replace(
        seat,
        hand=tuple(map(other, seat.hand)),
        plan=tuple(map(other, seat.plan)),
        purse={bribe: count(owned) for bribe, owned in seat.purse.items()},
        counted=count(seat.counted),
    )


def viewers(state: State) -> list[int | None]:
    return [None, *range(len(state.seats))]


@quick
@given(positions(), lots)
def test_other_secrets_make_no_difference_to_what_a_viewer_sees(state, rng):
    for viewer in viewers(state):
        twin = with_other_secrets(state, viewer, rng)
        assert GAME.seen_by(twin, viewer) == GAME.seen_by(state, viewer)
        assert GAME.view(twin, viewer) == GAME.view(state, viewer)
        if not isinstance(state.stage, Over):  # bribes decide a tie, and then everybody may know
            assert GAME.cues(twin) == GAME.cues(state)
        assert GAME.expected_view(twin) == GAME.expected_view(state)


@quick
@given(moments(), lots)
def test_other_secrets_make_no_difference_to_what_a_viewer_is_told(turn, rng):
    for viewer in viewers(turn.after):
        twin = with_other_secrets(turn.after, viewer, rng)
        for event in turn.events:
            told = GAME.narrate(turn.after, event, viewer)
            assert told == GAME.narrate(twin, event, viewer)


@quick
@given(moments())
def test_events_with_secrets_are_told_to_their_seat_alone(turn):
    secret = CardDrawn | CardsPlanned | BribesTold | BribesCounted | DrawerTold
    for event in turn.events:
        if isinstance(event, secret):
            for viewer in viewers(turn.after):
                told = GAME.narrate(turn.after, event, viewer)
                assert told is None or viewer == event.seat
        if isinstance(event, CardPlayed):  # what the card brought is told right after it
            assert GAME.narrate(turn.after, event, None) is None


@quick
@given(positions())
def test_views_of_two_seats_differ_only_in_their_own_secrets(state):
    def public(viewer: int | None) -> list[object]:
        shown = GAME.view(state, viewer)
        bribes = Text("vienna.screen.bribes")
        panels = [
            (panel.id, panel.title, [row for row in panel.rows if row.label != bribes])
            for panel in shown.panels
            if panel.id not in OWN
        ]
        own = [panel for panel in shown.panels if panel.id in OWN]
        assert all(panel.seat == viewer for panel in own)
        return [shown.phase, panels]

    stranger = public(None)
    assert all(public(viewer) == stranger for viewer in range(len(state.seats)))


@quick
@given(positions())
def test_seeing_through_two_pairs_of_eyes_leaves_what_a_stranger_sees(state):
    stranger = GAME.seen_by(state, None)
    for viewer in range(len(state.seats)):
        seen = GAME.seen_by(state, viewer)
        assert seen.seats[viewer] == state.seats[viewer]
        assert GAME.seen_by(seen, None) == stranger
        assert GAME.seen_by(seen, viewer) == seen


@quick
@given(positions())
def test_choices_are_offered_to_the_asked_seat_alone(state):
    for viewer in viewers(state):
        for prompt in GAME.view(state, viewer).prompts:
            if prompt.ask.seat not in (None, viewer):
                assert prompt.choices == ()
                assert prompt.text.id == "vienna.ask.wait"


@quick
@given(positions())
def test_a_seat_needs_no_secret_of_others_to_know_its_choices(state):
    for ask in GAME.asks(state):
        if ask.seat is not None and not ask.fact:
            seen = GAME.seen_by(state, ask.seat)
            assert GAME.options(seen, ask) == GAME.options(state, ask)


@quick
@given(positions())
def test_every_choice_on_a_screen_is_a_move_and_the_screen_is_json(state):
    for viewer in viewers(state):
        view = GAME.view(state, viewer)
        assert msgspec.json.encode(view)
        for prompt in view.prompts:
            for choice in prompt.choices:
                GAME.moves.decode(bytes(choice.move))


def test_that_a_purse_is_too_thin_is_said_to_its_owner_alone():
    position = table(2).planned()
    poor = position.with_purse(0)
    verdict = GAME.decide(poor.state, Place(0, "b01"))
    assert verdict.rule == "vienna.rule.cannot-pay"
    assert verdict.to == 0


def test_that_somebody_else_holds_a_card_is_said_to_the_one_who_named_it_alone():
    position = table(2).play(Draw(0, 17))
    assert position.refused(Draw(1, 17)).to == 1


@quick
@given(positions())
def test_what_nobody_told_is_shown_as_unknown(state):
    for number, seat in enumerate(state.seats):
        if seat.tracking is Tracking.FULL:
            continue
        view = GAME.view(state, number)
        assert not [panel for panel in view.panels if panel.id in ("purse", "hand")]
        (mine,) = (panel for panel in view.panels if panel.id == f"seat.{number}")
        drawers = [row for row in mine.rows if row.label == Text("vienna.screen.drawer")]
        assert all(isinstance(row.value, Unknown) for row in drawers)
        (bribes,) = (row for row in mine.rows if row.label == Text("vienna.screen.bribes"))
        assert isinstance(bribes.value, Unknown) or not isinstance(seat.counted, Unknown)
        assert all(isinstance(seat.purse[bribe], Unknown) for bribe in Bribe)
