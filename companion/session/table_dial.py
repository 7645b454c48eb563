"""Answering with two buttons: one shows the next choice, the other takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine import Ask, Choice, Text
from companion.session.commands import Answer, Choose, Done
from companion.session.snapshot import Dial, Mode
from companion.session.store_entry import BUTTON, By, How
from companion.session.table_steps import tell, turn_of

if TYPE_CHECKING:
    from companion.session.table import Table

_BY = By(BUTTON, How.BUTTON)
_NOTHING = Text("core.table.nothing-happened")
#: Nobody presses a button more often than this to come to an answer.
_MOST = 20
#: Numbers, of which there may be more, are shown by tens first.
_TENS = 10


class Dialling:
    """Remember which choice is shown; what can be chosen is taken from the table each time."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._about: object = None
        self._number = 0
        self._ten: int | None = None
        self._known: tuple[Any, Ask, tuple[Choice, ...]] | None = None

    def turn(self) -> bool:
        """Show the next choice, if there is anything to choose."""
        dial = self.shown
        if dial is None:
            return False
        ten, number = self._ten_of(dial.ask), dial.number + 1
        if ten is not None and number == dial.count:
            number, ten = ten + 1, None  # behind the last of ten numbers come the next ten
        self._about, self._ten, self._number = self._subject(dial.ask), ten, number
        return True

    def confirm(self) -> Answer | Choose | Done | None:
        """Take the choice that is shown; where it stands for ten numbers, show those."""
        dial = self.shown
        if dial is None:
            return None
        if dial.ask and dial.move is None:
            self._about, self._ten, self._number = dial.ask, dial.number, 0
            return Done(0)
        if not dial.ask:
            return Choose(_BY, self._table.snapshot.version, dial.number)
        return Answer(_BY, dial.ask, dial.move)

    def tap(self) -> Answer | None:
        """Return the tap that ends the turn of whoever has it, or what he is asked between turns."""
        table, game = self._table, self._table.game
        state = table.turn.seen.state
        seat = turn_of(game, state)
        for ask in game.asks(state):
            if ask.blocks and ask.seat is not None and seat in (None, ask.seat):
                for tag in sorted(table.signs.turn_taps):
                    plain = msgspec.json.encode({"type": tag, "seat": ask.seat})
                    return Answer(_BY, ask.id, game.moves.decode(plain))
        return None

    @property
    def shown(self) -> Dial | None:
        """Return the choice to show, while choices can be made."""
        if self._table.mode not in (Mode.SET_UP, Mode.PLAY, Mode.OVER):
            return None
        question = self._table.turn.question
        if question is not None:
            game, state = self._table.game, self._table.turn.anchor.state
            labels = distinct([tell(game, state, choice.moves) for choice in question.choices])
            number = self._at("", len(labels))
            return Dial("", self._table.turn.seat, labels[number], number, len(labels), None)
        return self._of_ask()

    def _of_ask(self) -> Dial | None:
        game, state = self._table.game, self._table.turn.seen.state
        if turn_of(game, state) is not None:
            return None
        ask = next((ask for ask in game.asks(state) if _can_dial(ask)), None)
        if ask is None:
            return None
        choices, ten = self._choices(state, ask), self._ten_of(ask.id)
        if not choices:
            return None
        if len(choices) > _MOST:
            if ten is None:
                return self._by_tens(ask, choices)
            choices = choices[_TENS * ten :][:_TENS]
        number = self._at(ask.id, len(choices))
        move: Any = game.moves.decode(bytes(choices[number].move))
        return Dial(ask.id, ask.seat, choices[number].label, number, len(choices), move)

    def _by_tens(self, ask: Ask, choices: Sequence[Choice]) -> Dial:
        """Show ten of many numbers as one choice."""
        count = -(-len(choices) // _TENS)
        number = self._at(ask.id, count)
        ten = choices[_TENS * number :][:_TENS]
        label = Text("core.page.dial-range", {"first": ten[0].label, "last": ten[-1].label})
        return Dial(ask.id, ask.seat, label, number, count, None)

    def _choices(self, state: Any, ask: Ask) -> tuple[Choice, ...]:
        """List the answers to an ask; those of the same state are put together only once.

        Everybody reads the display: what only one seat knows (the cards in a hand) is not offered.
        """
        if self._known is None or self._known[0] is not state or self._known[1] != ask:
            game = self._table.game
            prompts = game.view(game.seen_by(state, None), ask.seat).prompts
            found = next((prompt.choices for prompt in prompts if prompt.ask.id == ask.id), ())
            few = len(found) <= _MOST or _are_numbers(found)
            self._known = state, ask, found if few else ()
        return self._known[2]

    def _at(self, ask: str, count: int) -> int:
        """Return which choice is shown; a new question begins with its first."""
        return self._number % count if self._about == self._subject(ask) else 0

    def _ten_of(self, ask: str) -> int | None:
        """Return which ten numbers are shown one by one, if that far has been chosen."""
        return self._ten if self._about == self._subject(ask) else None

    def _subject(self, ask: str) -> object:
        return ask or self._table.turn.question


def _can_dial(ask: Ask) -> bool:
    return ask.blocks and not ask.seen_at


def _are_numbers(choices: Sequence[Choice]) -> bool:
    """Tell whether choices count from nought, as coins are: nothing else is dialled by tens."""
    moves = [msgspec.json.decode(bytes(choice.move)) for choice in choices]
    numbers = list(range(len(moves)))
    return any([move.get(key) for move in moves] == numbers for key in moves[0])


def distinct(told: Sequence[tuple[Text, ...]]) -> list[Text]:
    """Return of each choice what sets it apart: the first thing that is not told of all of them."""
    return [
        next((text for text in texts if not all(text in other for other in told)), _NOTHING)
        for texts in told
    ]
