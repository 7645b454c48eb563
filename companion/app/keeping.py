"""The rooms where games are kept and cards are filled in, put together for one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from companion.app import card_file, people_file
from companion.app.card_file import CardFile
from companion.app.house import TableHouse
from companion.app.own_boards import boards_beside
from companion.app.own_box import OwnBox
from companion.app.people_file import PeopleFile
from companion.app.scribe import Scribe
from companion.app.seating import Request
from companion.app.shelf import Shelf
from companion.app.workshop import Workshop
from companion.games import Kit
from companion.games.prints import Prints
from web.cards import cards_room
from web.games import games_room
from web.rooms import Room

Names = Callable[[], Mapping[int, str]]


def keep_games(
    house: TableHouse, database: Path, request: Request, names: Names, stack: ExitStack
) -> list[Room]:
    """Let a house keep what its games tell, and return the rooms where that can be seen."""
    kit = house.kit
    people = PeopleFile(database.with_name(people_file.NAME))
    cards = _cards(kit, database, request)
    overlays = (lambda: request.overlay) if cards is None else cards.files
    boards = boards_beside(kit, database, request.board)
    bought = "" if cards is None else kit.editions[-1]
    box = OwnBox(request.edition, request.board, overlays, boards.all, bought)
    house.furnish(box, Scribe(people, names, cards).follow)
    workshop = Workshop()
    stack.callback(workshop.close)
    rooms = [games_room(Shelf(database, people, workshop, box))]
    if cards is not None:
        cards.tell(house.learned)
        rooms.append(cards_room(cards))
    return rooms


def _cards(kit: Kit, database: Path, request: Request) -> CardFile | None:
    """Open the owner's file, where a game can be bought whose print has to be read to us."""
    if not isinstance(kit, Prints):
        return None
    return CardFile(kit, kit, database.with_name(card_file.NAME), request.overlay)
