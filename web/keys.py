"""Who may do what: secret links for seats, one for joining, and the host's key.

Everything is kept in one small file, so that no phone is locked out by a restart.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Collection, Mapping
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from threading import Lock

import msgspec
from msgspec.structs import replace

#: The longest name that anybody may sit down with.
LONGEST_NAME = 24


def _secret() -> str:
    return secrets.token_urlsafe(16)


class SeatKey(msgspec.Struct, frozen=True):
    """A seat that somebody has taken: the secret of its link, and his name."""

    secret: str
    name: str = ""


class _Kept(msgspec.Struct, frozen=True):
    """What is kept on the disk; ``names`` are those of people who need no phone, or have none yet."""

    cookies: str
    join: str
    screen: str
    host: str
    seats: Mapping[int, SeatKey] = {}
    names: Mapping[int, str] = {}


class Keys:
    """Give out secrets and know them again; calls may come from any thread."""

    def __init__(self, path: Path | None = None) -> None:
        """Take up what a file holds, or begin anew; without a file nothing outlives this."""
        self._path, self._lock = path, Lock()
        self._kept = _read(path) or _Kept(_secret(), _secret(), _secret(), _secret())
        self._save()

    @property
    def cookies(self) -> str:
        """Return what cookies are signed with."""
        return self._kept.cookies

    @property
    def join(self) -> str:
        """Return the secret that lets people sit down."""
        return self._kept.join

    @property
    def screen(self) -> str:
        """Return the secret of the table's own screen, which shows how to join."""
        return self._kept.screen

    @property
    def host(self) -> str:
        """Return what a host's browser remembers."""
        return self._kept.host

    @property
    def seats(self) -> Mapping[int, SeatKey]:
        """Return the seats that are taken."""
        return self._kept.seats

    def name(self, seat: int) -> str:
        """Return the name of whoever sits there, or is to sit there, or nothing."""
        return self.names.get(seat, "")

    @property
    def names(self) -> Mapping[int, str]:
        """Return everybody's name, by seat."""
        kept = self._kept
        return {**kept.names, **{seat: key.name for seat, key in kept.seats.items() if key.name}}

    def sitter(self, seat: int) -> str:
        """Return a word for whoever has a seat, nothing if it is free; with his link it changes."""
        key = self._kept.seats.get(seat)
        return "" if key is None else blake2b(key.secret.encode(), digest_size=8).hexdigest()

    def seat_of(self, secret: str) -> int | None:
        """Return the seat that a secret opens."""
        found = (n for n, key in self._kept.seats.items() if same(key.secret, secret))
        return next(found, None)

    def sit(self, seat: int, name: str, *, anew: bool = False) -> str | None:
        """Take a free seat and return its secret; ``anew`` takes it over from whoever has it."""
        with self._lock:
            held = self._kept.seats.get(seat)
            if held is not None and not anew:
                return None
            key = SeatKey(_secret(), clean(name) or self.name(seat))
            self._kept = replace(self._kept, seats={**self._kept.seats, seat: key})
            self._save()
            return key.secret

    def rename(self, seat: int, name: str) -> None:
        """Give a seat another name; its link stays, and a free seat stays free."""
        with self._lock:
            held, name = self._kept.seats.get(seat), clean(name)
            if held is None:
                names = {**self._kept.names, seat: name}
                self._kept = replace(self._kept, names={n: x for n, x in names.items() if x})
            elif name:
                key = replace(held, name=name)
                self._kept = replace(self._kept, seats={**self._kept.seats, seat: key})
            self._save()

    def free(self, seat: int) -> None:
        """Take a seat away from whoever has it."""
        with self._lock:
            self._forget({seat})
            self._save()

    def keep_seats(self, count: int) -> None:
        """Forget the seats that a smaller game does not have."""
        with self._lock:
            self._forget({n for n in (*self._kept.seats, *self._kept.names) if n >= count})
            self._save()

    def _forget(self, gone: Collection[int]) -> None:
        seats = {n: key for n, key in self._kept.seats.items() if n not in gone}
        names = {n: name for n, name in self._kept.names.items() if n not in gone}
        self._kept = replace(self._kept, seats=seats, names=names)

    def seat_again(self, names: Mapping[int, str]) -> None:
        """Let people sit where they sat in a game; who is unknown there has to join anew.

        A seat that had no name keeps whoever has it now, unless he belongs elsewhere.
        """
        with self._lock:
            held = self._kept.seats
            known = {key.name: key for key in held.values() if key.name}
            seats = {n: known[name] for n, name in names.items() if name in known}
            placed = set(map(id, seats.values()))
            for seat, key in held.items():
                if names.get(seat) == "" and id(key) not in placed:
                    seats.setdefault(seat, key)
            there = {n: name for n, name in names.items() if name}
            self._kept = replace(self._kept, seats=seats, names=there)
            self._save()

    def revoke_join(self) -> None:
        """Make a new link for joining; the old one opens nothing any more."""
        with self._lock:
            self._kept = replace(self._kept, join=_secret())
            self._save()

    def revoke_host(self) -> None:
        """Sign every host out, and every screen that shows how to join."""
        with self._lock:
            self._kept = replace(self._kept, host=_secret(), screen=_secret())
            self._save()

    def _save(self) -> None:
        """Write to a file of our own eyes only, and give it its name when it is whole."""
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_name(f".{self._path.name}.part")
        part.unlink(missing_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(self._kept))
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._path)


def _read(path: Path | None) -> _Kept | None:
    """Read the file; one that cannot be read is replaced, and everybody joins again."""
    try:
        return None if path is None else msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return None


def same(one: str, two: str) -> bool:
    """Compare two secrets without telling by the time it takes how much of them is right."""
    return compare_digest(one.encode(), two.encode())


def clean(name: str) -> str:
    r"""Return a name fit for a screen: printable, on one line, not too long.

    >>> clean("  Anna   von der\nWieden\x07 ")
    'Anna von der Wieden'
    """
    words = "".join(sign if sign.isprintable() else " " for sign in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()
