"""Moves and events of every kind, sensible or not, for hypothesis to try."""

from hypothesis import strategies as st
from vienna_table import BOARD

from companion.engine import UNKNOWN
from companion.games.vienna import Bribe, Flag, Info, Tracking, events, moves
from companion.games.vienna.cards import Action
from companion.games.vienna.stages import (
    Acting,
    Bonus,
    CardPhase,
    Finishing,
    Over,
    Paying,
    SettingUp,
    Stowing,
    Watching,
)
from companion.games.vienna.state import Source

#: Moves by which somebody chooses; all others tell a fact.
CHOICES = (
    moves.Plan,
    moves.Stow,
    moves.Place,
    moves.Relocate,
    moves.TakeBribes,
    moves.Pay,
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
cards = st.integers(-1, 92)
slots = st.integers(-2, 4)
small = st.integers(-3, 12)
counts = st.integers(-1, 70)
trackings = st.sampled_from(Tracking)

any_move = st.one_of(
    st.builds(moves.LayTile, squares, infos),
    st.builds(moves.LayFlag, buildings, flags),
    st.builds(moves.TakeStarter, seats, infos),
    st.builds(moves.Draw, seats, cards),
    st.builds(moves.Plan, seats, cards, cards, cards),
    st.builds(moves.Stow, seats, st.none() | slots),
    st.builds(moves.Place, seats, buildings),
    st.builds(moves.Relocate, seats, buildings, buildings),
    st.builds(moves.TakeBribes, seats, bribes),
    st.builds(moves.Pay, seats, st.lists(bribes, max_size=3).map(tuple)),
    st.builds(moves.Use, seats, cards, st.none() | bribes, st.none() | infos),
    st.builds(moves.Pass, seats),
    st.builds(moves.Advance, seats, infos),
    st.builds(moves.CardBonus, seats, small),
    st.builds(moves.Done, seats),
    st.builds(moves.Track, seats, trackings),
    st.builds(moves.TellDrawer, seats, slots, cards),
    st.builds(moves.TellBribes, seats, bribes, counts),
    st.builds(moves.CountBribes, seats, counts),
)

card_facts = st.just(UNKNOWN) | cards
actions = st.sampled_from(Action)
stages = st.one_of(
    st.sampled_from([SettingUp(), CardPhase(), Over()]),
    st.builds(Stowing, seats),
    st.builds(Acting, seats),
    st.builds(Paying, seats, buildings),
    st.builds(Bonus, seats, actions, st.lists(cards, max_size=3).map(tuple)),
    st.builds(Finishing, seats),
    st.builds(Watching, seats, st.none() | buildings, small, small),
)

any_event = st.one_of(
    st.builds(events.StageEntered, stages),
    st.builds(events.TileLaid, squares, infos),
    st.builds(events.FlagLaid, buildings, flags),
    st.builds(events.StarterTaken, seats, infos),
    st.builds(events.RoundBegan, counts, seats, st.booleans()),
    st.builds(events.PileShuffled),
    st.builds(events.CardDrawn, seats, card_facts),
    st.builds(events.CardsPlanned, seats, card_facts, card_facts, card_facts),
    st.builds(events.CardStowed, seats, slots, card_facts, st.none() | card_facts),
    st.builds(events.CardPlayed, seats, actions, card_facts),
    st.builds(events.AbilityUsed, seats, cards),
    st.builds(events.BribesGained, seats, bribes, small),
    st.builds(events.BribesPaid, seats, bribes, small),
    st.builds(events.AgentPlaced, seats, buildings),
    st.builds(events.AgentMoved, seats, buildings, buildings),
    st.builds(events.TileTaken, seats, squares, infos),
    st.builds(events.PointsScored, seats, small, st.sampled_from(Source)),
    st.builds(events.MarkerAdvanced, infos, small),
    st.builds(events.InvestigatorMoved, small),
    st.builds(events.TokenReset),
    st.builds(events.TrackingChanged, seats, trackings),
    st.builds(events.DrawerTold, seats, slots, cards),
    st.builds(events.BribesTold, seats, bribes, counts),
    st.builds(events.BribesCounted, seats, counts),
)
