"""The server itself, over real sockets: many streams, slow phones, and phones that hang up."""

from __future__ import annotations

import socket
import threading
import time
from http.client import HTTPConnection

import pytest
from web_house import open_app

from web import postman, stream
from web.bench import measure
from web.limits import Limits
from web.serve import Server

pytestmark = pytest.mark.usefixtures("seated")


@pytest.fixture
def served(house):
    app = open_app(house, Limits(streams=60, streams_each=60, joins=(1000, 1.0)))
    server = Server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server, app
    server.stop()
    server.stop()
    thread.join(10)
    assert not thread.is_alive()


class Listener:
    """A phone that follows the table."""

    def __init__(self, port: int, small: bool = False) -> None:
        self.socket = socket.socket()
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", port))
        self.socket.settimeout(20)
        self.socket.sendall(b"GET /live/table HTTP/1.1\r\nHost: table\r\n\r\n")
        self._rest = b""

    def next(self) -> bytes:
        while b"\n\n" not in self._rest:
            data = self.socket.recv(65536)
            if not data:
                return b""
            self._rest += data
        event, self._rest = self._rest.split(b"\n\n", 1)
        return event

    def show(self) -> bytes:
        while b"event: show" not in (event := self.next()):
            assert event, "the table has hung up"
        return event

    def close(self) -> None:
        self.socket.close()


def fetch(port: int, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def test_fifty_phones_listen_and_pages_still_come(served, house):
    server, _ = served
    threads = threading.active_count()
    phones = [Listener(server.port) for _ in range(50)]
    first = [phone.show() for phone in phones]
    assert threading.active_count() == threads
    assert len(set(first)) == 1
    assert fetch(server.port, "/") == 200
    house.go_on(40)
    assert all(b"event: show" in phone.show() for phone in phones)
    for phone in phones:
        phone.close()


def test_who_hangs_up_makes_room(served):
    server, app = served
    limiter = app.extensions["companion"].limiter
    phones = [Listener(server.port) for _ in range(60)]
    for phone in phones:
        phone.show()
    late = Listener(server.port)
    assert b"event: full" in late.next()
    for phone in phones[:30]:
        phone.close()
    for _ in range(200):
        if limiter.streams == 30:
            break
        time.sleep(0.05)
    again = Listener(server.port)
    assert again.show()
    for phone in (*phones[30:], late, again):
        phone.close()


def test_a_slow_phone_gets_the_newest_and_holds_nobody_up(served, house, monkeypatch):
    server, app = served
    relay = app.extensions["companion"].relay
    slow, quick = Listener(server.port, small=True), Listener(server.port)
    slow.show()
    quick.show()
    for _ in range(300):
        relay.ring()
    newest = relay.id(relay.now).encode()
    while newest not in quick.show():
        pass
    seen = 0
    while newest not in slow.show():
        seen += 1
    assert seen < 300
    slow.close()
    quick.close()


def test_a_phone_that_reads_nothing_is_given_up(house, monkeypatch):
    monkeypatch.setattr(stream, "BEAT_S", 0.05)
    monkeypatch.setattr(postman, "_PATIENCE_S", 0.2)
    app = open_app(house)
    server = Server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    dead = Listener(server.port, small=True)
    limiter, relay = app.extensions["companion"].limiter, app.extensions["companion"].relay
    dead.show()
    for _ in range(400):
        relay.ring()
        time.sleep(0.01)
        if not limiter.streams:
            break
    assert not limiter.streams
    dead.close()
    server.stop()
    thread.join(10)


@pytest.mark.slow
def test_the_measure_of_the_live_stream_measures():
    found = measure(phones=5, events=10)
    assert found["p95_ms"] > 0
    assert found["ratio"] == pytest.approx(found["p95_ms"] / found["one_p95_ms"])
