"""The host chooses what lies on the table: our own print, or the box that somebody bought."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from boxed_table import BOARD, KIT, PIN, BoxedTable
from msgspec.structs import replace
from patience import comes_true
from web_house import Browser

from companion.app.own_boards import boards_beside
from companion.app.own_box import OURS, OwnBox
from companion.app.replay_game import Wanted, taken_up
from companion.app.seating import Request
from companion.app.teach_packs import Packs
from companion.app.wrong import Wrong
from companion.games import Wish
from companion.packs.json_file import read_json
from companion.session.texts import Texts

START = Request(
    game="vienna",
    players=2,
    version="entry",
    edition="reference",
    board=None,
    overlay=(),
    expansion=(),
    seed=1,
)


def put_pack(home: Path, edition: str = "my-copy", side: str = "entry") -> Path:
    """Put a described board on the shelf, as the pages where packs are made do."""
    folder = home / "boards" / "packs" / edition
    folder.mkdir(parents=True)
    pack = {**read_json(BOARD.parent / side / "board.json"), "edition": edition}
    (folder / "board.json").write_text(json.dumps(pack), encoding="utf-8")
    return folder


@pytest.fixture
def table(tmp_path):
    """A table that was opened without a word about any box."""
    put_pack(tmp_path)
    table = BoxedTable(tmp_path, "reference")
    yield table
    table.close()


@pytest.fixture
def host(table) -> Browser:
    host = Browser(table.app)
    host.lead(PIN)
    return host


def begin(host: Browser, box: str) -> None:
    fields = {"players": "2", "version": "entry", "tracking-0": "full", "tracking-1": "full"}
    assert host.form("/host/new-game", box=box, **fields).status_code == 303


def offered(host: Browser) -> dict[str, bool]:
    """Return the boxes on the host's page, and which of them is chosen already."""
    shown = re.search(r'<select id="box".*?</select>', host.text("/host"), re.S)
    return {
        name: bool(chosen)
        for name, chosen in re.findall(r'<option value="([^"]+)"( selected)?', shown[0])
    }


def test_who_has_described_a_board_is_offered_it_and_the_last_box_from_then_on(host):
    assert offered(host) == {OURS: False, "my-copy": True}
    begin(host, "my-copy")
    assert offered(host) == {OURS: False, "my-copy": True}
    begin(host, OURS)
    assert offered(host) == {OURS: True, "my-copy": False}


def test_the_version_is_that_of_the_board_which_is_offered(tmp_path):
    put_pack(tmp_path, side="full")
    table = BoxedTable(tmp_path, "reference")
    try:
        host = Browser(table.app)
        host.lead(PIN)
        assert '<option value="full" selected>' in host.text("/host")
        begin(host, OURS)
        assert '<option value="entry" selected>' in host.text("/host")
    finally:
        table.close()


def test_a_bought_box_asks_for_its_cards_and_the_way_there_leads_somewhere(table, host):
    begin(host, "my-copy")
    comes_true(lambda: bool(table.app.extensions["companion"].relay.now.seats))
    phone = Browser(table.app)
    phone.join(0)
    ask = table.play_until_reading()
    assert comes_true(lambda: "?back=/api/seats/0" in phone.text("/seat/0"))
    (way,) = set(re.findall(r'href="(/cards/[^"]+)"', phone.text("/seat/0")))
    assert phone.get(way).status_code == 200
    assert ask.reads.replace(".", "/") in way


def test_what_was_read_is_known_in_the_next_game_with_that_box(table, host):
    host.form("/cards/cards/001", bribe="wine", info="slide", param="coffee")
    begin(host, "my-copy")
    assert table.house.play.game.box.cards[1].bribe == "wine"
    assert table.house.play.game.box.board.edition == "my-copy"
    begin(host, OURS)
    printed = table.house.play.game.box
    assert printed.board.edition == "reference"
    assert printed.cards[1] == KIT.open(Wish(2, "entry"))[0].box.cards[1]


def test_our_own_print_teaches_nothing_about_the_box(table, host):
    begin(host, OURS)
    ask = next(ask for ask in table.asks() if ask.blocks)
    table.answer(ask, table.house.play.game.options(table.state, ask)[0])
    table.close()
    assert not table.file.exists()


def test_a_game_is_taken_up_with_the_board_it_was_begun_on(table, host, tmp_path):
    host.form("/cards/cards/001", bribe="wine", info="slide", param="coffee")
    begin(host, "my-copy")
    game = table.house.play.session.snapshot.game
    table.close()
    with taken_up(Texts.load("en"), Wanted(game, tmp_path / "games.sqlite")) as kept:
        assert kept.game.box.board.edition == "my-copy"
        assert kept.game.box.cards[1].bribe == "wine"
    again = BoxedTable(tmp_path, "reference")
    try:
        assert again.house.resume_last()
        assert again.house.play.game.box.board.edition == "my-copy"
        assert again.house.play.game.box.cards[1].bribe == "wine"
    finally:
        again.close()


def test_a_game_whose_board_is_gone_is_not_played_on_another(table, host, tmp_path):
    begin(host, "my-copy")
    table.close()
    shutil.rmtree(tmp_path / "boards")
    again = BoxedTable(tmp_path, "reference")
    try:
        with pytest.raises(Wrong) as gone:
            again.house.resume_last()
        assert gone.value.text.id == "serve.cannot-resume"
        assert "“my-copy”" in gone.value.text.params["sentence"]
        assert again.house.play is None
        assert offered(host) == {OURS: True}
    finally:
        again.close()


def test_a_board_that_went_away_meanwhile_is_refused_in_words(table, host, tmp_path):
    shutil.rmtree(tmp_path / "boards")
    answer = host.form("/host/new-game", box="my-copy", players="2", version="entry")
    assert "no longer there" in answer.text
    assert table.house.play is None


def test_the_boards_of_the_owner_can_be_taught_as_well(tmp_path):
    own = boards_beside(KIT, tmp_path / "games.sqlite")
    packs = Packs(START, own)
    assert list(packs) == ["entry", "full"]
    assert packs.text("full").id == "vienna.version.full"
    folder = put_pack(tmp_path)
    broken = put_pack(tmp_path, "broken") / "board.json"
    broken.write_text(broken.read_text("utf-8").replace('"squares"', '"circles"'), "utf-8")
    assert list(packs) == ["entry", "full", "my-copy"]
    assert packs["my-copy"] == folder
    assert packs.text("my-copy").params["name"] == "my-copy"
    assert packs.text("full").id == "teach.home.our-side"


def test_a_board_named_at_the_start_comes_first(tmp_path):
    put_pack(tmp_path)
    own = boards_beside(KIT, tmp_path / "games.sqlite", BOARD)
    packs = Packs(replace(START, board=BOARD), own)
    assert next(iter(packs.values())) == BOARD
    box = OwnBox("reference", BOARD, boards=own.all, bought="boxed")
    usual = [one.name for one in box.choices("vienna") if one.usual]
    assert usual == ["--board"]
    unnamed = OwnBox("boxed", None, boards=own.all, bought="boxed").for_new(Wish(2))
    assert (unnamed.edition, unnamed.board) == ("boxed", BOARD)
    named, bought = (box.for_new(Wish(2), name) for name in ("--board", "my-copy"))
    assert (named.edition, named.board) == ("reference", BOARD)
    assert (bought.edition, bought.board.name) == ("boxed", "my-copy")
