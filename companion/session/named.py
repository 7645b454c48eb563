"""People in sentences: where a game says what it calls a seat, the name of whoever sits there."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import Text

#: What a game calls a seat, and the name of the person on it.
People = Sequence[tuple[Text, str]]


def named(text: Text, people: People) -> Text:
    """Return a sentence that names people instead of their seats.

    >>> red = Text("vienna.colour.red")
    >>> named(Text("vienna.ask.wait", {"colour": red}), [(red, "Anna")])
    Text(id='vienna.ask.wait', params={'colour': 'Anna'})
    """
    if not people or not text.params:
        return text
    return Text(text.id, {name: _filled(value, people) for name, value in text.params.items()})


def _filled(value: str | int | Text, people: People) -> str | int | Text:
    if not isinstance(value, Text):
        return value
    name = next((name for title, name in people if title == value), None)
    return named(value, people) if name is None else name
