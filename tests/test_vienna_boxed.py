"""The bought game: what its rulebook prints is known, the rest is read to us when it matters."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

import pytest

from companion.engine import (
    UNKNOWN,
    Accepted,
    Ask,
    BadOptions,
    Illegal,
    Invalid,
    Text,
    Unknown,
    fold,
)
from companion.games import Wish
from companion.games.vienna import (
    Bribe,
    Colour,
    Expansion,
    Flag,
    Options,
    State,
    Tracking,
    Version,
    Vienna,
    entry_box,
    full_box,
)
from companion.games.vienna.box import DATA
from companion.games.vienna.cards import Action
from companion.games.vienna.events import CardPlayed, CardStowed, DrawerTold, Event
from companion.games.vienna.kit import KIT
from companion.games.vienna.lore import (
    CardLearned,
    CardPart,
    OrderLearned,
    OrderPart,
    is_read,
    learn,
    may_be_printed,
    sorted_needs,
    unknown,
)
from companion.games.vienna.moves import (
    Draw,
    LayTile,
    Move,
    Plan,
    ReadCard,
    ReadOrder,
    TakeStarter,
    TellDrawer,
    Track,
)
from companion.games.vienna.order import Want
from companion.games.vienna.orders import is_met, slots
from companion.games.vienna.overlay_merge import open_overlay, overlay_of
from companion.games.vienna.stages import Bonus, CardPhase, Learning, LearningOrder, Ordering, Over
from companion.games.vienna.words import Edition

#: What lies on the table in these games: our own edition has the same families and kinds.
TRUTH = {Version.ENTRY: entry_box(), Version.FULL: full_box()}
BOXED = {
    Version.ENTRY: Vienna(entry_box(edition=Edition.BOXED)),
    Version.FULL: Vienna(full_box(edition=Edition.BOXED)),
}
CARDS, ORDERS = BOXED[Version.FULL].box.cards, BOXED[Version.FULL].box.orders

#: What the rulebook's glossary and its examples say of single cards and orders.
PRINTED_PARAMS = {131: "briefcase", 141: "pistol", 171: 2, 172: 3, 173: 4}
PRINTED_FLAGS = {
    "S-01": "france",
    "A-16": "france",
    "B-03": "austria",
    "B-14": "austria",
    "B-20": "usa",
}


# -- what the rulebook prints --------------------------------------------------------------------


def test_every_card_has_the_ability_of_its_number() -> None:
    ours = TRUTH[Version.FULL].cards
    assert CARDS.keys() == ours.keys() == set(range(1, 176))
    for number, card in CARDS.items():
        same = ("family", "action", "trigger", "effect", "amount")
        assert [getattr(card, n) for n in same] == [getattr(ours[number], n) for n in same]


def test_no_top_of_a_card_is_known() -> None:
    assert all(card.bribe == card.info == UNKNOWN for card in CARDS.values())


def test_a_card_names_only_what_the_rulebook_names() -> None:
    named = {n: c.param for n, c in CARDS.items() if not isinstance(c.param, Unknown)}
    nothing_to_name = {n for n, param in named.items() if param is None}
    assert nothing_to_name == {*range(86, 91), *range(121, 131), *range(166, 171), 174, 175}
    assert {n: param for n, param in named.items() if param is not None} == PRINTED_PARAMS


def test_an_order_has_the_kind_of_its_number_and_seldom_a_flag() -> None:
    ours = TRUTH[Version.FULL].orders
    assert {n: o.want for n, o in ORDERS.items()} == {n: o.want for n, o in ours.items()}
    flags = {n: o.flag for n, o in ORDERS.items() if not isinstance(o.flag, Unknown)}
    assert flags == PRINTED_FLAGS
    assert all(o.needs == o.money == o.points == UNKNOWN for o in ORDERS.values())


def test_the_gaps_of_a_box_are_summed_up() -> None:
    gaps = unknown(BOXED[Version.FULL].box)
    assert {part: len(cards) for part, cards in gaps.cards.items()} == {
        CardPart.BRIBE: 175,
        CardPart.INFO: 175,
        CardPart.PARAM: 175 - 22 - len(PRINTED_PARAMS),
    }
    assert {part: len(orders) for part, orders in gaps.orders.items()} == {
        OrderPart.FLAG: 60 - len(PRINTED_FLAGS),
        OrderPart.NEEDS: 60,
        OrderPart.MONEY: 60,
        OrderPart.POINTS: 60,
    }
    assert gaps.count == 175 + 175 + 148 + 55 + 180
    assert gaps.cards[CardPart.PARAM][:2] == (1, 2)
    assert 131 not in gaps.cards[CardPart.PARAM]


def test_our_own_edition_has_no_gaps() -> None:
    assert all(is_read(box) for box in TRUTH.values())
    assert unknown(TRUTH[Version.FULL]).count == 0


def test_the_entry_version_has_its_90_cards_and_no_orders() -> None:
    box = BOXED[Version.ENTRY].box
    assert set(box.cards) == set(range(1, 91))
    assert not box.orders
    assert unknown(box).count == 90 + 90 + 85


# -- whole games ---------------------------------------------------------------------------------


class Deal(NamedTuple):
    """Say all that a random game depends on."""

    seed: int
    version: Version
    players: int = 4
    expansions: tuple[Expansion, ...] = ()
    tracking: tuple[Tracking, ...] = ()
    switching: float = 0.0

    @property
    def options(self) -> Options:
        return Options(
            tuple(Colour)[: self.players],
            version=self.version,
            expansions=self.expansions,
            tracking=self.tracking,
        )


class Turn(NamedTuple):
    """Keep one answer: the table before it, the question, what it brought, the table after it."""

    state: State
    ask: Ask | None
    move: Move
    events: tuple[Event, ...]
    after: State


@lru_cache(maxsize=64)
def whole_game(deal: Deal, game: Vienna | None = None) -> tuple[Turn, ...]:
    """Play to the end, every answer drawn by lot; what is printed is read from our own edition."""
    game = game or BOXED[deal.version]
    rng = random.Random(deal.seed)
    state = game.setup(deal.options)
    turns: list[Turn] = []
    while asks := game.asks(state):
        ask, move = None, _switch(game, rng, state) if rng.random() < deal.switching else None
        if move is None:
            ask = rng.choice(asks)
            move = _answer(game, rng, state, ask)
        verdict = game.decide(state, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        after = fold(game, state, verdict.events)
        turns.append(Turn(state, ask, move, verdict.events, after))
        state = after
    assert isinstance(state.stage, Over)
    return tuple(turns)


def _switch(game: Vienna, rng: random.Random, state: State) -> Track | None:
    move = Track(rng.randrange(len(state.seats)), rng.choice(tuple(Tracking)))
    return move if isinstance(game.decide(state, move), Accepted) else None


def _answer(game: Vienna, rng: random.Random, state: State, ask: Ask) -> Move:
    moves = game.options(state, ask)
    if not ask.kind.startswith("read-"):
        return rng.choice(moves)
    return next(m for m in moves if getattr(m, "value", None) == _printed(state.version, m))


def _printed(version: Version, read: Move) -> object:
    """Look at what is really printed there; the words of an order in the order we list them."""
    box = TRUTH[version]
    if isinstance(read, ReadCard):
        return getattr(box.cards[read.card], read.part)
    assert isinstance(read, ReadOrder)
    value = getattr(box.orders[read.order], read.part)
    if read.part is not OrderPart.NEEDS:
        return value
    return sorted_needs(box.orders[read.order].want, value)


def readings(turns: tuple[Turn, ...]) -> list[ReadCard | ReadOrder]:
    return [turn.move for turn in turns if isinstance(turn.move, ReadCard | ReadOrder)]


def entry_of(read: ReadCard | ReadOrder) -> tuple[int | str, str]:
    return (read.card if isinstance(read, ReadCard) else read.order), read.part


BOTH = tuple(Expansion)
MIXED = (Tracking.FULL, Tracking.BOARD, Tracking.FULL)
DEALS = [
    Deal(1, Version.ENTRY),
    Deal(2, Version.ENTRY, 2, (Expansion.THIRD_MAN,)),
    Deal(3, Version.ENTRY, 3, tracking=MIXED),
    Deal(4, Version.FULL),
    Deal(5, Version.FULL, 3, BOTH),
    Deal(6, Version.FULL, 2, (Expansion.FELD,)),
    Deal(7, Version.FULL, 3, tracking=MIXED),
    Deal(8, Version.FULL, 4, BOTH, switching=0.02),
    Deal(9, Version.ENTRY, 4, switching=0.02),
]


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_nothing_is_asked_twice(deal: Deal) -> None:
    asked = Counter(entry_of(read) for read in readings(whole_game(deal)))
    assert asked
    assert set(asked.values()) == {1}


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_a_card_is_read_only_when_it_is_played(deal: Deal) -> None:
    turns = whole_game(deal)
    events = [event for turn in turns for event in turn.events]
    stowed = {e.card for e in events if isinstance(e, CardStowed | DrawerTold)}
    played = {(e.card, e.action) for e in events if isinstance(e, CardPlayed)}
    for read in readings(turns):
        if isinstance(read, ReadCard):
            where = {
                CardPart.PARAM: read.card in stowed,
                CardPart.BRIBE: (read.card, "II") in played,
                CardPart.INFO: (read.card, "IV") in played,
            }
            assert where[read.part], read


@pytest.mark.parametrize("deal", [d for d in DEALS if d.version is Version.FULL], ids=str)
def test_an_order_is_read_only_where_it_is_within_reach(deal: Deal) -> None:
    game = BOXED[deal.version]
    asked: Counter[OrderPart] = Counter()
    for turn in whole_game(deal):
        if not isinstance(turn.move, ReadOrder):
            continue
        move, state = turn.move, turn.state
        seat, box = state.seats[move.seat], learn(game.box, state.lore)
        order, landed = box.orders[move.order], state.landed
        assert landed is not None
        asked[move.part] += 1
        if move.part is not OrderPart.FLAG:
            assert move.order in seat.orders
            assert order.flag == state.flags[landed]
            assert is_met(state, box, move.seat, order) is not False
        elif move.order not in seat.orders:
            assert move.order in state.display.values()
            assert len(seat.orders) < slots(seat)
            assert isinstance(state.stage, LearningOrder)
            assert not state.stage.fulfilled
    assert asked[OrderPart.FLAG] > asked[OrderPart.NEEDS] >= asked[OrderPart.MONEY]


@pytest.mark.parametrize("deal", [d for d in DEALS if d.version is Version.FULL], ids=str)
def test_whoever_may_accept_an_order_knows_the_flags_of_all_that_lie_open(deal: Deal) -> None:
    """Also of one that was shown to us only while he was thinking."""
    game = BOXED[deal.version]
    for turn in whole_game(deal):
        stage = turn.after.stage
        if not isinstance(stage, Ordering) or stage.fulfilled:
            continue
        seat, box = turn.after.seats[stage.seat], learn(game.box, turn.after.lore)
        if len(seat.orders) < slots(seat):
            shown = [n for n in turn.after.display.values() if isinstance(n, str)]
            assert not [n for n in shown if isinstance(box.orders[n].flag, Unknown)]


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_only_the_active_seat_reads_and_only_if_it_is_tracked_in_full(deal: Deal) -> None:
    for turn in whole_game(deal):
        if isinstance(turn.move, ReadCard | ReadOrder):
            assert isinstance(turn.state.stage, Learning | LearningOrder)
            assert turn.state.stage.seat == turn.move.seat
            assert turn.state.seats[turn.move.seat].tracking is Tracking.FULL


@pytest.mark.parametrize("version", Version)
def test_a_game_in_board_tracking_needs_no_reading_at_all(version: Version) -> None:
    turns = whole_game(Deal(10, version, tracking=(Tracking.BOARD,) * 4))
    assert readings(turns) == []


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_the_next_game_asks_for_nothing_that_this_one_has_taught_us(deal: Deal) -> None:
    turns = whole_game(deal)
    learned = {entry_of(read) for read in readings(turns)}
    box = BOXED[deal.version].box
    wiser = open_overlay(box, {"mine.json": overlay_of(box, turns[-1].after.lore)})
    assert unknown(wiser).count == unknown(box).count - len(learned)
    again = whole_game(deal._replace(seed=99), Vienna(wiser))
    assert not learned & {entry_of(read) for read in readings(again)}


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_what_was_read_is_what_is_printed(deal: Deal) -> None:
    turns = whole_game(deal)
    box = learn(BOXED[deal.version].box, turns[-1].after.lore)
    for read in readings(turns):
        is_card = isinstance(read, ReadCard)
        thing = box.cards[read.card] if is_card else box.orders[read.order]
        assert getattr(thing, read.part) == _printed(deal.version, read)


@pytest.mark.parametrize("deal", DEALS[::3], ids=str)
def test_a_game_goes_on_from_what_was_written_down(deal: Deal) -> None:
    """States, moves and events survive as JSON; the rules see no difference afterwards."""
    game = BOXED[deal.version]
    for turn in whole_game(deal)[::7]:
        state = game.states.decode(game.states.encode(turn.state))
        assert state == turn.state
        move = game.moves.decode(game.moves.encode(turn.move))
        assert game.decide(state, move) == Accepted(turn.events, _unchecked(game, turn))
        assert game.asks(state) == game.asks(turn.state)


def _unchecked(game: Vienna, turn: Turn) -> tuple[str, ...]:
    verdict = game.decide(turn.state, turn.move)
    assert isinstance(verdict, Accepted)
    return verdict.unchecked


@pytest.mark.parametrize("deal", DEALS[::3], ids=str)
def test_every_screen_can_be_drawn_with_gaps(deal: Deal) -> None:
    game = BOXED[deal.version]
    for turn in whole_game(deal)[::7]:
        for viewer in (None, *range(deal.players)):
            game.view(turn.after, viewer)
            for event in turn.events:
                game.narrate(turn.after, event, viewer)
        for ask in game.asks(turn.after):
            assert all(
                isinstance(game.worth(turn.after, m), float) for m in game.options(turn.after, ask)
            )


# -- single cases --------------------------------------------------------------------------------


def test_a_flag_from_a_file_is_a_flag_like_any_other() -> None:
    """New York and Hamburg look at flags; a plain word would not be recognised."""
    box = learn(BOXED[Version.FULL].box, (OrderLearned("A-01", OrderPart.FLAG, "usa"),))
    assert box.orders["A-01"].flag is Flag.USA


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        (CardLearned(1, CardPart.PARAM, Bribe.WINE), Text("vienna.bribe.wine")),
        (CardLearned(1, CardPart.PARAM, "wine"), Text("vienna.bribe.wine")),
        (OrderLearned("A-21", OrderPart.NEEDS, ("K",)), "K"),
        (OrderLearned("A-01", OrderPart.MONEY, 3), 3),
    ],
)
def test_what_was_read_is_told_in_the_words_of_the_catalogue(
    fact: CardLearned | OrderLearned, value: Text | str | int
) -> None:
    game, state = BOXED[Version.FULL], whole_game(DEALS[3])[-1].after
    told = game.narrate(state, fact, None)
    assert told is not None
    assert told.params["value"] == value


def test_what_is_learned_of_a_card_decides_what_equals_it_in_a_drawer() -> None:
    lore = tuple(CardLearned(n, CardPart.PARAM, "wine") for n in (1, 2))
    cards = learn(BOXED[Version.FULL].box, lore).cards
    assert cards[1].ability == cards[2].ability
    assert cards[1].ability != cards[3].ability


def first_turn(*cards: int) -> State:
    """Set up a boxed entry game and let seat 0 plan these cards for its actions I, II and IV."""
    game, state = BOXED[Version.ENTRY], BOXED[Version.ENTRY].setup(Options(tuple(Colour)[:2]))
    while not isinstance(state.stage, CardPhase):
        move = game.options(state, game.asks(state)[0])[0]
        assert isinstance(move, LayTile | TakeStarter)
        state = played(state, move)
    other = [n for n in range(60, 70) if n not in cards][:3]
    for seat, hand in ((0, cards), (1, other)):
        state = played(state, *(Draw(seat, card) for card in hand), Plan(seat, *hand))
    return state


def played(state: State, *moves: Move) -> State:
    game = BOXED[state.version]
    for move in moves:
        verdict = game.decide(state, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        state = fold(game, state, verdict.events)
    return state


def test_a_card_is_read_part_by_part_in_the_order_of_its_actions() -> None:
    state = first_turn(1, 2, 3)
    assert state.stage == Learning(0, 1, CardPart.PARAM)
    (ask,) = BOXED[Version.ENTRY].asks(state)
    assert (ask.kind, ask.seat, ask.fact, ask.params) == (
        "read-card-param",
        0,
        True,
        {"card": "001"},
    )
    state = played(state, ReadCard(0, 1, CardPart.PARAM, "wine"))
    assert state.stage == Learning(0, 2, CardPart.BRIBE)
    before = state.seats[0].purse["wine"]
    state = played(state, ReadCard(0, 2, CardPart.BRIBE, "wine"))
    assert state.seats[0].purse["wine"] == before + 1
    assert state.stage == Bonus(0, Action.II, (1,)), "the drawer's card gives one more of them"


def test_a_card_whose_ability_names_nothing_is_not_asked_for_it() -> None:
    assert first_turn(86, 2, 3).stage == Learning(0, 2, CardPart.BRIBE)


@pytest.mark.parametrize(
    ("move", "refusal", "rule"),
    [
        (ReadCard(0, 1, CardPart.PARAM, "flask"), Illegal, "not-printed"),
        (ReadCard(0, 1, CardPart.BRIBE, "wine"), Illegal, "not-now"),
        (ReadCard(0, 2, CardPart.PARAM, "wine"), Illegal, "not-now"),
        (ReadCard(1, 1, CardPart.PARAM, "wine"), Illegal, "not-your-turn"),
        (ReadCard(0, 91, CardPart.PARAM, "wine"), Invalid, "no-such-card"),
        (ReadOrder(0, "A-01", OrderPart.FLAG, "usa"), Illegal, "not-now"),
    ],
)
def test_a_reading_that_was_not_asked_for_is_refused(move: Move, refusal: type, rule: str) -> None:
    verdict = BOXED[Version.ENTRY].decide(first_turn(1, 2, 3), move)
    assert isinstance(verdict, refusal)
    assert verdict.rule == f"vienna.rule.{rule}"


def order_question() -> State:
    """Return a table where somebody is asked for the flag of an order."""
    turns = whole_game(DEALS[3])
    return next(
        turn.state
        for turn in turns
        if isinstance(turn.state.stage, LearningOrder) and turn.state.stage.part is OrderPart.FLAG
    )


@pytest.mark.parametrize(
    ("order", "part", "value", "refusal", "rule"),
    [
        (None, OrderPart.FLAG, "wine", Illegal, "not-printed"),
        (None, OrderPart.MONEY, 3, Illegal, "not-now"),
        ("C-01", OrderPart.FLAG, "usa", Invalid, "no-such-order"),
    ],
)
def test_an_order_is_read_as_it_was_asked_for(
    order: str | None, part: OrderPart, value: str | int, refusal: type, rule: str
) -> None:
    state = order_question()
    assert isinstance(state.stage, LearningOrder)
    move = ReadOrder(state.stage.seat, order or state.stage.order, part, value)
    verdict = BOXED[Version.FULL].decide(state, move)
    assert isinstance(verdict, refusal)
    assert verdict.rule == f"vienna.rule.{rule}"


def test_cards_told_later_may_be_of_one_family_and_are_read_when_the_turn_begins() -> None:
    """Seat 0 plays three rounds untold, then says what lies in its drawers: 001, 002 and 003."""
    game = BOXED[Version.ENTRY]
    state = game.setup(Options(tuple(Colour)[:2], tracking=(Tracking.BOARD,) * 2))
    while len(state.seats[0].drawers) < 3 or getattr(state.stage, "seat", 0) == 0:
        state = played(state, last_answer(state))
    state = played(state, Track(0, Tracking.FULL))
    while not isinstance(state.stage, CardPhase):
        state = played(state, last_answer(state))
    state = played(state, *(TellDrawer(0, slot, slot + 1) for slot in range(3)))
    state = played(state, *(Draw(0, card) for card in (86, 11, 12)), Plan(0, 86, 11, 12))
    while getattr(state.stage, "seat", 0) == 1:
        state = played(state, last_answer(state))
    asked = []
    while isinstance(state.stage, Learning) and state.stage.part is CardPart.PARAM:
        asked.append(state.stage.card)
        state = played(state, ReadCard(0, state.stage.card, CardPart.PARAM, "wine"))
    assert asked == [1, 2, 3]


def last_answer(state: State) -> Move:
    """Answer what stops the game; the last choice of a watched turn is its end."""
    game = BOXED[state.version]
    ask = next(ask for ask in game.asks(state) if ask.blocks)
    return game.options(state, ask)[-1]


# -- the kit -------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", Version)
def test_the_kit_opens_either_edition(version: Version) -> None:
    assert KIT.editions == ("reference", "boxed")
    ours, _ = KIT.open(Wish(2, version))
    bought, _ = KIT.open(Wish(2, version, board=DATA / "reference" / version, edition="boxed"))
    assert is_read(ours.box)
    assert unknown(bought.box) == unknown(BOXED[version].box)


@pytest.mark.parametrize("version", Version)
def test_the_bought_game_is_not_played_on_a_board_that_is_not_its_own(version):
    with pytest.raises(BadOptions) as refusal:
        KIT.open(Wish(2, version, edition="boxed"))
    assert refusal.value.text.id == "vienna.options.boxed-board"


def test_a_reward_larger_than_phones_offer_is_believed():
    order = next(o for o in BOXED[Version.FULL].box.orders.values() if o.want is Want.INFOS)
    assert may_be_printed(order, OrderPart.MONEY, 7)
    assert may_be_printed(order, OrderPart.NEEDS, ("slide", "flask", "slide", "pistol", "pistol"))
    assert not may_be_printed(order, OrderPart.POINTS, -1)
    assert not may_be_printed(order, OrderPart.NEEDS, ())
    assert not may_be_printed(order, OrderPart.NEEDS, ("wine",))
