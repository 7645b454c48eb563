"""Whatever a screen shows, it never shows what its reader must not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gzip import decompress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from test_vienna_full_secrets import with_other_secrets
from web_house import FULL, Browser, Still
from whole_house import WholeHouse

from companion.engine import Unknown
from companion.session.commands import Answer
from companion.session.store import By, How
from companion.session.store_entry import HOST

SEATS = range(3)
HOST_BY = By(HOST, How.HOST)
#: What is another one on every page, whatever it shows.
_FRESH = re.compile(
    rb'data-token="[^"]*"|name="token" value="[^"]*"|data-seen="[^"]*"|id: \S+|/join/[\w-]+'
)
#: Pictures of the camera, and what only fetches what is here as well.
_ELSEWHERE = ("/teach/", "/host/live", "/join/", "/static/", "/fonts/", "/file/", "/making/")


@pytest.fixture
def whole(tmp_path) -> Iterator[WholeHouse]:
    whole = WholeHouse(tmp_path)
    whole.house.sit(FULL, 9, eyes=False)
    relay_of(whole).meet()
    yield whole
    whole.close()


@pytest.fixture
def phones(whole) -> dict[Any, Browser]:
    """Everybody has a phone of his own; the house has all its rooms, as in a living room."""
    everybody: dict[Any, Browser] = {}
    for seat in SEATS:
        whole.host.keys.free(seat)
        everybody[seat] = Browser(whole.app)
        assert everybody[seat].join(seat, f"Player {seat}").status_code == 303
    everybody["host"] = Browser(whole.app)
    everybody["host"].lead()
    everybody["nobody"] = Browser(whole.app)
    return everybody


def relay_of(whole: WholeHouse) -> Any:
    return whole.app.extensions["companion"].relay


def pages_of(whole: WholeHouse, phone: Browser) -> Iterator[tuple[str, bytes]]:
    """Yield whatever a phone gets to see; of streams several events."""
    for route in dict.fromkeys(whole.addresses()):
        for address in {route, *(re.sub(r"/1(?=$|/)", f"/{seat}", route) for seat in SEATS)}:
            if any(part in address for part in _ELSEWHERE):
                continue
            reply = phone.get(address)
            if address.startswith("/live/") and reply.status_code == 200:
                yield address, b"".join(heard(whole, iter(reply.response)))
            else:
                packed = reply.headers.get("Content-Encoding") == "gzip"
                yield address, decompress(reply.data) if packed else reply.data
            reply.close()


def heard(whole: WholeHouse, parts: Iterator[bytes]) -> Iterator[bytes]:
    """Listen to a stream: how it opens, what it shows, and two changes later."""
    yield next(parts)
    yield next(parts)
    for _ in range(2):
        relay_of(whole).ring()
        yield next(parts)


def advance(whole: WholeHouse, rng: Random) -> None:
    """Let somebody answer something that is asked."""
    house = whole.house
    game, state = house.play.game, house.session.snapshot.state
    ask = rng.choice([ask for ask in game.asks(state) if ask.blocks])
    house.session.ask(Answer(HOST_BY, ask.id, rng.choice(game.options(state, ask))))


def show(whole: WholeHouse, change: Any = lambda state: state) -> None:
    """Let the screens see the table as it is, or with something else in it."""
    house = whole.house
    snapshot = house.session.snapshot
    state, settled = change(snapshot.state), change(snapshot.settled)
    still = Still(replace(snapshot, state=state, settled=settled))
    house.play = replace(house.play, session=still)
    relay_of(whole).meet()


def all_pages(whole: WholeHouse, phone: Browser) -> dict[str, bytes]:
    return {route: plain(page) for route, page in pages_of(whole, phone)}


def plain(page: bytes) -> bytes:
    return _FRESH.sub(b"", page)


@pytest.mark.parametrize("turns", [3, 31])
def test_other_secrets_of_others_change_not_a_byte_of_any_page(whole, phones, turns):
    """Hands, plans, bribes, money and cash boxes: swap them, and nobody else's screens differ."""
    rng = Random(turns)
    for _ in range(turns):
        advance(whole, rng)
    for seat, phone in phones.items():
        viewer = seat if isinstance(seat, int) else None
        number = rng.randrange(10**6)

        def swap(state: Any, viewer: int | None = viewer, number: int = number) -> Any:
            return with_other_secrets(state, viewer, Random(number))

        state = whole.house.session.snapshot.state
        assert swap(state) != state  # there is something to hide
        show(whole)
        truth = all_pages(whole, phone)
        other = next(one for one in SEATS if one != viewer)
        own = plain(phones[other].get(f"/seat/{other}").data)
        show(whole, swap)
        assert f"/seat/{viewer or 0}" in truth
        assert {"/games", "/cards", "/host", "/live/table", "/drawing.svg"} <= set(truth)
        twin = all_pages(whole, phone)
        assert [route for route in truth if truth[route] != twin[route]] == [], seat
        # Whoever holds what was swapped does see it: a page that told it would be found.
        assert plain(phones[other].get(f"/seat/{other}").data) != own


def test_no_seat_gets_at_another_one(whole, phones):
    for seat in SEATS:
        for other in SEATS:
            for path in (f"/seat/{other}", f"/live/seat/{other}", f"/api/seats/{other}"):
                reply = phones[seat].get(path)
                assert reply.status_code == (200 if seat == other else 403), (seat, path)
                reply.close()


def secrets_of(whole: WholeHouse, seat: int) -> set[str]:
    """Return the numbers of cards that nobody but a seat has seen."""
    table = whole.house.session.snapshot.state
    open_cards = {card for one in table.seats for card in one.drawers} | set(table.discards)
    held = (*table.seats[seat].hand, *(table.seats[seat].plan or ()))
    hand = {card for card in held if isinstance(card, int) and not isinstance(card, Unknown)}
    return {f"{card:03d}" for card in hand - open_cards}


def test_no_stream_ever_tells_what_others_hold(whole, phones):
    """Listen for a whole round: every event that any screen is sent."""
    rng, looked = Random(5), 0
    paths = {seat: f"/live/seat/{seat}" for seat in SEATS} | {
        "host": "/live/host",
        "nobody": "/live/table",
    }
    replies = {who: phones[who].get(path) for who, path in paths.items()}
    streams = {who: iter(reply.response) for who, reply in replies.items()}
    for parts in streams.values():
        next(parts)
    for _ in range(60):
        advance(whole, rng)
        relay_of(whole).catch_up(whole.house.session.snapshot.version)
        for who, parts in streams.items():
            told = next(parts).decode()
            hidden = [c for other in SEATS if other != who for c in secrets_of(whole, other)]
            looked += len(hidden)
            for card in hidden:
                marks = (
                    f"card {card}",
                    f"No. {card}",
                    f'card\\":{int(card)}',
                    f'card":{int(card)}}}',
                )
                assert not any(mark in told for mark in marks), (who, card)
    for reply in replies.values():
        reply.close()
    assert looked > 1000


def test_a_seat_does_see_its_own_hand(whole, phones):
    rng = Random(5)
    for _ in range(60):
        advance(whole, rng)
        state = whole.house.session.snapshot.state
        own = secrets_of(whole, 0) & {f"{c:03d}" for c in state.seats[0].hand}
        if own:
            relay_of(whole).catch_up(whole.house.session.snapshot.version)
            assert all(f"No. {card}" in phones[0].text("/seat/0") for card in own)
            return
    raise AssertionError("nobody ever held a card")
