"""The thread of a running table: many talk to it at once, and it never stops or forgets."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import wait as wait_for_all
from contextlib import contextmanager

import pytest
from table_room import ENTRY, ROOMY, Room, by, reading_of

from companion.session.commands import Answer, Confirm, Done, Moving, No, Pause, Saw, Undo
from companion.session.session import Session
from companion.session.snapshot import Mode
from companion.session.store import Store
from companion.session.store_fault import InUse

LONG_S = 30.0


class Slow:
    """The picture behind a reading, which takes its time."""

    def __init__(self):
        self.begun, self.go_on = threading.Event(), threading.Event()

    def crop(self, _places):
        self.begun.set()
        assert self.go_on.wait(LONG_S)
        return b"jpeg"

    def confirmed(self, _view):
        """Nobody learns from it."""


class Desk:
    """A session on a folder, and the recorded game that is played at it."""

    def __init__(self, folder, at=None):
        self.path, self.room = folder / "games.sqlite", None
        self._at = at
        self.session = Session(self._open)

    @contextmanager
    def _open(self):
        with Store.open(self.path, ROOMY) as store:
            self.room = Room(store, ENTRY, at=self._at)
            self.room.clock = time.monotonic
            self.room.sit_down()
            yield self.room.table

    @property
    def ask(self):
        return self.session.snapshot.settled and self.room.tap.ask.id

    def saw(self, state, shot=None):
        return Saw(reading_of(self.room.game, state), shot)

    def tap(self):
        return Answer(by(self.room.tap.ask.seat), self.room.tap.ask.id, self.room.tap.move)


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    yield desk
    desk.session.close()


def moves_on_disk(path):
    with Store.open(path, ROOMY) as store:
        (record,) = store.records()
        return [bytes(entry.move).decode() for entry in store.log(record.id).standing()]


def busy(desk):
    """Keep the table busy with a tap; return what lets it go on, and the reply to come."""
    slow = Slow()
    desk.session.ask(desk.saw(desk.room.tap.before, slow))
    reply = desk.session.submit(desk.tap())
    assert slow.begun.wait(LONG_S)
    return slow, reply


def test_a_turn_goes_through_the_inbox_to_the_disk(desk):
    session, tap = desk.session, desk.room.tap
    assert isinstance(session.ask(desk.saw(tap.before)), Done)
    reply = session.ask(desk.tap())
    assert isinstance(reply, Done)
    assert session.snapshot.version == reply.version
    assert session.snapshot.settled == tap.after
    session.close()
    assert len(moves_on_disk(desk.path)) == 3


def test_what_goes_wrong_with_opening_is_raised_where_it_was_asked_for(tmp_path, desk):
    with pytest.raises(InUse):
        Desk(desk.path.parent)


def test_time_passes_by_itself(desk):
    session, tap = desk.session, desk.room.tap
    session.ask(desk.saw(desk.room.state))
    session.ask(desk.tap())  # nothing was done: the rule is named after a while
    shown = session.snapshot
    while shown.wrong is None:
        shown = session.wait(shown.version, LONG_S)
        assert shown is not None
    assert shown.wrong.seat == tap.ask.seat


def test_many_threads_talk_at_once_and_each_gets_its_own_answer(desk):
    session, room = desk.session, desk.room
    session.ask(desk.saw(room.state))
    first = room.answers[room.at]
    replies, barrier = [], threading.Barrier(16)

    def tell():
        barrier.wait()
        for _ in range(5):
            answer = session.ask(Answer(by(0), first.ask.id, first.move), LONG_S)
            replies.append(answer)
            session.submit(desk.saw(room.state))
            replies.append(session.ask(Confirm(by(1), -1), LONG_S))

    threads = [threading.Thread(target=tell) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S)
        assert not thread.is_alive()
    assert len(replies) == 160
    assert all(isinstance(reply, Done | No) for reply in replies)
    # All wanted to place the same agent in the same turn: one was first.
    assert sum(isinstance(reply, Done) for reply in replies) == 1
    session.close()
    assert len(moves_on_disk(desk.path)) == 1


def test_whoever_cannot_wait_is_told_that_the_table_is_busy(desk):
    slow, reply = busy(desk)
    assert desk.session.ask(Pause(by(0), on=True), 0.01).text.id == "core.session.busy"
    assert not reply.done()
    slow.go_on.set()
    assert isinstance(reply.result(LONG_S), Done)
    # As the sentence says, it counts all the same.
    assert desk.session.ask(Pause(by(0), on=True), LONG_S)
    assert desk.session.snapshot.mode is Mode.PAUSED


def test_closing_while_busy_deals_with_the_inbox_first(desk):
    session = desk.session
    slow, reply = busy(desk)
    later = session.submit(Undo(by(0), session.snapshot.version + 1))
    closing = threading.Thread(target=session.close)
    closing.start()
    while session.ask(Pause(by(0), on=True), 0.001).text.id != "core.session.closed":
        pass
    slow.go_on.set()
    closing.join(LONG_S)
    assert not closing.is_alive()
    assert isinstance(reply.result(0), Done)
    assert later.done()
    session.close()
    assert session.submit(Moving()).result(0).text.id == "core.session.closed"


def test_a_fault_does_not_end_the_evening(desk, caplog):
    session, tap = desk.session, desk.room.tap
    version = session.snapshot.version
    with caplog.at_level(logging.CRITICAL):
        for nonsense in ("tap", 7, Answer(by(0), tap.ask.id, "done")):
            assert session.ask(nonsense).text.id == "core.session.fault"
    assert session.snapshot.version == version
    session.ask(desk.saw(tap.before))
    assert isinstance(session.ask(desk.tap()), Done)
    assert session.snapshot.settled == tap.after


def test_followers_see_the_last_snapshot_whenever_the_session_ends(desk):
    session = desk.session
    seen = [[] for _ in range(4)]

    def follow(into):
        into.extend(session.follow())

    threads = [threading.Thread(target=follow, args=(into,)) for into in seen]
    for thread in threads:
        thread.start()
    slow, reply = busy(desk)
    session.submit(Pause(by(0), on=True))
    closing = threading.Thread(target=session.close)
    closing.start()
    slow.go_on.set()
    for thread in (*threads, closing):
        thread.join(LONG_S)
        assert not thread.is_alive()
    assert isinstance(reply.result(0), Done)
    for snapshots in seen:
        versions = [snapshot.version for snapshot in snapshots]
        assert versions == sorted(set(versions))
        assert snapshots[-1] is session.snapshot
        assert snapshots[-1].mode is Mode.PAUSED
    assert session.wait(session.snapshot.version) is None


def test_waiting_ends_when_there_is_news_or_no_time_left(desk):
    session = desk.session
    assert session.wait(session.snapshot.version, 0.01) is None
    found = []
    waiter = threading.Thread(target=lambda: found.append(session.wait(session.snapshot.version)))
    waiter.start()
    session.ask(Pause(by(0), on=True))
    waiter.join(LONG_S)
    assert found[0].mode is Mode.PAUSED


def test_of_pictures_that_wait_the_last_one_counts(desk):
    session, room = desk.session, desk.room
    start, place = room.state, room.answers[room.at]
    slow, reply = busy(desk)
    old = [session.submit(Moving()), *(session.submit(desk.saw(start)) for _ in range(50))]
    last = session.submit(desk.saw(place.after))
    assert wait_for_all(old, LONG_S).not_done == set()
    assert not last.done()
    slow.go_on.set()
    assert isinstance(last.result(LONG_S), Done)
    assert isinstance(reply.result(LONG_S), Done)
    assert not session.snapshot.moving


def test_a_hand_does_not_hide_the_picture_before_it_or_after_it(desk):
    """A table at rest is worth a look, also when the next hand comes before there was time."""
    session, room = desk.session, desk.room
    tap = room.tap
    session.ask(desk.saw(room.state))
    session.ask(Moving())
    session.ask(desk.tap())
    assert session.snapshot.looking
    slow = Slow()
    pause = session.submit(desk.saw(tap.before, slow))
    assert slow.begun.wait(LONG_S)
    room.at += 3
    place = room.answers[room.at]
    waiting = [
        session.submit(desk.saw(place.after)),
        session.submit(Moving()),
        session.submit(Moving()),
    ]
    assert [one.done() for one in waiting] == [False, True, False]
    slow.go_on.set()
    pause.result(LONG_S)
    waiting[-1].result(LONG_S)
    assert session.snapshot.moving
    assert session.snapshot.settled == tap.after
    assert session.snapshot.state == place.after
    session.submit(Moving())
    session.ask(desk.saw(place.before))
    assert not session.snapshot.moving
    assert session.snapshot.state == place.before
