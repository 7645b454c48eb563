"""One thread that carries the news to all phones, however many listen.

A phone that is slow does not hold the others up: what it has not read yet waits, and once it reads
again it gets the newest and nothing in between.
"""

from __future__ import annotations

import logging
import selectors
import socket
import time
from collections.abc import Callable
from threading import Lock, Thread

from web import stream
from web.relay import Now, Relay
from web.stream import OPENING, Stream, event

_LOG = logging.getLogger(__name__)
_HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
    b"Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
)
#: A phone that takes nothing for so long has gone.
_PATIENCE_S = 30.0
#: So much may be on its way to a phone.
_ON_THE_WAY_BYTES = 1 << 16


class Parcel:
    """A stream to be delivered; ``free`` says whether there is room for one more."""

    def __init__(self, stream: Stream, free: bool, let_go: Callable[[], None]) -> None:
        """Take a stream, and what is to be done when it ends."""
        self.stream, self.free, self._let_go = stream, free, let_go
        self._open = free

    def close(self) -> None:
        """End it; calling it again does no harm."""
        if self._open:
            self._open = False
            self._let_go()


class _Phone:
    """One phone that listens, and what it has not read yet."""

    def __init__(self, sock: socket.socket, parcel: Parcel) -> None:
        self.socket, self.parcel = sock, parcel
        self.unread = b""
        self.last_s = time.monotonic()
        sock.setblocking(False)
        # What waits in here cannot be replaced by something newer any more.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ON_THE_WAY_BYTES)

    def send(self, data: bytes) -> None:
        """Send as much as goes through at once."""
        self.unread += data
        try:
            sent = self.socket.send(self.unread)
        except BlockingIOError:
            return
        self.unread = self.unread[sent:]
        if sent:
            self.last_s = time.monotonic()


class Postman:
    """Deliver parcels from a thread of his own."""

    def __init__(self, relay: Relay) -> None:
        """Begin the round."""
        self._relay = relay
        self._lock = Lock()
        self._new: list[_Phone] = []
        self._phones: set[_Phone] = set()
        self._selector = selectors.DefaultSelector()
        self._bell, self._rope = socket.socketpair()
        self._rope.setblocking(False)
        self._selector.register(self._bell, selectors.EVENT_READ)
        relay.listen(self.ring)
        self._thread = Thread(target=self._walk, name="postman", daemon=True)
        self._thread.start()

    def take(self, sock: socket.socket, parcel: Parcel) -> None:
        """Take over a connection whose request has been read."""
        phone = _Phone(sock, parcel)
        with self._lock:
            self._new.append(phone)
        self.ring()

    def ring(self) -> None:
        """Say that there is something to deliver."""
        try:
            self._rope.send(b".")
        except (BlockingIOError, OSError):
            return  # he has been called often enough, or has gone home

    def _walk(self) -> None:
        beat_s = time.monotonic() + stream.BEAT_S
        while not self._relay.stopped:
            ready = self._selector.select(max(0.0, beat_s - time.monotonic()))
            for key, mask in ready:
                self._attend(key, mask)
            self._welcome()
            self._deliver()
            if time.monotonic() >= beat_s:
                beat_s = time.monotonic() + stream.BEAT_S
                self._beat()
        for phone in tuple(self._phones):
            self._drop(phone)
        self._selector.close()
        self._bell.close()
        self._rope.close()

    def _attend(self, key: selectors.SelectorKey, mask: int) -> None:
        if key.data is None:
            self._bell.recv(4096)
            return
        phone: _Phone = key.data
        if mask & selectors.EVENT_READ and not self._hears(phone):
            self._drop(phone)
        elif mask & selectors.EVENT_WRITE:
            self._send(phone, b"")

    @staticmethod
    def _hears(phone: _Phone) -> bool:
        """Tell whether a phone is still there: all it can say is that it hangs up."""
        try:
            return bool(phone.socket.recv(4096))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def _welcome(self) -> None:
        with self._lock:
            new, self._new = self._new, []
        for phone in new:
            self._phones.add(phone)
            self._selector.register(phone.socket, selectors.EVENT_READ, phone)
            if phone.parcel.free:
                self._send(phone, _HEAD + OPENING)
            else:
                self._send(phone, _HEAD + event("full"))
                self._drop(phone)

    def _deliver(self) -> None:
        """Bring everybody the newest, but for those who have not read the last letter."""
        now = self._relay.now
        for phone in tuple(self._phones):
            if not phone.unread:
                self._tell(phone, now)

    def _tell(self, phone: _Phone, now: Now) -> None:
        try:
            news = phone.parcel.stream.tell(now)
        except Exception:  # noqa: BLE001 - one screen that cannot be shown must not stop the others
            _LOG.exception("a screen cannot be shown")
            self._drop(phone)
            return
        if news:
            self._send(phone, news)
        if phone.parcel.stream.over:
            self._drop(phone)

    def _beat(self) -> None:
        for phone in tuple(self._phones):
            if not phone.unread:
                self._send(phone, phone.parcel.stream.beat())
            elif time.monotonic() - phone.last_s > _PATIENCE_S:
                self._drop(phone)

    def _send(self, phone: _Phone, data: bytes) -> None:
        try:
            phone.send(data)
        except OSError:
            self._drop(phone)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if phone.unread else 0)
        if self._selector.get_key(phone.socket).events != wanted:
            self._selector.modify(phone.socket, wanted, phone)

    def _drop(self, phone: _Phone) -> None:
        if phone in self._phones:
            self._phones.remove(phone)
            self._selector.unregister(phone.socket)
            phone.socket.close()
            phone.parcel.close()

    def stop(self) -> None:
        """Hang up on everybody, once nothing new will come."""
        self.ring()
        self._thread.join()
