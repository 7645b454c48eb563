"""``companion serve``: the table itself, with camera, lamps, buttons, display and phones.

Where no camera is found, a simulated table takes its place, and hands play the seats that nobody
takes.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import click

from companion.app import notify
from companion.app.keep import complaining, database
from companion.app.kinds import Whole, Word
from companion.app.opening import Opening, ServeRequest
from companion.app.page import Page, option
from companion.app.seating import TRACKING, game_options, take_seats
from companion.app.settings_read import settings_or_stop
from companion.games import Wish
from companion.session.store import Store
from companion.session.texts import Texts
from web.keys import Keys
from web.serve import Server

EXAMPLES = (
    "companion serve",
    "companion serve --camera simulated --players 3 --version full",
    "companion serve --camera usb --profile my-table",
)


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> None:
        serve(texts, ServeRequest(**given))

    params = [*_options(texts), *game_options(texts)]
    return Page("serve", texts, params=params, examples=EXAMPLES, callback=run)


def _options(texts: Texts) -> Iterator[click.Parameter]:
    path = click.Path(path_type=Path)
    yield option(texts, "--camera", help_id="cli.serve.camera", metavar="word")
    yield option(texts, "--profile", help_id="cli.serve.profile", metavar="folder", type=path)
    yield option(texts, "--database", help_id="cli.serve.database", metavar="file", type=path)
    yield option(texts, "--settings", help_id="cli.option.settings", metavar="file", type=path)
    yield option(texts, "--port", help_id="cli.serve.port", metavar="number", type=Whole(0, 65535))
    yield option(
        texts,
        "--tracking",
        help_id="cli.serve.tracking",
        type=Word(TRACKING),
        default=TRACKING[0],
    )


def serve(texts: Texts, request: ServeRequest) -> None:
    """Open the table, and keep it open until somebody closes it."""
    settings = settings_or_stop(texts, request.settings)
    if request.board is not None or request.edition == Wish(0).edition:
        take_seats(texts, request.game, request.wish(request.tracking))  # or say what is wrong
    path = request.database or database()
    with complaining(), ExitStack() as stack:
        with Store.open(path, settings.store()) as store:
            notices = store.notices  # a damaged one is put aside before anybody sits down
        keys = Keys(path.with_name("keys.json"))
        table = Opening(texts, request, settings, keys)
        stack.callback(table.end)  # the first to be put on the stack is the last to be called
        server = Server(table.app(path, stack), settings.network.host, table.port)
        stack.enter_context(table.announce(server.port))
        table.tell(*notices)
        stack.callback(server.stop)
        _stop_on_signal(server)
        Thread(target=table.begin, name="opening", daemon=True).start()
        with notify.Heart(table.is_alive):
            notify.ready()
            server.run()
        notify.stopping()


def _stop_on_signal(server: Server) -> None:
    def stop(_number: int, _frame: FrameType | None) -> None:
        Thread(target=server.stop, daemon=True).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
