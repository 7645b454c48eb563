"""What a service tells systemd, over a real socket."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.app import notify
from companion.app.notify import Heart, beat_every_s


class Manager:
    """Listens as systemd does."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self.socket.settimeout(10)
        self.environ = {"NOTIFY_SOCKET": address}

    def hear(self) -> list[str]:
        return self.socket.recv(4096).decode().split("\n")

    def hear_all(self) -> list[str]:
        """Return everything that lies waiting."""
        self.socket.setblocking(False)
        heard: list[str] = []
        try:
            while True:
                heard += self.socket.recv(4096).decode().split("\n")
        except BlockingIOError:
            return heard


@pytest.fixture(params=["file", "name"])
def manager(request: pytest.FixtureRequest) -> Iterator[Manager]:
    # The path of a socket may have 107 letters, and pytest's own folders can be longer.
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "notify")
        manager = Manager(file if request.param == "file" else f"@table-companion-{os.getpid()}")
        with manager.socket:
            yield manager


def test_says_that_it_is_ready(manager):
    assert notify.ready(environ=manager.environ)
    assert manager.hear() == ["READY=1"]


def test_says_what_is_going_on(manager):
    notify.ready("Round 3 of VIENNA", manager.environ)
    notify.report("Waiting\nfor   players", manager.environ)
    notify.stopping("Good night", manager.environ)
    assert manager.hear() == ["READY=1", "STATUS=Round 3 of VIENNA"]
    assert manager.hear() == ["STATUS=Waiting for players"], "a second line would be a command"
    assert manager.hear() == ["STOPPING=1", "STATUS=Good night"]


@pytest.mark.parametrize(
    "environ",
    [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/nowhere/notify"}, {"NOTIFY_SOCKET": "vsock:2"}],
    ids=["no service", "empty", "nobody there", "a way we do not speak"],
)
def test_is_silent_where_nobody_listens(environ):
    assert not notify.ready("Round 3", environ)
    assert not notify.beat(environ)
    assert not notify.stopping(environ=environ)


def test_beats_twice_in_the_time_it_is_given():
    assert beat_every_s({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}) == 30


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"},
    ],
    ids=["no watchdog", "none", "nonsense", "somebody else's"],
)
def test_does_not_beat_for_nobody(environ):
    assert beat_every_s(environ) is None
    with Heart(lambda: pytest.fail("asked for nothing"), environ):
        pass


def test_heart_beats_only_while_all_is_alive(manager):
    answers = iter([True, True, False, True, False])
    asked_all = Event()

    def alive() -> bool:
        answer = next(answers, None)
        if answer is None:
            asked_all.set()
        return bool(answer)

    heart = Heart(alive, {**manager.environ, "WATCHDOG_USEC": "2000"})
    heart.start()
    assert asked_all.wait(10)
    heart.close()
    heart.close()
    assert manager.hear_all() == ["WATCHDOG=1"] * 3


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_heart_stops_when_the_question_fails(manager):
    asked = Event()

    def alive() -> bool:
        asked.set()
        raise RuntimeError("the camera is gone")

    with Heart(alive, {**manager.environ, "WATCHDOG_USEC": "2000"}):
        assert asked.wait(10)
    assert manager.hear_all() == []


def test_heart_beats_again_and_again_until_it_is_closed(manager):
    with Heart(lambda: True, {**manager.environ, "WATCHDOG_USEC": "2000"}):
        assert [manager.hear() for _ in range(5)] == [["WATCHDOG=1"]] * 5
    manager.hear_all()
    assert manager.hear_all() == []
