"""The air between phones and table: it carries everything, until it is cut."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock, Thread


class Radio:
    """Pass connections on to a port; ``asked`` are the requests as they went through."""

    def __init__(self, port: int) -> None:
        self._port, self._lock = port, Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._is_cut = False
        self.asked: list[bytes] = []
        Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def _accept(self) -> None:
        with suppress(OSError):  # it is closed
            while True:
                near, _ = self._listener.accept()
                if self._is_cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                with self._lock:
                    self._open |= {near, far}
                for one, other, up in ((near, far, True), (far, near, False)):
                    Thread(target=self._carry, args=(one, other, up), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, up: bool) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                if up:
                    self.asked.append(data)
                other.sendall(data)
        self._hang_up(one, other)

    def _hang_up(self, *ends: socket.socket) -> None:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            with self._lock:
                self._open.discard(end)

    def cut(self) -> None:
        """Let nothing through any more."""
        self._is_cut = True
        self._hang_up(*tuple(self._open))

    def mend(self) -> None:
        """Let phones through again."""
        self.asked.clear()
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._listener.close()
