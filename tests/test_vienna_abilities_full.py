"""Abilities of the cards 091-175: each family with what sets it off and what it gives."""

import pytest
from vienna_full_table import (
    BOARD,
    CARDS,
    NONE,
    Table,
    acting,
    buildings,
    card,
    fork,
    idle_until,
    price,
    siege,
    table,
)

from companion.games.vienna import Bribe, Flag, Good, Info, Seal
from companion.games.vienna.cards import Action, Effect, Trigger
from companion.games.vienna.moves import (
    Draw,
    Pass,
    Pay,
    Place,
    Plan,
    Redirect,
    Relocate,
    TakeBribes,
    Use,
)
from companion.games.vienna.rulebook import Rule
from companion.games.vienna.stages import (
    Acting,
    Bonus,
    CardPhase,
    DrawingAhead,
    Finishing,
    Paying,
    Redirecting,
)
from companion.games.vienna.state import Source

#: Rulebook, glossary: family, first card, last card, action, number of different abilities.
GLOSSARY = [
    ("seal-discount", 91, 100, Action.III, 5),
    ("seal-bribe", 101, 110, Action.III, 5),
    ("seal-points", 111, 115, Action.III, 5),
    ("seal-marker", 116, 120, Action.III, 5),
    ("foreign-discount", 121, 125, Action.III, 1),
    ("foreign-cards", 126, 130, Action.III, 1),
    ("got-bribes", 131, 135, Action.III, 5),
    ("got-points", 136, 140, Action.III, 5),
    ("got-marker", 141, 145, Action.III, 5),
    ("pay-wild", 146, 155, Action.III, 5),
    ("other-marker", 156, 165, Action.IV, 5),
    ("new-info-points", 166, 170, Action.III, 1),
    ("square-2", 171, 171, Action.III, 1),
    ("square-3", 172, 172, Action.III, 1),
    ("square-4", 173, 173, Action.III, 1),
    ("any-info-bribe", 174, 175, Action.III, 1),
]


@pytest.mark.parametrize(("family", "first", "last", "action", "different"), GLOSSARY)
def test_families_are_as_the_glossary_has_them(family, first, last, action, different):
    cards = [CARDS[number] for number in range(first, last + 1)]
    assert {(c.family, c.action) for c in cards} == {(family, action)}
    assert len({c.ability for c in cards}) == different


def test_the_glossary_leaves_no_card_out():
    assert [n for _, first, last, *_ in GLOSSARY for n in range(first, last + 1)] == [
        *range(91, 176)
    ]


# On a seal.


@pytest.mark.parametrize("seal", Seal)
def test_seal_cards_speak_up_on_their_seal_and_on_no_other(seal):
    cards = [card(f"seal-{what}", seal) for what in ("bribe", "points", "marker")]
    at, other = (
        buildings(seal=seal)[0],
        next(b for b in buildings() if b not in buildings(seal=seal)),
    )
    position = acting().with_drawers(0, *cards).with_no_tiles_but().with_tiles(0, flask=2)
    assert position.play(Place(0, other)).state.stage == Finishing(0)
    placed = position.play(Place(0, at))
    assert placed.state.stage == Bonus(0, Action.III, tuple(cards))
    bribe, points, marker = cards
    after = placed.with_purse(0).play(
        Use(0, points), Use(0, marker, info=Info.FLASK), Use(0, bribe, bribe=Bribe.TOBACCO)
    )
    assert after.seat(0).earned == {Source.CARDS: 3, Source.STEPS: 2}
    assert after.seat(0).purse == {**NONE, Bribe.TOBACCO: 1}
    assert after.state.markers[Info.FLASK] == 1
    moved = position.with_agents(0, other).play(Relocate(0, other, at))
    assert moved.state.stage == Bonus(0, Action.III, tuple(cards))


@pytest.mark.parametrize("seal", Seal)
def test_a_seal_takes_a_bribe_off_the_price(seal):
    at = buildings(seal=seal)[0]
    other = next(b for b in buildings() if b not in buildings(seal=seal))
    position = acting().with_drawers(0, card("seal-discount", seal))
    assert position.play(Place(0, at)).state.stage == Paying(0, at)
    assert position.play(Place(0, other)).seat(0).purse[price(other)] == 2
    poor = position.with_purse(0, **{price(at): 1})
    assert poor.play(Place(0, at)).seat(0).purse == NONE


# Beside foreign agents.


@pytest.mark.parametrize("guests", [1, 2])
def test_company_takes_exactly_one_bribe_off_however_many_stand_there(guests):
    at = buildings()[0]
    position = acting(3).with_drawers(0, card("foreign-discount"))
    for seat in range(1, guests + 1):
        position = position.with_agents(seat, at)
    options = position.play(Place(0, at)).options()
    assert [len(pay.bribes) for pay in options] == [1, 2]


