"""The live stream: what is new comes at once, what was missed comes again, and nothing else."""

from __future__ import annotations

import json
import re

import pytest
from web_house import Browser, open_app

from web import stream as streams
from web.limits import Limits

pytestmark = pytest.mark.usefixtures("seated")


class Stream:
    """An open stream, event by event."""

    def __init__(self, phone: Browser, path: str, seen: str = "") -> None:
        headers = {"Last-Event-ID": seen} if seen else {}
        self.reply = phone.http.get(path, headers=headers)
        self._parts = iter(self.reply.response)
        self._rest = ""

    def next(self) -> dict[str, str]:
        while "\n\n" not in self._rest:
            self._rest += next(self._parts).decode()
        event, self._rest = self._rest.split("\n\n", 1)
        return dict(line.split(": ", 1) for line in event.splitlines())

    def show(self) -> tuple[str, str]:
        """Skip heartbeats; return the id and the page of the next event."""
        while (event := self.next()).get("event") != "show":
            pass
        return event["id"], json.loads(event["data"])["html"]

    def close(self) -> None:
        self.reply.close()


def test_a_stream_begins_with_what_is_now_and_goes_on_with_what_is_new(app, house):
    stream = Stream(Browser(app), "/live/table")
    assert stream.next() == {"retry": "500"}
    first, page = stream.show()
    assert "Round" in page
    house.go_on(40)
    second, page = stream.show()
    assert second != first
    stream.close()


def test_a_phone_that_missed_something_gets_the_newest_at_once(app, house):
    relay = app.extensions["companion"].relay
    stream = Stream(Browser(app), "/live/table")
    seen, _ = stream.show()
    stream.close()
    house.go_on(60)
    relay.catch_up(house.session.snapshot.version)
    again = Stream(Browser(app), "/live/table", seen)
    newest, page = again.show()
    assert newest == relay.id(relay.now)
    assert len(re.findall(r'id="log-', page)) >= 1
    again.close()


def test_who_missed_nothing_hears_a_heartbeat(app, monkeypatch):
    monkeypatch.setattr(streams, "BEAT_S", 0.01)
    relay = app.extensions["companion"].relay
    stream = Stream(Browser(app), "/live/table", relay.id(relay.now))
    assert stream.next() == {"retry": "500"}
    assert stream.next()["event"] == "beat"
    stream.close()


def test_an_id_of_an_earlier_run_counts_for_nothing(app):
    relay = app.extensions["companion"].relay
    stream = Stream(Browser(app), "/live/table", f"00000000-{relay.now.number}")
    assert stream.show()[0] == relay.id(relay.now)
    stream.close()


def test_a_seat_taken_over_falls_silent_on_the_old_phone(app):
    phone, host = Browser(app), Browser(app)
    phone.join(0, "Anna")
    host.lead()
    stream = Stream(phone, "/live/seat/0")
    stream.show()
    host.send("/api/host/link", host.seat_letter(0))
    while (event := stream.next())["event"] == "show":
        pass
    assert event["event"] == "gone"
    stream.close()


def test_nobody_follows_a_seat_or_the_host_without_the_key(app):
    assert Browser(app).get("/live/seat/0").status_code == 403
    assert Browser(app).get("/live/host").status_code == 403


def test_streams_are_not_without_end(house):
    app = open_app(house, Limits(streams_each=2, joins=(100, 1.0)))
    phone = Browser(app)
    streams = [Stream(phone, "/live/table") for _ in range(3)]
    assert [stream.next().get("event", "open") for stream in streams] == ["open", "open", "full"]
    streams[0].close()
    fourth = Stream(phone, "/live/table")
    assert fourth.next() == {"retry": "500"}
    for stream in (*streams, fourth):
        stream.close()
    app.extensions["companion"].relay.stop()


def test_a_name_that_changes_is_news_as_well(app):
    stream = Stream(Browser(app), "/live/table")
    stream.show()
    Browser(app).join(2, "Clementine")
    assert "Clementine" in stream.show()[1]
    stream.close()
