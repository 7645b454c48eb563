"""Take pictures of the kept games, for the guides: ``python tests/games_screenshots.py docs/screenshots``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import cv2
from boxed_table import BoxedTable
from browsers import PHONE, open_chromium
from browsers import TELEVISION as TABLE
from kept_game import KIT, happened, moves
from msgspec.structs import replace

from companion.app.people_file import PeopleFile
from companion.drawing.table_art import draw_state
from companion.games import Wish
from companion.session.store import Settings, Store
from hardware.raster import rasterise
from web.serve import Server

NAMES = ("Anna", "Ben", "Clara")


def evening(day: int) -> Iterator[datetime]:
    """Let time go on from half past seven, twelve seconds an entry."""
    start = datetime(2026, 9, day, 17, 30, tzinfo=UTC)
    return (start + timedelta(seconds=12 * number) for number in count())


def crop(game: Any, turned: Any) -> bytes | None:
    """Draw the place of a move as a camera would have seen it."""
    places = {one.id: one for one in game.places(turned.after)}
    place = places.get(getattr(turned.move, "building", ""))
    if place is None:
        return None
    claims = [(atom.place, atom.piece) for atom in game.expected_view(turned.after).atoms]
    image = rasterise(draw_state(KIT.printed(game), claims), 3)
    x, y = (int(3 * (at + 12)) for at in place.xy_mm)
    part = image[max(0, y - 130) : y + 130, max(0, x - 200) : x + 200]
    return cv2.imencode(".jpg", part)[1].tobytes()


def keep_evening(folder: Path, seed: int, shown: tuple[int, ...] = ()) -> str:
    """Keep a game of bots; the entries that are shown have pictures."""
    wish, clock = Wish(3, "full"), evening(seed)
    game, turns = moves(wish, seed)
    settings = Settings(reserve_bytes=0, clock=lambda: next(clock))
    with Store.open(folder / "games.sqlite", settings) as store:
        setup = game.states.encode(game.setup(KIT.open(wish)[1]))
        log = store.begin("vienna", edition="reference", setup=setup)
        last = None
        for number, turned in enumerate(turns):
            picture = crop(game, turned) if number + 1 in shown else None
            last = replace(happened(game, turned, number), picture=picture)
            log.record_turn([last])
        assert last is not None
        log.end(by=last.by)
    names = {seat: NAMES[(seat + seed) % 3] for seat in range(3)}
    PeopleFile(folder / "people.json").note(log.record.id, names)
    return log.record.id


def take(browser: Any, table: BoxedTable, game: str, at: int, out: Path) -> None:
    """Take all pictures."""
    server = Server(table.app, "127.0.0.1", 0)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    for name, size, path, scheme in (
        ("replay-table-light.jpg", TABLE, f"/games/{game}?at={at}", "light"),
        ("replay-phone-dark.png", PHONE, f"/games/{game}?at={at}", "dark"),
        ("games-phone-dark.png", PHONE, "/games", "dark"),
        ("games-statistics-phone-light.png", PHONE, "/games#statistics", "light"),
        ("card-phone-light.png", PHONE, "/cards/cards/017", "light"),
    ):
        page = browser.new_page(viewport=size, color_scheme=scheme, locale="en-GB")
        page.goto(f"http://127.0.0.1:{server.port}/screen/{table.keys.screen}")
        page.goto(f"http://127.0.0.1:{server.port}{path}", wait_until="networkidle")
        if name.startswith("card"):
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({**size, "height": height})
        page.screenshot(path=out / name, **({"quality": 80} if name.endswith("jpg") else {}))
        page.close()
    server.stop()
    thread.join()


def main(out: Path) -> None:
    """Keep a few games and take their pictures."""
    with TemporaryDirectory() as name, open_chromium() as browser:
        folder = Path(name)
        for seed in (3, 4):
            keep_evening(folder, seed)
        at = _placing(5)
        game = keep_evening(folder, 5, (at,))
        table = BoxedTable(folder, "reference")
        take(browser, table, game, at, out)
        table.close()


def _placing(seed: int) -> int:
    """Return the number of an entry in the middle of a game that puts a figure on the board."""
    _, turns = moves(Wish(3, "full"), seed)
    placed = [n + 1 for n, t in enumerate(turns) if t.move.__struct_config__.tag == "place"]
    return placed[len(placed) * 2 // 3]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
