"""States, moves and events as JSON, and back again, checked."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class Unreadable(ValueError):
    """Report JSON that is not what it should be; the message says what and where."""


class Codec(Generic[T]):
    """Write values of one type as JSON and read them back.

    >>> codec = Codec[tuple[int, str]](tuple[int, str])
    >>> codec.decode(codec.encode((7, "b07")))
    (7, 'b07')
    >>> codec.decode(b'["seven", "b07"]')
    Traceback (most recent call last):
        ...
    companion.engine.codec.Unreadable: Expected `int`, got `str` - at `$[0]`
    """

    def __init__(self, kind: Any) -> None:
        """Take the type, or union of tagged types, to read and write."""
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._decoder = msgspec.json.Decoder(kind)

    def encode(self, value: T) -> bytes:
        """Write a value as JSON; equal values give equal bytes."""
        return self._encoder.encode(value)

    def decode(self, data: bytes | str) -> T:
        """Read a value, or raise :class:`Unreadable`."""
        try:
            value: T = self._decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Unreadable(str(error)) from error
        return value
