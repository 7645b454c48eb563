"""The host points at the board: every place can be looked at, and put right without any script."""

from __future__ import annotations

import re

import pytest
from test_texts_used import SPOILT
from web_house import BOARD, Browser, House

from companion.engine import Atom
from companion.session.commands import Sight
from companion.session.store_entry import CORRECTED, HOST
from companion.session.texts import LANGUAGES

ENTRY = ("entry", (), 2, "board")


def catch_up(house: House, host: Browser) -> None:
    host.app.extensions["companion"].relay.meet()
    host.app.extensions["companion"].relay.catch_up(house.session.snapshot.version)


def offers(page: str) -> dict[str, tuple[str, bool]]:
    """Return what may be tapped, by its words: all that is there then, and whether it is there now."""
    found = re.findall(
        r'<button class="choice offer" name="pieces" value="([^"]*)" aria-pressed="(\w+)">.*?<span>([^<]+)</span></button>',
        page,
        re.DOTALL,
    )
    return {label: (pieces, pressed == "true") for pieces, pressed, label in found}


def test_every_place_of_the_board_has_a_page(house, host):
    house.sit(BOARD, 9)
    catch_up(house, host)
    page = host.text("/host/board")
    places = house.play.game.places(house.session.snapshot.state)
    listed = re.findall(r'<option value="([^"]+)">([^<]+)<', page)
    assert [place for place, _ in listed] == [place.id for place in places]
    assert page.count("<a href=") >= len(places)
    spots = host.get("/host/board.json").json
    for spot in spots["spots"]:
        assert 0 < spot["x"] < spots["width"]
        assert 0 < spot["y"] < spots["height"]
    for place in places[:: len(places) // 12]:
        assert host.get(f"/host/place/{place.id}").status_code == 200, place.id
    assert host.get("/host/place?place=score:3").headers["Location"] == "/host/place/score:3"
    assert host.get("/host/place/nowhere").status_code == 404


def test_a_misread_tile_is_set_with_one_tap_at_set_up(house, host):
    house.sit(ENTRY, 0)
    tiles = {f"s{n:02d}": "tile:flask" for n in range(1, 8)}
    house.look(atoms=house.reading.atoms | {Atom(s, tile) for s, tile in tiles.items()})
    catch_up(house, host)
    page = host.text("/host/place/s03")
    before = offers(page)
    (here,) = (label for label, (_, pressed) in before.items() if pressed)
    assert before[here][0] == ""  # a second tap on what is there takes it away
    assert "data:image/jpeg;base64," in page
    label, (pieces, _) = next(item for item in before.items() if item[1][0] == "tile:microfilm")
    answer = host.form("/host/place/s03", pieces=pieces)
    assert answer.status_code == 303
    catch_up(house, host)
    after = host.text(answer.headers["Location"])
    assert [name for name, (_, pressed) in offers(after).items() if pressed] == [label]
    assert "Your word counts here" in after
    assert house.session.snapshot.settled.squares["s03"] == "microfilm"
    with house.play.reader() as reader:
        (entry,) = reader.raw_entries(house.session.snapshot.game, 0)
    assert (entry.by.who, entry.ask) == (HOST, CORRECTED)
    assert 'href="/host/place/s03"' in host.text("/host").partition("your word counts")[2]


def test_figures_share_a_building_and_one_tap_adds_or_takes_one(house, host):
    house.sit(BOARD, 9)
    catch_up(house, host)
    state = house.session.snapshot.settled
    building = state.seats[0].agents[0]
    there = {f"agent:{s.colour}" for s in state.seats if building in s.agents}
    for piece, (pieces, pressed) in offers(host.text(f"/host/place/{building}")).items():
        if piece == "Nothing lies here":
            assert (pieces, pressed) == ("", False)
        else:
            assert len(set(pieces.split()) ^ there) == 1
            assert pressed == (len(pieces.split()) < len(there))


def test_the_record_is_right_is_one_tap(house, host):
    house.sit(BOARD, 9)
    taken = {b for seat in house.session.snapshot.settled.seats for b in seat.agents}
    free = next(b for b in house.play.game.box.board.buildings if b not in taken)
    colour = house.session.snapshot.settled.seats[0].colour
    house.look(atoms=house.reading.atoms | {Atom(free, f"agent:{colour}")})
    catch_up(house, host)
    page = host.text(f"/host/place/{free}")
    right = re.search(r'<button class="go wide" name="pieces" value="([^"]*)">([^<]+)<', page)
    assert right[1] == ""
    assert right[2] == "The record is right: nothing"
    host.form(f"/host/place/{free}", pieces=right[1])
    catch_up(house, host)
    assert house.session.snapshot.said == (free,)
    assert "The record is right" not in host.text(f"/host/place/{free}")
    assert f'href="/host/place/{free}"' in host.text("/host").partition("your word counts")[2]
    host.form(f"/host/place/{free}")
    catch_up(house, host)
    assert house.session.snapshot.said == ()


def test_what_is_refused_is_said_on_the_same_page(house, host):
    house.sit(BOARD, 9)
    catch_up(house, host)
    assert " disabled" not in host.text("/host/place/b01")
    house.session.ask(Sight(blind=True))
    catch_up(house, host)
    page = host.text("/host/place/b01")
    assert '<p class="notice">' in page
    assert all(" disabled" in button for button in re.findall(r'<button class="choice[^>]*>', page))
    answer = host.form("/host/place/b01", pieces="")
    assert answer.status_code == 200
    assert 'role="alert"' in answer.get_data(as_text=True)


def test_a_place_is_put_right_while_the_table_rests(house, host):
    house.sit(BOARD, 9)
    catch_up(house, host)
    host.send("/api/host/pause", {"on": True})
    catch_up(house, host)
    assert host.form("/host/place/b01", pieces="").status_code == 303
    assert house.session.snapshot.said == ("b01",)


def test_nobody_else_points_at_the_board(house, host):
    house.sit(BOARD, 9)
    catch_up(house, host)
    other = Browser(host.app)
    other.join(0)
    assert other.get("/host/board.json").status_code == 403
    for path in ("/host/board", "/host/place/b01"):
        assert other.get(path).headers["Location"] == "/host"
    assert other.form("/host/place/b01", pieces="").status_code == 403
    assert other.http.post("/host/place/b01", data={"pieces": ""}).status_code == 403
    assert house.session.snapshot.said == ()


def test_pieces_are_drawn_and_nothing_else_is(house, host):
    house.sit(BOARD, 9)
    catch_up(house, host)
    for piece in ("agent:red", "tile:flask", "marker:flask", "investigator", "token:x", "payday"):
        answer = host.get(f"/host/piece/{piece}.svg")
        assert answer.mimetype == "image/svg+xml", piece
    assert host.get("/host/piece/agent:pink.svg").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(house, host, language):
    house.sit(BOARD, 9)
    catch_up(house, host)
    host.get(f"/?language={language}")
    for path in ("/host", "/host/board", "/host/place/b01", "/host/place/roof:C"):
        text = re.sub(r"<[^>]+>", " ", host.text(path))
        assert not SPOILT.search(text), path
