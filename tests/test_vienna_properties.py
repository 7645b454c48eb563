"""What holds in every game of VIENNA, however it is played."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vienna_games import Deal, Turn, deals, games, moments, positions, whole_game
from vienna_moves import CHOICES, any_event, any_move
from vienna_table import BOARD, CARDS, GAME, table, watched

from companion.engine import Accepted, CueKind, Refused, Unknown, fold
from companion.games.vienna import FlagSource, Info, State, Tracking, track
from companion.games.vienna.moves import (
    Advance,
    CardBonus,
    LayFlag,
    LayTile,
    Place,
    Relocate,
    TellBribes,
)
from companion.games.vienna.stages import CardPhase, Over, SettingUp

quick = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SAMPLE = 25


def check_tiles(state: State) -> None:
    """Every tile lies on its square, beside a desk, or still in the bag."""
    owned = sum((Counter(seat.tiles) for seat in state.seats), Counter())
    starters = Counter(s.starter for s in state.seats if not isinstance(s.starter, Unknown))
    lying = Counter(info for info in state.squares.values() if isinstance(info, Info))
    in_bag = sum(isinstance(info, Unknown) for info in state.squares.values())
    assert lying.total() + owned.total() + in_bag == 40 + starters.total()
    assert all(lying[info] + owned[info] <= 8 + starters[info] for info in Info)
    assert max(starters.values(), default=0) <= 1


def check_cards(state: State) -> None:
    """Every card is in the pile, in the discard, in a hand, in a plan or in a drawer."""
    cards = [c for s in state.seats for c in (*s.hand, *s.plan, *s.drawers) if c is not None]
    assert state.pile + state.discarded + len(cards) == len(CARDS) == 90
    assert min(state.pile, state.discarded) >= 0
    seen = [card for card in cards if not isinstance(card, Unknown)] + list(state.discards)
    assert len(seen) == len(set(seen))
    assert len(state.discards) <= state.discarded


def check_figures(state: State) -> None:
    """Every figure stands in the supply or on a building, no two of a colour together."""
    for seat in state.seats:
        assert seat.supply + len(seat.agents) == 6
        assert seat.supply >= 0
        assert len(set(seat.agents)) == len(seat.agents)
        assert set(seat.agents) <= set(BOARD.buildings)


def check_purses(state: State) -> None:
    """No purse is in debt, and nothing is made up about a seat that tells nothing."""
    for seat in state.seats:
        counts = seat.purse.values()
        assert all(isinstance(count, Unknown) or count >= 0 for count in counts)
        if seat.tracking is Tracking.BOARD:
            told = (*counts, *seat.hand, *seat.plan, *seat.drawers)
            assert all(fact is None or isinstance(fact, Unknown) for fact in told)


def check_desks(box_state: State) -> None:
    """No desk holds more than three cards, or the same ability twice."""
    for seat in box_state.seats:
        abilities = [CARDS[c].ability for c in seat.drawers if not isinstance(c, Unknown)]
        assert len(set(abilities)) == len(abilities)
        assert len(seat.drawers) <= 3


def check_score(state: State) -> None:
    """Every point has a source."""
    assert all(seat.score == sum(seat.earned.values()) for seat in state.seats)


def check_round(turn: Turn) -> None:
    """The investigator makes at most one step a round, and shows it by his token."""
    before, after = turn.state, turn.after
    step = after.investigator - before.investigator
    assert step in (0, 1)
    if step:
        assert not before.crossed
        assert after.crossed or after.round > before.round or isinstance(after.stage, Over)
    assert after.investigator <= track.FINAL_FIELD[len(after.seats)]
    if before.crossed and after.round == before.round and not isinstance(after.stage, Over):
        assert after.crossed


def check_game(turns: tuple[Turn, ...]) -> None:
    for turn in turns:
        check_round(turn)
        for check in CHECKS:
            check(turn.after)


CHECKS = (check_tiles, check_cards, check_figures, check_purses, check_desks, check_score)


@quick
@given(games)
def test_everything_is_in_exactly_one_place_all_game_long(turns):
    check_game(turns)


@pytest.mark.slow
@settings(deadline=None, max_examples=1500)
@given(deals)
def test_everything_is_in_exactly_one_place_in_many_more_games(deal):
    check_game(whole_game.__wrapped__(deal, 0.05))


@quick
@given(positions())
def test_a_running_game_always_waits_for_somebody_who_can_answer(state):
    asks = GAME.asks(state)
    assert isinstance(state.stage, Over) or any(ask.blocks for ask in asks)
    for ask in asks:
        assert GAME.options(state, ask), ask
        assert ask.seat is None or 0 <= ask.seat < len(state.seats)


@quick
@given(positions(), st.randoms(use_true_random=False))
def test_every_option_of_every_open_ask_is_accepted(state, rng):
    for ask in GAME.asks(state):
        options = GAME.options(state, ask)
        assert len(set(options)) == len(options)
        for move in rng.sample(options, min(SAMPLE, len(options))):
            assert isinstance(GAME.decide(state, move), Accepted), move


@settings(quick, max_examples=150)
@given(positions(), st.lists(any_move, min_size=20, max_size=20))
def test_a_choice_is_accepted_exactly_if_it_is_an_option(state, moves):
    options = {move for ask in GAME.asks(state) for move in GAME.options(state, ask)}
    for move in moves:
        verdict = GAME.decide(state, move)
        if isinstance(verdict, Refused):
            assert move not in options
            assert verdict.rule.startswith("vienna.rule.")
            assert verdict.section.startswith("vienna.section.")
        elif isinstance(move, CHOICES):
            assert move in options


@quick
@given(games)
def test_states_moves_and_events_survive_json(turns):
    for turn in turns:
        assert GAME.moves.decode(GAME.moves.encode(turn.move)) == turn.move
        for event in turn.events:
            assert GAME.events.decode(GAME.events.encode(event)) == event
    for turn in turns[:: max(1, len(turns) // 20)]:
        assert GAME.states.decode(GAME.states.encode(turn.after)) == turn.after


@quick
@given(deals)
def test_replaying_the_events_gives_the_same_state(deal):
    turns = whole_game(deal)
    log = [GAME.events.encode(event) for turn in turns for event in turn.events]
    replayed = fold(GAME, GAME.setup(deal.options), map(GAME.events.decode, log))
    assert replayed == turns[-1].after


@settings(quick, max_examples=200)
@given(positions(), st.lists(any_event, max_size=8))
def test_evolve_takes_whatever_event_it_is_given(state, events):
    assert isinstance(fold(GAME, state, events), State)


@quick
@given(games)
def test_an_ask_keeps_its_id_and_an_id_its_question(turns):
    questions: dict[str, tuple[object, ...]] = {}
    for turn in turns:
        asks = GAME.asks(turn.after)
        assert len({ask.id for ask in asks}) == len(asks)
        for ask in asks:
            question = (ask.kind, ask.seat, ask.fact, dict(ask.params))
            assert questions.setdefault(ask.id, question) == question


@quick
@given(games)
def test_a_question_that_was_answered_is_never_open_again(turns):
    closed: set[str] = set()
    before = {ask.id for ask in GAME.asks(turns[0].state)}
    for turn in turns:
        after = {ask.id for ask in GAME.asks(turn.after)}
        # The question for a purse may pause without an answer, and then be put again.
        answered = isinstance(turn.move, TellBribes)
        closed |= {ask for ask in before - after if answered or ".purse." not in ask}
        assert not after & closed
        before = after


@quick
@given(games)
def test_the_expected_view_shows_every_piece_once_and_where_it_may_be(turns):
    places = {place.id: place for place in GAME.places(turns[0].state)}
    for turn in turns:
        view = GAME.expected_view(turn.after)
        pieces = Counter(atom.piece for atom in view.atoms)
        assert all(atom.piece in places[atom.place].holds for atom in view.atoms)
        assert not {atom.place for atom in view.atoms} & view.silent
        assert view.silent <= set(places)
        assert {piece: pieces[piece] for piece in pieces if piece.startswith("marker:")} == {
            f"marker:{info}": 1 for info in Info
        }
        assert (pieces["investigator"], pieces["token:front"] + pieces["token:x"]) == (1, 1)
        assert pieces["token:x"] == turn.after.crossed
        for seat in turn.after.seats:
            assert pieces[f"agent:{seat.colour}"] == 1 + len(seat.agents)
            on_track = [a for a in view.atoms if a.piece == f"agent:{seat.colour}"]
            fields = [a.place for a in on_track if a.place.startswith("score:")]
            assert fields == [f"score:{seat.score % 100}"]


def test_a_score_marker_laps_the_track_and_the_score_goes_on():
    position = table(2).planned().with_score(0, 99).with_tiles(0, slide=4, pistol=4)
    position = position.with_tiles(0, **dict.fromkeys(Info, 4))
    moved = position.play(position.options()[-1])
    assert moved.seat(0).score == 103
    atoms = {a.place for a in GAME.expected_view(moved.state).atoms if a.piece == "agent:yellow"}
    assert atoms == {"score:3"}


def test_points_across_the_end_of_the_track_are_recognised():
    before = watched(2).with_score(0, 99)
    after = before.play(CardBonus(0, 2))
    gone, come = GAME.expected_view(before.state).change_to(GAME.expected_view(after.state))
    assert CardBonus(0, 2) in GAME.attempts(before.state, gone, come)


@quick
@given(moments())
def test_a_visible_move_is_among_the_attempts_of_its_own_change(turn):
    if not isinstance(turn.move, Place | Relocate | Advance | CardBonus | LayTile | LayFlag):
        return
    before, after = GAME.expected_view(turn.state), GAME.expected_view(turn.after)
    # What was unknown is no change; that a tile lies there now is the news.
    gone = before.atoms - after.atoms
    come = after.atoms - before.atoms
    if gone or come:
        assert turn.move in GAME.attempts(turn.state, gone, come)


@quick
@given(positions())
def test_cues_point_at_whoever_is_awaited(state):
    cues = GAME.cues(state)
    kinds = Counter(cue.kind for cue in cues)
    assert all(cue.seat is None or 0 <= cue.seat < len(state.seats) for cue in cues)
    if isinstance(state.stage, SettingUp):
        assert set(kinds) == {CueKind.SET_UP}
    elif isinstance(state.stage, CardPhase):
        awaited = {n for n, seat in enumerate(state.seats) if not seat.plan}
        assert {cue.seat for cue in cues if cue.kind is CueKind.CARDS} == awaited != set()
    elif isinstance(state.stage, Over):
        assert kinds[CueKind.OVER] == 1
        assert kinds[CueKind.WINNER] == (not GAME.asks(state))
    else:
        assert [cue.seat for cue in cues if cue.kind is CueKind.TURN] == [state.stage.seat]
    running = not isinstance(state.stage, SettingUp | Over)
    assert (kinds[CueKind.LAST_ROUND] == 1) == (running and state.last_round)


@quick
@given(games)
def test_score_sheets_add_up(turns):
    assert all(GAME.outcome(turn.state) is None for turn in turns if turn.state.round == 1)
    final = turns[-1].after
    outcome = GAME.outcome(final)
    for sheet, seat in zip(outcome.sheets, final.seats, strict=True):
        assert sum(line.points for line in sheet.lines) == sheet.total == seat.score
    assert outcome.missing == ()
    winner = outcome.sheets[outcome.winner]
    assert winner.rank == 1
    assert winner.total == max(sheet.total for sheet in outcome.sheets)
    assert sorted(sheet.rank for sheet in outcome.sheets)[0] == 1


def test_the_same_seed_plays_the_same_game():
    deal = Deal(7, 3, FlagSource.TILES, (Tracking.BOARD, Tracking.FULL, Tracking.FULL))
    assert whole_game.__wrapped__(deal) == whole_game.__wrapped__(deal)
