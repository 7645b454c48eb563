"""What holds in every game of VIENNA's full version and with its expansions, however it is played."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vienna_full_games import VARIANTS, Turn, deals, games, moments, play_out, some_deal, whole_game
from vienna_full_moves import CHOICES, any_event, any_move
from vienna_full_table import GAMES, ORDERS

from companion.engine import Accepted, CueKind, Refused, Unknown, fold
from companion.games.vienna import Expansion, Good, Info, State, Tracking, Version, track
from companion.games.vienna.drawer import drawers_of
from companion.games.vienna.orders import slots
from companion.games.vienna.scoring import clear_winner
from companion.games.vienna.stages import Counting, Over, Payday, Purchasing, SettingUp
from companion.games.vienna.words import RoofTile

quick = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SAMPLE = 25
FIGURES = {Version.ENTRY: 6, Version.FULL: 8}


def check_tiles(state: State) -> None:
    """Every information tile lies on its square, beside a desk, or still in the bag."""
    owned = sum((Counter(seat.tiles) for seat in state.seats), Counter())
    starters = Counter(s.starter for s in state.seats if not isinstance(s.starter, Unknown))
    lying = Counter(info for info in state.squares.values() if isinstance(info, Info))
    in_bag = sum(isinstance(info, Unknown) for info in state.squares.values())
    assert lying.total() + owned.total() + in_bag == 40 + starters.total()
    assert all(lying[info] + owned[info] <= 8 + starters[info] for info in Info)


def check_cards(state: State) -> None:
    """Every card is in the piles, in the discard, in a hand, in a plan or in a drawer."""
    cards = [c for s in state.seats for c in (*s.hand, *s.plan, *s.drawers) if c is not None]
    total = {Version.ENTRY: 90, Version.FULL: 175}[state.version]
    assert state.pile + state.discarded + len(cards) == total
    assert min(state.pile, state.discarded) >= 0
    seen = [card for card in cards if not isinstance(card, Unknown)] + list(state.discards)
    assert len(seen) == len(set(seen))
    assert len(state.discards) <= state.discarded


def check_orders(state: State) -> None:
    """Each of the 60 orders is in one place: on a desk, on the Prater, done, or in its pile."""
    desks = [o for seat in state.seats for o in seat.orders]
    placed = [o for o in (*desks, *state.display.values(), *state.orders_gone) if o is not None]
    known = [order for order in placed if not isinstance(order, Unknown)]
    assert len(set(known)) == len(known)
    assert set(known) <= set(ORDERS)
    assert len(ORDERS) == 60
    for seat in state.seats:
        assert len(seat.orders) <= slots(seat) + any(isinstance(o, Unknown) for o in seat.orders)
    for field, order in state.display.items():
        assert order is None or isinstance(order, Unknown) or order[0] == field[0]


def check_figures(state: State) -> None:
    """Of 9 figures a colour one counts points; the others, and Feld, are in one place each."""
    for seat in state.seats:
        regular = len(seat.agents) - (seat.feld is not None)
        assert seat.supply + regular + seat.for_hire == FIGURES[state.version]
        assert min(seat.supply, regular, seat.for_hire) >= 0
        assert len(set(seat.agents)) == len(seat.agents)
        assert seat.feld is None or seat.feld in seat.agents
        assert seat.feld is None or Expansion.FELD in state.expansions


def check_wealth(state: State) -> None:
    """No purse, desk or cash box is in debt, and nothing is made up about who tells nothing."""
    for seat in state.seats:
        counts = (*seat.purse.values(), seat.money)
        assert all(isinstance(count, Unknown) or count >= 0 for count in counts)
        assert 0 <= seat.cash_box <= 12
        assert seat.cash_box == 0 or Good.CASH_BOX in seat.goods
        if seat.tracking is Tracking.BOARD and state.version is Version.FULL:
            told = (*counts, *seat.hand, *seat.plan, *seat.drawers, *seat.orders)
            assert all(fact is None or isinstance(fact, Unknown) for fact in told)


def check_desks(state: State) -> None:
    """A desk tile is bought once; no desk holds too many cards, or the same ability twice."""
    cards = GAMES[state.version].box.cards
    for seat in state.seats:
        assert len(set(seat.goods)) == len(seat.goods)
        assert Good.AGENT not in seat.goods
        abilities = [cards[c].ability for c in seat.drawers if not isinstance(c, Unknown)]
        assert len(set(abilities)) == len(abilities)
        assert len(seat.drawers) <= drawers_of(seat)


def check_roof(state: State) -> None:
    """Purchase and payday tiles lie on the roof, on the token, in the oriel or in the box."""
    if state.version is Version.ENTRY:
        assert not state.roof
        return
    lying = Counter(tile for tiles in state.roof.values() for tile in tiles)
    lying[RoofTile.PAYDAY] += state.oriel
    if state.on_token:
        lying[state.on_token] += 1
    assert lying[RoofTile.PAYDAY] + state.paydays == 2
    assert lying[RoofTile.PURCHASE] <= 5
    bought = max(len(seat.goods) + 3 - seat.for_hire for seat in state.seats)
    assert bought <= 5 - lying[RoofTile.PURCHASE] + (state.on_token is RoofTile.PURCHASE)


def check_score(state: State) -> None:
    assert all(seat.score == sum(seat.earned.values()) for seat in state.seats)


def check_round(turn: Turn) -> None:
    """The investigator makes at most one step a round and never leaves the roof."""
    step = turn.after.investigator - turn.state.investigator
    assert step in (0, 1)
    assert not (step and turn.state.crossed)
    assert turn.after.investigator <= track.FINAL_FIELD[len(turn.after.seats)]


CHECKS = (
    check_tiles,
    check_cards,
    check_orders,
    check_figures,
    check_wealth,
    check_desks,
    check_roof,
    check_score,
)


def check_game(turns: tuple[Turn, ...]) -> None:
    for turn in turns:
        check_round(turn)
        for check in CHECKS:
            check(turn.after)


@quick
@given(games)
def test_everything_is_in_exactly_one_place_all_game_long(turns):
    check_game(turns)


@pytest.mark.slow
def test_two_thousand_games_of_every_version_and_expansion_run_clean():
    decisions = 0
    for seed in range(2000):
        turns = play_out(some_deal(seed, VARIANTS), 0.03 if seed % 2 else 0.0)
        decisions += len(turns)
        check_game(turns[:: max(1, len(turns) // 40)])
        for check in CHECKS:
            check(turns[-1].after)
    assert decisions > 2000 * 100


@quick
@given(moments(), st.randoms(use_true_random=False))
def test_every_option_of_every_open_ask_is_accepted(turn, rng):
    state, game = turn.after, turn.game
    asks = game.asks(state)
    # At the end a clear win waits for nobody's coins, although it asks for them.
    decided = isinstance(state.stage, Counting) and clear_winner(state) is not None
    assert isinstance(state.stage, Over) or decided != any(ask.blocks for ask in asks)
    for ask in asks:
        options = game.options(state, ask)
        assert options, ask
        assert len(set(options)) == len(options)
        for move in rng.sample(options, min(SAMPLE, len(options))):
            assert isinstance(game.decide(state, move), Accepted), move


@settings(quick, max_examples=150)
@given(moments(), st.lists(any_move, min_size=25, max_size=25))
def test_a_choice_is_accepted_exactly_if_it_is_an_option(turn, moves):
    state, game = turn.after, turn.game
    options = {move for ask in game.asks(state) for move in game.options(state, ask)}
    for move in moves:
        verdict = game.decide(state, move)
        if isinstance(verdict, Refused):
            assert move not in options
            assert verdict.rule.startswith("vienna.rule.")
        elif isinstance(move, CHOICES):
            assert move in options


@quick
@given(games)
def test_states_moves_and_events_survive_json(turns):
    game = turns[0].game
    for turn in turns:
        assert game.moves.decode(game.moves.encode(turn.move)) == turn.move
        for event in turn.events:
            assert game.events.decode(game.events.encode(event)) == event
    for turn in turns[:: max(1, len(turns) // 20)]:
        assert game.states.decode(game.states.encode(turn.after)) == turn.after


@quick
@given(deals)
def test_replaying_the_events_gives_the_same_state(deal):
    turns, game = whole_game(deal), deal.game
    log = [game.events.encode(event) for turn in turns for event in turn.events]
    replayed = fold(game, game.setup(deal.options), map(game.events.decode, log))
    assert replayed == turns[-1].after


@settings(quick, max_examples=200)
@given(moments(), st.lists(any_event, max_size=8))
def test_evolve_takes_whatever_event_it_is_given(turn, events):
    assert isinstance(fold(turn.game, turn.after, events), State)


@quick
@given(games)
def test_a_question_keeps_its_id_and_an_answered_one_is_never_open_again(turns):
    game, answered = turns[0].game, set()
    questions: dict[str, tuple[object, ...]] = {}
    before = game.asks(turns[0].state)
    for turn in turns:
        asks = game.asks(turn.after)
        after = {ask.id for ask in asks}
        assert len(after) == len(asks)
        gone = (ask for ask in before if ask.id not in after)
        answered |= {ask.id for ask in gone if turn.move in game.options(turn.state, ask)}
        assert not after & answered
        before = asks
        for ask in asks:
            question = (ask.kind, ask.seat, ask.fact, dict(ask.params))
            assert questions.setdefault(ask.id, question) == question


@quick
@given(games)
def test_the_expected_view_shows_every_piece_once_and_where_it_may_be(turns):
    game = turns[0].game
    places = {place.id: place for place in game.places(turns[-1].state)}
    for turn in turns:
        state, view = turn.after, game.expected_view(turn.after)
        pieces = Counter(atom.piece for atom in view.atoms)
        assert all(atom.piece in places[atom.place].holds for atom in view.atoms)
        assert not {atom.place for atom in view.atoms} & view.silent
        assert view.silent <= set(places)
        assert pieces["third_man"] == isinstance(state.third_man, str)
        lying = sum(map(len, state.roof.values())) + state.oriel + (state.on_token is not None)
        assert pieces["purchase"] + pieces["payday"] == lying
        for seat in state.seats:
            regular = len(seat.agents) - (seat.feld is not None)
            assert pieces[f"agent:{seat.colour}"] == 1 + regular
            assert pieces[f"feld:{seat.colour}"] == (seat.feld is not None)


@quick
@given(moments())
def test_cues_point_at_whoever_is_awaited(turn):
    state, cues = turn.after, turn.game.cues(turn.after)
    kinds = {cue.kind: cue for cue in cues}
    if isinstance(state.stage, Purchasing):
        first = next(cue for cue in cues if cue.kind is CueKind.PURCHASE)
        assert first.seat == state.stage.seat
    elif isinstance(state.stage, Payday):
        seat = state.seats[state.stage.seat]
        first = next(cue for cue in cues if cue.kind is CueKind.PAYDAY)
        assert first.seat == state.stage.seat
        assert first.amount <= len(seat.agents)
    elif isinstance(state.stage, Over):
        assert (CueKind.WINNER in kinds) == (not turn.game.asks(state))
    running = not isinstance(state.stage, SettingUp | Over | Counting)
    assert (CueKind.LAST_ROUND in kinds) == (running and state.last_round)


@quick
@given(games)
def test_score_sheets_add_up(turns):
    final = turns[-1].after
    outcome = turns[-1].game.outcome(final)
    for sheet, seat in zip(outcome.sheets, final.seats, strict=True):
        assert sum(line.points for line in sheet.lines) == sheet.total == seat.score
    assert outcome.missing == ()
    winner = outcome.sheets[outcome.winner]
    assert (winner.rank, winner.total) == (1, max(sheet.total for sheet in outcome.sheets))
