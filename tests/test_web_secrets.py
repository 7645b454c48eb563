"""Whatever a screen shows, it never shows what its reader must not know."""

from __future__ import annotations

from random import Random

import pytest
from web_house import FULL, Browser, House, open_app

from companion.engine import Unknown
from companion.session.commands import Answer
from companion.session.store import By, How
from companion.session.store_entry import HOST

SEATS = range(3)
HOST_BY = By(HOST, How.HOST)


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.sit(FULL, 9, eyes=False)
    yield house
    house.close()


@pytest.fixture
def phones(house):
    app = open_app(house)
    everybody = {seat: Browser(app) for seat in SEATS}
    for seat, phone in everybody.items():
        phone.join(seat, f"Player {seat}")
    everybody["host"] = Browser(app)
    everybody["host"].lead()
    everybody["nobody"] = Browser(app)
    yield everybody
    app.extensions["companion"].relay.stop()


def secrets_of(house, seat):
    """Return the hand of a seat as screens would write it: the numbers of cards nobody else saw."""
    table = house.session.snapshot.state
    open_cards = {card for one in table.seats for card in one.drawers} | set(table.discards)
    hand = {card for card in table.seats[seat].hand if not isinstance(card, Unknown)}
    plan = table.seats[seat].plan
    hand |= {card for card in (plan or ()) if isinstance(card, int)}
    return {f"{card:03d}" for card in hand - open_cards}


def routes(seat):
    own = [f"/seat/{seat}", f"/api/seats/{seat}"] if isinstance(seat, int) else []
    host = ["/host"] if seat == "host" else []
    return [*own, *host, "/", "/api/table", "/api/openapi.json"]


def pages_of(phone, seat):
    for route in routes(seat):
        yield route, phone.text(route)
    if isinstance(seat, int):
        reply = phone.get(f"/live/seat/{seat}")
        parts = iter(reply.response)
        yield "stream", "".join(next(parts).decode() for _ in range(2))
        reply.close()
    for other in set(SEATS) - {seat}:
        for route in (f"/seat/{other}", f"/api/seats/{other}", f"/live/seat/{other}"):
            reply = phone.get(route)
            assert reply.status_code == 403
            yield route, reply.get_data(as_text=True)


def advance(house, rng):
    """Let somebody answer something that is asked."""
    game, state = house.play.game, house.session.snapshot.state
    ask = rng.choice([ask for ask in game.asks(state) if ask.blocks])
    house.session.ask(Answer(HOST_BY, ask.id, rng.choice(game.options(state, ask))))


def test_no_page_and_no_stream_shows_what_others_hold(house, phones):
    rng = Random(5)
    relay = phones["host"].app.extensions["companion"].relay
    looked = 0
    for _ in range(60):
        advance(house, rng)
        if rng.random() < 0.85:
            continue
        relay.catch_up(house.session.snapshot.version)
        for seat, phone in phones.items():
            hidden = [card for other in SEATS if other != seat for card in secrets_of(house, other)]
            looked += len(hidden)
            for route, page in pages_of(phone, seat):
                for card in hidden:
                    assert f"card {card}" not in page.lower(), (seat, route, card)
                    assert f"No. {card}" not in page, (seat, route, card)
                    assert f'"card":{int(card)}' not in page, (seat, route, card)
    assert looked > 50


def test_a_seat_does_see_its_own_hand(house, phones):
    rng = Random(5)
    relay = phones["host"].app.extensions["companion"].relay
    for _ in range(60):
        advance(house, rng)
        own = secrets_of(house, 0) & {
            f"{c:03d}" for c in house.session.snapshot.state.seats[0].hand
        }
        if own:
            relay.catch_up(house.session.snapshot.version)
            assert all(f"No. {card}" in phones[0].text("/seat/0") for card in own)
            return
    raise AssertionError("nobody ever held a card")
