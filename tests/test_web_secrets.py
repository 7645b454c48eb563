"""Whatever a screen shows, it never shows what its reader must not know."""

from __future__ import annotations

from gzip import decompress
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


#: What a route's blanks may be filled with; links and pictures lead to pages that are here as well.
BLANKS = {"<path:name>": "b01"}
ELSEWHERE = ("<secret>", "<code>", ".jpg", ".otf", "/host/piece/", "/static/")


def routes(app):
    """Return every route that can be looked at, with all seats in turn."""
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or any(part in rule.rule for part in ELSEWHERE):
            continue
        route = rule.rule
        for blank, word in BLANKS.items():
            route = route.replace(blank, word)
        yield from (route.replace("<int:seat>", str(seat)) for seat in SEATS if "<" in route)
        if "<" not in route:
            yield route


def pages_of(phone, seat):
    """Yield whatever a phone gets to see; of streams how they begin."""
    for route in dict.fromkeys(routes(phone.app)):
        reply = phone.get(route)
        number = route.rpartition("/")[2]
        if number.isdigit() and int(number) != seat:
            assert reply.status_code == 403, (seat, route)
        if route.startswith("/live/") and reply.status_code == 200:
            parts = iter(reply.response)
            yield route, "".join(next(parts).decode() for _ in range(2))
        else:
            packed = reply.headers.get("Content-Encoding") == "gzip"
            yield route, (decompress(reply.data) if packed else reply.data).decode()
        reply.close()


def advance(house, rng):
    """Let somebody answer something that is asked."""
    game, state = house.play.game, house.session.snapshot.state
    ask = rng.choice([ask for ask in game.asks(state) if ask.blocks])
    house.session.ask(Answer(HOST_BY, ask.id, rng.choice(game.options(state, ask))))


def test_no_page_and_no_stream_shows_what_others_hold(house, phones):
    rng = Random(5)
    relay = phones["host"].app.extensions["companion"].relay
    looked, shown = 0, set()
    for _ in range(60):
        advance(house, rng)
        if rng.random() < 0.85:
            continue
        relay.catch_up(house.session.snapshot.version)
        for seat, phone in phones.items():
            hidden = [card for other in SEATS if other != seat for card in secrets_of(house, other)]
            looked += len(hidden)
            for route, page in pages_of(phone, seat):
                shown.add(route)
                for card in hidden:
                    assert f"card {card}" not in page.lower(), (seat, route, card)
                    assert f"No. {card}" not in page, (seat, route, card)
                    assert f'"card":{int(card)}' not in page, (seat, route, card)
    assert looked > 50
    assert {"/", "/sheet", "/seat/0", "/live/table", "/host/place/b01", "/drawing.svg"} <= shown


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
