"""Moves and events of every kind, sensible or not, for hypothesis to try on the full version."""

from hypothesis import strategies as st
from vienna_full_table import BOARD, ORDERS

from companion.engine import UNKNOWN
from companion.games.vienna import Bribe, Flag, Good, Info, Tracking, events, moves, stages
from companion.games.vienna import full_events as full
from companion.games.vienna.seat_changes import PLAN_SLOT
from companion.games.vienna.state import Source
from companion.games.vienna.words import RoofTile

#: Moves by which somebody chooses; all others tell a fact.
CHOICES = (
    moves.Plan,
    moves.Stow,
    moves.Place,
    moves.Relocate,
    moves.TakeBribes,
    moves.TakeMoney,
    moves.Pay,
    moves.Roam,
    moves.SetThirdMan,
    moves.Accept,
    moves.Fulfil,
    moves.Stash,
    moves.Redirect,
    moves.Buy,
    moves.Settle,
    moves.PayAgent,
    moves.Dismiss,
    moves.Use,
    moves.Pass,
    moves.Advance,
    moves.CardBonus,
    moves.Done,
)

seats = st.integers(-1, 4)
buildings = st.sampled_from([*BOARD.buildings, "b99"])
squares = st.sampled_from([*BOARD.squares, "s99"])
bribes, infos, flags = st.sampled_from(Bribe), st.sampled_from(Info), st.sampled_from(Flag)
goods, tiles = st.sampled_from(Good), st.sampled_from(RoofTile)
orders = st.sampled_from([*ORDERS, "C-01", ""])
fields = st.sampled_from(["A1", "A2", "B1", "B2", "C1"])
cards = st.integers(-1, 177)
slots = st.integers(-2, 5)
small = st.integers(-3, 15)
counts = st.integers(-1, 70)
handfuls = st.lists(bribes, max_size=3).map(lambda some: tuple(sorted(some, key=[*Bribe].index)))
trackings = st.sampled_from(Tracking)

any_move = st.one_of(
    st.builds(moves.LayTile, squares, infos),
    st.builds(moves.LayFlag, buildings, flags),
    st.builds(moves.TakeStarter, seats, infos),
    st.builds(moves.ShowOrder, fields, orders),
    st.builds(moves.TakeStartOrder, seats, orders),
    st.builds(moves.Draw, seats, cards),
    st.builds(moves.Plan, seats, cards, cards, cards),
    st.builds(moves.Stow, seats, st.none() | slots),
    st.builds(moves.Place, seats, buildings, st.booleans()),
    st.builds(moves.Relocate, seats, buildings, buildings),
    st.builds(moves.TakeBribes, seats, bribes),
    st.builds(moves.TakeMoney, seats),
    st.builds(moves.Pay, seats, handfuls),
    st.builds(moves.Roam, seats, buildings),
    st.builds(moves.SetThirdMan, seats, buildings),
    st.builds(moves.Accept, seats, orders),
    st.builds(moves.Fulfil, seats, orders),
    st.builds(moves.Stash, seats, small),
    st.builds(moves.Redirect, seats, infos),
    st.builds(moves.Buy, seats, goods),
    st.builds(moves.Settle, seats, small, handfuls),
    st.builds(moves.PayAgent, seats, st.none() | bribes),
    st.builds(moves.Dismiss, seats, buildings),
    st.builds(moves.Use, seats, cards, st.none() | bribes, st.none() | infos, handfuls),
    st.builds(moves.Pass, seats),
    st.builds(moves.Advance, seats, infos),
    st.builds(moves.CardBonus, seats, small),
    st.builds(moves.Done, seats),
    st.builds(moves.Track, seats, trackings),
    st.builds(moves.TellDrawer, seats, slots, cards),
    st.builds(moves.TellBribes, seats, bribes, counts),
    st.builds(moves.TellMoney, seats, counts),
    st.builds(moves.TellOrder, seats, st.none() | orders),
    st.builds(moves.CountMoney, seats, counts),
    st.builds(moves.CountBribes, seats, counts),
)

card_facts = st.just(UNKNOWN) | cards
actions = st.sampled_from([*PLAN_SLOT])
ready = st.lists(cards, max_size=3).map(tuple)
some_stage = st.one_of(
    st.sampled_from([stages.SettingUp(), stages.CardPhase(), stages.Over(), stages.Counting()]),
    st.builds(stages.Stowing, seats),
    st.builds(stages.Acting, seats),
    st.builds(stages.Paying, seats, buildings),
    st.builds(stages.Roaming, seats),
    st.builds(stages.Leading, seats, st.lists(buildings, max_size=2).map(tuple)),
    st.builds(stages.Bonus, seats, actions, ready),
    st.builds(stages.DrawingAhead, seats, small, ready),
    st.builds(stages.Ordering, seats, st.booleans()),
    st.builds(stages.Stashing, seats, small, st.booleans()),
    st.builds(stages.Redirecting, seats, infos),
    st.builds(stages.Finishing, seats),
    st.builds(stages.Purchasing, seats),
    st.builds(stages.Settling, seats, goods),
    st.builds(stages.Payday, seats, small),
    st.builds(stages.Dismissing, seats, st.none() | small),
    st.builds(stages.Watching, seats, st.none() | buildings, small, small),
)

any_event = st.one_of(
    st.builds(events.StageEntered, some_stage),
    st.builds(events.RoundBegan, counts, seats, st.booleans()),
    st.builds(events.PileShuffled),
    st.builds(events.CardDrawn, seats, card_facts),
    st.builds(events.CardDrawnAhead, seats, card_facts),
    st.builds(events.CardDropped, seats, card_facts),
    st.builds(events.CardStowed, seats, slots, card_facts, st.none() | card_facts),
    st.builds(events.AgentPlaced, seats, buildings, st.booleans()),
    st.builds(events.AgentMoved, seats, buildings, buildings),
    st.builds(events.TileTaken, seats, squares, infos),
    st.builds(events.PointsScored, seats, small, st.sampled_from(Source)),
    st.builds(events.TrackingChanged, seats, trackings),
    st.builds(full.OrderShown, fields, st.none() | st.just(UNKNOWN) | orders),
    st.builds(full.StartOrderTaken, seats, orders),
    st.builds(full.OrderAccepted, seats, orders),
    st.builds(full.OrderFulfilled, seats, orders),
    st.builds(full.MoneyGained, seats, small),
    st.builds(full.MoneyPaid, seats, small),
    st.builds(full.MoneyStashed, seats, small),
    st.builds(full.ExtraStashed, seats),
    st.builds(full.GoodBought, seats, goods),
    st.builds(full.AgentDismissed, seats, buildings),
    st.builds(full.RoofTileFound, st.sampled_from("ABLZ"), tiles, st.booleans()),
    st.builds(full.PhaseClosed, tiles),
    st.builds(full.MoneyTold, seats, counts),
    st.builds(full.OrderTold, seats, st.none() | orders),
    st.builds(full.MoneyCounted, seats, counts),
    st.builds(full.FeldRoamed, seats, buildings),
    st.builds(full.FeldUnlocked, seats),
    st.builds(full.ThirdManMoved, buildings),
)
