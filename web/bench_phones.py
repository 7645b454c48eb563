"""Many phones in a process of their own: note when each of them hears of each event.

``python -m web.bench_phones HOST PORT COUNT LINK...`` takes links to seats, and writes a line as soon
as all phones are connected and one for each event heard: the phone and the time in nanoseconds.
"""

from __future__ import annotations

import selectors
import socket
import sys
import time
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse

import click


class Phone:
    """One open stream."""

    def __init__(self, host: str, port: int, path: str, cookie: str) -> None:
        """Connect and ask for the stream."""
        self.socket = socket.create_connection((host, port))
        asks = " ".join(("GET", path, "HTTP/1.1"))
        lines = (asks, f"Host: {host}:{port}", f"Cookie: {cookie}", "", "")
        self.socket.sendall("\r\n".join(lines).encode())
        self._rest = b""

    def hear(self) -> int:
        """Take in what has come; return how many events are complete."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the table hung up")
        *whole, self._rest = (self._rest + data).split(b"\n\n")
        return sum(b"event: show" in one for one in whole)


def _sit_down(host: str, port: int, link: str) -> tuple[str, str]:
    """Follow a link and look at the page; return the stream of the seat and the cookie for it."""
    answer = _get(host, port, link)
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    page = answer.getheader("Location") or ""
    if not page or _get(host, port, page, cookie).status != HTTPStatus.OK:
        raise RuntimeError(f"there is no page behind {link}")
    return f"/live/seat/{page.rpartition('/')[2]}", cookie


def _get(host: str, port: int, path: str, cookie: str = "") -> HTTPResponse:
    connection = HTTPConnection(host, port)
    connection.request("GET", path, headers={"Cookie": cookie})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def main(host: str, port: int, count: int, links: list[str]) -> None:
    """Connect all phones, and write down what they hear until the input ends."""
    doors = [_sit_down(host, port, link) for link in links]
    phones = [Phone(host, port, *doors[n % len(doors)]) for n in range(count)]
    waiting = selectors.DefaultSelector()
    for number, phone in enumerate(phones):
        waiting.register(phone.socket, selectors.EVENT_READ, number)
    waiting.register(sys.stdin, selectors.EVENT_READ, None)
    silent = set(range(count))
    while True:
        for key, _ in waiting.select():
            if key.data is None:
                return
            heard = phones[key.data].hear()
            now = time.monotonic_ns()
            if heard and not silent:
                click.echo(f"{key.data} {now}")
            elif heard and key.data in silent:
                silent.discard(key.data)
                if not silent:
                    click.echo("all")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
