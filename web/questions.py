"""Open questions as phones put them: buttons, or a keypad where the answer is a number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from companion.engine import Choice, Prompt
from web.shown import Button, Question
from web.wording import Words

#: More numbers than this are typed, not searched in a list.
_MOST_BUTTONS = 9


class Answers(msgspec.Struct, frozen=True):
    """The answers to a question: those with a number that can be typed, and the others."""

    numbers: dict[int, Choice]
    others: tuple[Choice, ...]


def sort_answers(choices: Sequence[Choice]) -> Answers:
    """Tell answers apart where there are many, and only a number differs."""
    if len(choices) <= _MOST_BUTTONS:
        return Answers({}, tuple(choices))
    moves = [_plain(choice) for choice in choices]
    key = _number_key(moves)
    if key is None:
        return Answers({}, tuple(choices))
    numbered = list(zip(moves, choices, strict=True))
    return Answers(
        {move[key]: choice for move, choice in numbered if move[key] is not None},
        tuple(choice for move, choice in numbered if move[key] is None),
    )


def _number_key(moves: Sequence[dict[str, Any]]) -> str | None:
    varied = [key for key in moves[0] if any(move.get(key) != moves[0][key] for move in moves)]
    if len(varied) != 1:
        return None
    values = (move.get(varied[0]) for move in moves)
    return varied[0] if all(value is None or type(value) is int for value in values) else None


def _plain(choice: Choice) -> dict[str, Any]:
    return msgspec.json.decode(choice.move, type=dict[str, Any])


class _Tagged(msgspec.Struct):
    type: str = ""


_TAG = msgspec.json.Decoder(_Tagged)


def tag_of(choice: Choice) -> str:
    """Return the kind of move that a choice is."""
    return _TAG.decode(choice.move).type


def _button(choice: Choice, words: Words) -> Button:
    note = "" if choice.note is None else words.say(choice.note)
    return Button(words.say(choice.label), choice.move, note, choice.places)


def question(prompt: Prompt, words: Words, taps: Collection[str], *, watched: bool) -> Question:
    """Put a question to whoever may answer it; ``taps`` have a button of their own."""
    answers = sort_answers(prompt.choices)
    return Question(
        prompt.ask.id,
        words.say(prompt.text),
        mine=prompt.ask.seat is not None,
        buttons=tuple(
            _button(choice, words) for choice in answers.others if tag_of(choice) not in taps
        ),
        keypad=bool(answers.numbers),
        watched=watched and bool(prompt.ask.seen_at),
        reads=prompt.ask.reads,
    )
