"""The address by which phones in the same network find this machine; nothing is ever sent."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

#: Nobody is there (it is kept for examples): only the way is looked up.
_ELSEWHERE = ("192.0.2.1", 9)
#: Linux' words for asking an interface what it is like, and for what it may answer.
_GET_FLAGS, _GET_ADDRESS = 0x8913, 0x8915
_UP, _LOOPBACK = 1 << 0, 1 << 3
#: A name, then what is known under it.
_QUESTION = struct.Struct("16s24x")
_FLAGS, _ADDRESS = struct.Struct("16xH"), struct.Struct("20x4s")
#: An address that a machine gave itself because nobody gave it one.
_MADE_UP = "169.254."


class Interface(msgspec.Struct, frozen=True):
    """One way into a network, and the machine's address there."""

    name: str
    flags: int
    address: str


def own_address() -> str | None:
    """Return the address on the way out, or, in a network that leads nowhere, the one in there."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(_ELSEWHERE)
        return str(line.getsockname()[0])
    return choose(interfaces())


def choose(found: Iterable[Interface]) -> str | None:
    """Return the first address that others can reach; one that was made up only for want of any.

    >>> choose([Interface("lo", 9, "127.0.0.1"), Interface("wlan0", 3, "10.42.0.1")])
    '10.42.0.1'
    """
    usable = [one.address for one in found if one.flags & (_UP | _LOOPBACK) == _UP]
    return min(usable, key=lambda address: address.startswith(_MADE_UP), default=None)


def interfaces() -> Iterator[Interface]:
    """Ask every interface that has an address of the kind that people can type."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has no such address
                question = _QUESTION.pack(name.encode())
                (flags,) = _FLAGS.unpack_from(fcntl.ioctl(line, _GET_FLAGS, question))
                (raw,) = _ADDRESS.unpack_from(fcntl.ioctl(line, _GET_ADDRESS, question))
                yield Interface(name, flags, socket.inet_ntoa(raw))
