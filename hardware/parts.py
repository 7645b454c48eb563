"""What people call the parts on the table."""

from __future__ import annotations

from companion.engine import Text


def lamp_part(name: str) -> Text:
    """Name a lamp.

    >>> lamp_part("seat-2")
    Text(id='device.lamp.seat', params={'number': 2})
    """
    word, _, number = name.partition("-")
    return Text(f"device.lamp.{word}", {"number": int(number)} if number else {})


def button_part(name: str) -> Text:
    """Name a button.

    >>> button_part("undo")
    Text(id='device.button.undo', params={})
    """
    word, _, number = name.partition("-")
    if number:
        return Text("device.button.done-at-seat", {"number": int(number)})
    return Text(f"device.button.{word}")