def test_the_telephone_and_two_cards_from_company_make_six_of_which_three_are_used():
    ability, at = card("foreign-cards"), buildings()[0]
    position = acting(3).with_goods(0, Good.TELEPHONE).with_drawers(0, ability)
    position = position.with_agents(1, at).with_agents(2, at).play(Place(0, at), Use(0, ability))
    assert position.state.stage == DrawingAhead(0, 2, ())
    assert [a.kind for a in position.game.asks(position.state) if a.blocks] == ["draw"]
    assert position.refused(Draw(1, 1)).rule == Rule.NOT_YOUR_TURN.id
    free = unseen(position)
    assert position.refused(Draw(0, ability)).rule == Rule.CARD_ELSEWHERE.id
    position = position.play(Draw(0, free[0]), Draw(0, free[1]))
    assert (position.seat(0).ahead, position.state.stage) == (2, Finishing(0))
    position = idle_until(position, CardPhase)
    fresh = [c for c in unseen(position) if c not in free[:2]]
    position = position.play(*(Draw(0, c) for c in fresh[:3]))
    assert position.refused(Plan(0, *fresh[:3])).params["count"] == 4 + 2
    position = position.play(Draw(0, fresh[3])).play(Plan(0, free[0], fresh[0], fresh[1]))
    assert position.seat(0).hand == ()
    assert set(position.state.discards[-3:]) == {free[1], fresh[2], fresh[3]}
    assert position.seat(0).ahead == 0  # four again in the round after


def unseen(position: Table) -> list[int]:
    state = position.state
    seen = {c for s in state.seats for c in (*s.hand, *s.plan, *s.drawers)} | {*state.discards}
    return [c for c in CARDS if c not in seen]


def test_cards_drawn_ahead_let_the_other_abilities_wait():
    at = buildings(flag=Flag.USA)[0]
    ability, points = card("foreign-cards"), card("flag-points", Flag.USA)
    position = acting(2).with_drawers(0, ability, points).with_agents(1, at).play(Place(0, at))
    position = position.play(Use(0, ability))
    first, second = unseen(position)[:2]
    position = position.play(Draw(0, first), Draw(0, second))
    assert position.state.stage == Bonus(0, Action.III, (points,))


# With a tile.


@pytest.mark.parametrize("info", Info)
def test_a_captured_tile_sets_off_the_cards_that_name_it(info):
    cards = [card(f"got-{what}", info) for what in ("bribes", "points", "marker")]
    position, gate = siege(acting(2).with_drawers(0, *cards), info)
    placed = position.play(Place(0, gate)).with_purse(0)
    bribes, points, marker = cards
    after = placed.play(Use(0, points), Use(0, marker))
    assert after.seat(0).earned == {Source.SQUARES: 2, Source.CARDS: 8, Source.STEPS: 2}
    assert after.state.markers[info] == 2
    after = after.play(Use(0, bribes, bribes=(Bribe.WINE, Bribe.COFFEE)))
    assert after.seat(0).purse == {**NONE, Bribe.WINE: 1, Bribe.COFFEE: 1}
    other = next(i for i in Info if i is not info)
    position, gate = siege(acting(2).with_drawers(0, *cards), other)
    assert position.play(Place(0, gate)).state.stage == Finishing(0)


@pytest.mark.parametrize("value", [2, 3, 4])
def test_a_tile_from_a_square_of_that_value_brings_as_many_equal_bribes(value):
    numbers = {2: 171, 3: 172, 4: 173}
    position, gate = siege(acting().with_drawers(0, *numbers.values()), Info.FLASK, value)
    placed = position.play(Place(0, gate)).with_purse(0)
    assert placed.state.stage == Bonus(0, Action.III, (numbers[value],))
    assert {move.bribe for move in placed.options() if isinstance(move, Use)} == {*Bribe}
    after = placed.play(Use(0, numbers[value], bribe=Bribe.MAGAZINE))
    assert after.seat(0).purse == {**NONE, Bribe.MAGAZINE: value}
    mixed = Use(0, numbers[value], bribes=(Bribe.WINE, Bribe.COFFEE))
    assert placed.refused(mixed).rule == Rule.ABILITY_GIVES_OTHER.id


def two_tiles(first: Info, second: Info, *cards: int) -> Table:
    """Let one agent close a 2-square and a 3-square with these tiles."""
    at = fork()
    position = acting(2).with_agents(0, *at.helpers).with_drawers(0, *cards)
    position = position.with_no_tiles_but(**{at.two: first, at.three: second})
    return position.play(Place(0, at.building)).with_purse(0)


def test_abilities_fire_once_a_tile():
    points, marker = card("got-points", Info.FLASK), card("got-marker", Info.FLASK)
    twice = two_tiles(Info.FLASK, Info.FLASK, points, marker, 174, 171)
    assert twice.state.stage.ready == (points, points, marker, marker, 174, 174, 171)
    after = twice.play(Use(0, points), Use(0, points), Use(0, marker), Use(0, marker))
    assert after.seat(0).earned == {Source.SQUARES: 5, Source.CARDS: 16, Source.STEPS: 4 * 2}
    after = after.play(Use(0, 174, bribe=Bribe.WINE), Use(0, 174, bribe=Bribe.COFFEE))
    assert after.refused(Use(0, 174, bribe=Bribe.WINE)).rule == Rule.ABILITY_NOT_READY.id
    once = two_tiles(Info.FLASK, Info.SLIDE, points, 174)
    assert once.state.stage.ready == (points, 174, 174)


