"""Kinds of values in the settings: how each is read, refused and written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from companion.engine import Text
from hardware.camera_fault import CameraFault
from hardware.camera_word import read_camera_word

NONE = "none"
#: The lines of the header that are free for anything; 0 and 1 belong to boards that are put on top.
FIRST_PIN, LAST_PIN = 2, 27


class BadValue(ValueError):
    """A value that cannot be; ``text`` says why."""

    def __init__(self, text_id: str, **params: str | int) -> None:
        """Take the sentence's id and what to fill in."""
        super().__init__(text_id)
        self.text = Text(text_id, params)


class Kind(Protocol):
    """One kind of value."""

    def read(self, value: Any) -> Any:
        """Return the value as we keep it, or raise `BadValue`."""
        ...

    def write(self, value: Any) -> str:
        """Return the value as the file has it."""
        ...


class Flag:
    """Yes or no."""

    def read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise BadValue("settings.not-a-flag", value=shown(value))
        return value

    def write(self, value: bool) -> str:
        return "true" if value else "false"


class Number:
    """A number within bounds; whole, unless told otherwise."""

    def __init__(self, least: float, most: float, *, whole: bool = True, base: int = 10) -> None:
        self._least, self._most, self._whole, self._base = least, most, whole, base

    def read(self, value: Any) -> float:
        kinds = (int,) if self._whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            text_id = "settings.not-whole" if self._whole else "settings.not-a-number"
            raise BadValue(text_id, value=shown(value))
        if not self._least <= value <= self._most:
            bounds = {"least": self.write(self._least), "most": self.write(self._most)}
            raise BadValue("settings.out-of-bounds", value=self.write(value), **bounds)
        return value

    def write(self, value: float) -> str:
        return hex(int(value)) if self._base == 16 else f"{value:g}"


class Choice:
    """One of a few words."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = tuple(words)

    def read(self, value: Any) -> str:
        if value not in self._words:
            raise BadValue("settings.not-one-of", value=shown(value), words=", ".join(self._words))
        return str(value)

    def write(self, value: str) -> str:
        return f'"{value}"'


class Words:
    """Any words, but not none at all."""

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise BadValue("settings.not-words", value=shown(value))
        return value.strip()

    def write(self, value: str) -> str:
        return f'"{value}"'


class CameraName:
    """A word that names a camera."""

    def read(self, value: Any) -> str:
        word = Words().read(value)
        try:
            read_camera_word(word)
        except CameraFault as fault:
            raise BadValue(fault.text.id, spec=shown(word)) from None
        return word

    def write(self, value: str) -> str:
        # A path may hold quotes and backslashes; TOML escapes them as JSON does.
        return json.dumps(value, ensure_ascii=False)


class OnePin:
    """A pin, or none."""

    def read(self, value: Any) -> int | None:
        return None if value == NONE else read_pin(value)

    def write(self, value: int | None) -> str:
        return f'"{NONE}"' if value is None else str(value)


class SomePins:
    """A list of pins."""

    def read(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise BadValue("settings.not-a-list", value=shown(value))
        return tuple(map(read_pin, value))

    def write(self, value: Sequence[int]) -> str:
        return f"[{', '.join(map(str, value))}]"


class OneLamp:
    """A pin for a plain lamp, three for an RGB lamp, or none."""

    def read(self, value: Any) -> int | tuple[int, ...] | None:
        if not isinstance(value, list):
            return OnePin().read(value)
        if len(value) != 3:
            raise BadValue("settings.not-three", count=len(value))
        return tuple(map(read_pin, value))

    def write(self, value: int | tuple[int, ...] | None) -> str:
        return SomePins().write(value) if isinstance(value, tuple) else OnePin().write(value)


class SomeLamps:
    """A list of lamps."""

    def read(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise BadValue("settings.not-a-list", value=shown(value))
        return tuple(map(OneLamp().read, value))

    def write(self, value: Sequence[Any]) -> str:
        return f"[{', '.join(map(OneLamp().write, value))}]"


def read_pin(value: Any) -> int:
    """Return the number of a pin that can be used."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadValue("settings.not-a-pin", value=shown(value))
    if value in {0, 1}:
        raise BadValue("settings.reserved-pin", value=value)
    if not FIRST_PIN <= value <= LAST_PIN:
        raise BadValue("settings.no-such-pin", value=value, least=FIRST_PIN, most=LAST_PIN)
    return value


def shown(value: Any) -> str:
    """Show a value as a file would have it, cut to a sensible length."""
    if isinstance(value, bool):
        return Flag().write(value)
    return str(value)[:40]