def test_a_new_kind_brings_five_points_once_whatever_the_number_of_its_tiles():
    new = card("new-info-points")
    assert two_tiles(Info.FLASK, Info.FLASK, new).state.stage.ready == (new,)
    assert two_tiles(Info.FLASK, Info.SLIDE, new).state.stage.ready == (new, new)
    position, gate = siege(acting().with_drawers(0, new), Info.FLASK)
    owned = position.with_tiles(0, flask=1).play(Place(0, gate))
    assert owned.state.stage == Finishing(0)
    fresh = position.with_tiles(0, slide=3).play(Place(0, gate), Use(0, new))
    assert fresh.seat(0).earned[Source.CARDS] == 5


def test_capture_abilities_may_be_left_unused_and_come_before_action_four():
    position, gate = siege(acting().with_drawers(0, 174), Info.SLIDE)
    placed = position.play(Place(0, gate))
    assert placed.state.markers[Info.SLIDE] == 0
    assert placed.play(Pass(0)).state.markers[Info.SLIDE] == 1


# Paying with something else.


@pytest.mark.parametrize("wild", Bribe)
def test_a_wild_bribe_pays_for_any_building_alone_or_beside_the_right_one(wild):
    ability = card("pay-wild", wild)
    at = next(b for b in buildings() if price(b) is not wild)
    position = acting().with_drawers(0, ability).with_purse(0, **{wild: 2, price(at): 2})
    options = {tuple(sorted(pay.bribes)) for pay in position.play(Place(0, at)).options()}
    own = price(at)
    assert options == {(own, own), (wild, wild), tuple(sorted((own, wild)))}
    poor = position.with_purse(0, **{wild: 2}).play(Place(0, at))
    assert poor.seat(0).purse == NONE
    none = acting().with_purse(0, **{wild: 2})
    assert none.refused(Place(0, at)).rule == Rule.CANNOT_PAY.id


def test_two_wild_bribes_and_a_reduction_work_together():
    at = next(b for b in buildings() if price(b) is Bribe.WINE)
    cards = (card("pay-wild", Bribe.COFFEE), card("pay-wild", Bribe.TOBACCO))
    discount = card("flag-discount", BOARD.buildings[at].flag)
    position = acting().with_drawers(0, *cards, discount).with_purse(0, coffee=1, tobacco=1)
    options = position.play(Place(0, at)).options()
    coffee, tobacco = Bribe.COFFEE, Bribe.TOBACCO
    assert {pay.bribes for pay in options} == {(coffee,), (tobacco,), (coffee, tobacco)}
    assert position.play(Place(0, at)).refused(Pay(0, (Bribe.MAGAZINE,))).to == 0


# Another marker in action IV.


def redirecting(*cards: int) -> Table:
    """Let the card of action IV depict a slide, with these cards in the drawers."""
    position = acting().with_drawers(0, card("other-marker", Info.SLIDE), *cards)
    return position.with_tiles(0, pistol=3, slide=1).play(TakeBribes(0, Bribe.WINE))


def test_another_marker_may_advance_instead_of_the_depicted_one():
    position = redirecting()
    assert position.state.stage == Redirecting(0, Info.SLIDE)
    assert {move.info for move in position.options()} == {*Info}
    after = position.play(Redirect(0, Info.PISTOL))
    assert after.state.markers == {**dict.fromkeys(Info, 0), Info.PISTOL: 1}
    assert after.seat(0).earned == {Source.STEPS: 3}
    assert position.play(Redirect(0, Info.SLIDE)).seat(0).earned == {Source.STEPS: 1}
    other = acting().with_drawers(0, card("other-marker", Info.FLASK)).play(Pass(0))
    assert other.state.stage == Finishing(0)


def test_cards_for_a_marker_speak_up_for_the_one_that_was_really_moved():
    slide, pistol = card("info-points", Info.SLIDE), card("info-bribe", Info.PISTOL)
    position = redirecting(slide, pistol)
    assert position.play(Redirect(0, Info.PISTOL)).state.stage.ready == (pistol,)
    assert position.play(Redirect(0, Info.SLIDE)).state.stage.ready == (slide,)
    end = position.with_markers(pistol=-1).play(Redirect(0, Info.PISTOL))
    assert end.state.stage.ready == (pistol,)  # a virtual step is a step
    assert end.seat(0).earned == {Source.STEPS: 3}


def test_cards_for_a_marker_are_silent_in_actions_two_and_three():
    marker, points = card("got-marker", Info.FLASK), card("info-points", Info.FLASK)
    position, gate = siege(acting().with_drawers(0, marker, points), Info.FLASK)
    after = position.play(Place(0, gate), Use(0, marker))
    assert after.state.stage == Finishing(0)
    assert Source.CARDS not in after.seat(0).earned


def test_no_family_is_forgotten_by_the_rules():
    """Every effect and trigger of the box is used by some card of the full version."""
    assert {c.effect for c in CARDS.values()} == {*Effect}
    assert {c.trigger for c in CARDS.values()} == {*Trigger}
    assert isinstance(table(2).planned().state.stage, Acting | Bonus)
