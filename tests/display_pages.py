"""Every screen of the small display: tables in every situation, put into words by our own pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace
from PIL import Image
from store_table import open_store
from table_room import ALL, BY_HOST, CARDS, ENTRY, KIT, Room, record, two_agents
from test_table_undo import scored

from companion.app.signboard import Sign, Signboard
from companion.app.wiring import Devices
from companion.engine import Atom, CueKind, Illegal, Text
from companion.games.vienna.moves import Done, Place
from companion.session.commands import Pause, Saw, Sight
from companion.session.evidence import Reading, Stir
from companion.session.pages import Pages
from companion.session.ports import Page, Press
from companion.session.snapshot import Snapshot
from companion.session.store import Store
from companion.session.texts import Texts
from hardware.display import OledDisplay
from hardware.nothing import NoButtons, NoLamps

SIGN = Sign("http://192.168.178.42:8000", "4711", "en")
#: How pictures lie on a sheet.
COLUMNS, GAP_PX, GREY = 4, 8, 120
#: By then nobody can pay for every house.
THIRD_ROUND = 3
BEGIN = Text("core.page.begin", {"count": 4})
NO_CAMERA, STUCK = (
    Text("core.camera.pi-none"),
    Text("device.button-stuck", {"button": Text("device.button.undo")}),
)
LONG = Page(
    "A title that is longer than any display",
    (
        "And sentences that go on for so long that even the smallest letters cannot hold",
        "them all, so that the end is cut off where nobody can miss it, with three dots.",
    ),
)


# --- tables in every situation -------------------------------------------------------------------


def at(store: Store, fits: Callable[[Any, Any], bool], table: tuple[Any, ...] = ALL) -> Room:
    """Open a table where a recorded game first comes to something, and let it be seen."""
    game, answers = record(table)
    room = Room(store, table, at=next(n for n, one in enumerate(answers) if fits(game, one)))
    room.show()
    return room


def asking(kind: str, table: tuple[Any, ...] = ALL) -> Callable[[Store], Room]:
    return partial(at, fits=lambda _game, one: one.ask.kind == kind, table=table)


def cueing(*kinds: CueKind) -> Callable[[Store], Room]:
    def fits(game: Any, one: Any) -> bool:
        return {*kinds, CueKind.TURN} <= {cue.kind for cue in game.cues(one.before)}

    return partial(at, fits=fits)


def set_up(store: Store, *, silent: tuple[str, ...] = (), agreed: bool = False) -> Room:
    room = Room(store, ALL, at=0)
    told = next(one for one in room.answers if one.ask.kind == "take-starter")
    room.show(told.before, silent=silent)
    room.wait()
    if agreed:
        room.confirm()
    return room


def a_colour_too_many(store: Store) -> Room:
    room = set_up(store)
    assert room.table.saw is not None
    strange = replace(room.table.saw.reading, strange=frozenset({"agent:green"}))
    room.table.take(Saw(strange))
    return room


def first_turn(store: Store) -> Room:
    room = Room(store)
    room.show()
    return room


def two_agents_at_once(store: Store) -> Room:
    room = first_turn(store)
    state, agent = two_agents(room)
    room.move()
    room.show(state, plus=(agent,))
    room.wait()
    return room


def either_of_two(store: Store) -> Room:
    room = first_turn(store)
    _, agent = two_agents(room)
    room.move()
    room.show(room.tap.before, plus=(agent,))
    room.say(Done(0))
    room.wait()
    return room


def too_dear(store: Store) -> Room:
    """Set an agent where its owner cannot pay for it, which is nobody else's business."""
    game, answers = record(CARDS)
    for number, one in enumerate(answers):
        if one.ask.kind == "act" and one.before.round >= THIRD_ROUND:
            agent = f"agent:{one.before.seats[one.ask.seat].colour.value}"
            for house in (p.id for p in game.places(one.before) if agent in p.holds):
                verdict = game.decide(one.before, Place(one.ask.seat, house))
                if isinstance(verdict, Illegal) and verdict.to is not None:
                    room = Room(store, CARDS, at=number)
                    room.show()
                    room.move()
                    room.show(plus=(Atom(house, agent),))
                    room.wait()
                    return room
    raise LookupError("everybody can pay for everything")


def score_forgotten(store: Store) -> Room:
    game, answers = record(ENTRY)
    taps = [n for n, one in enumerate(answers) if isinstance(one.move, Done)]
    number = next(n for n in taps if scored(game, n))
    room = Room(store, ENTRY, at=max(n for n in taps if n < number) + 1)
    room.show()
    gone, come = scored(game, number)
    room.move()
    room.show(answers[number].before, less=come, plus=tuple(gone))
    room.say(answers[number].move)
    room.wait()
    return room


def hand_over_a_marker(store: Store) -> Room:
    room = first_turn(store)
    game, tap = room.game, room.tap
    views = game.expected_view(tap.before).atoms, game.expected_view(room.state).atoms
    hidden = [atom.place for view in views for atom in view if atom.place.startswith("info:pistol")]
    room.move()
    room.show(tap.before, silent=hidden)
    room.say(Done(0))
    room.wait()
    return room


def knocked_over(store: Store) -> Room:
    room = first_turn(store)
    room.turn()
    seat = room.state.seats[0]
    lying = frozenset({Atom(seat.agents[0], f"agent:{seat.colour.value}")})
    room.hands()
    whole = room.table.saw.reading
    assert lying <= whole.atoms
    moved = whole.atoms ^ room.game.expected_view(room.snapshot.settled).atoms
    hands = {atom.place: Stir(1.0, 2.0) for atom in moved | lying}
    room.table.take(Saw(Reading(whole.atoms - lying, vague=lying), stirred=hands))
    room.say(room.tap.move)
    room.wait(6.0)
    return room


def another_evening(store: Store) -> Room:
    room = first_turn(store)
    room.turn()
    room.sit_down()
    tiles = (a for a in room.game.expected_view(room.state).atoms if a.piece.startswith("tile:"))
    room.show(less=sorted(tiles)[:2])
    room.wait()
    return room


def hold(store: Store) -> Room:
    room = two_agents_at_once(store)
    room.press(Press.CONFIRM)
    return room


def full_disk(store: Store) -> Room:
    room = cueing()(store)
    room.table.fault = Text("core.store.disk-full", {"path": "games.sqlite"})
    room.move()
    return room


def blind(store: Store) -> Room:
    room = cueing()(store)
    room.table.take(Sight(blind=True, notices=(NO_CAMERA,)))
    return room


def paused(store: Store) -> Room:
    room = cueing()(store)
    room.table.take(Pause(BY_HOST, on=True))
    return room


def over(store: Store) -> Room:
    answers = record(ALL)[1]
    first = next(
        n for n, one in enumerate(answers) if one.ask.kind == "payday" and one.before.last_round
    )
    room = Room(store, ALL, at=first)
    room.show()
    for one in answers[first:]:
        room.say(one.move)
        room.show(one.after)
        room.wait()
    return room


TABLES: dict[str, Callable[[Store], Room]] = {
    "set-up": partial(set_up, silent=("s07", "s08")),
    "set-up-done": set_up,
    "set-up-strange": a_colour_too_many,
    "dial": partial(set_up, agreed=True),
    "cards": asking("plan", CARDS),
    "turn": cueing(),
    "turn-purchase": cueing(CueKind.PURCHASE),
    "turn-payday": cueing(CueKind.PAYDAY),
    "last-round": cueing(CueKind.LAST_ROUND),
    "purchase": asking("buy"),
    "payday": asking("payday"),
    "dismiss": asking("dismiss-some"),
    "wrong": two_agents_at_once,
    "wrong-secret": too_dear,
    "hold": hold,
    "disk-full": full_disk,
    "question": either_of_two,
    "to-do": score_forgotten,
    "looking": hand_over_a_marker,
    "faded": knocked_over,
    "compare": another_evening,
    "blind": blind,
    "paused": paused,
    "result": over,
}


@cache
def snapshots() -> dict[str, tuple[Any, Snapshot]]:
    """Play up to every situation once; return what is known then."""
    found = {}
    for name, lay in TABLES.items():
        with TemporaryDirectory() as folder, open_store(Path(folder)) as store:
            room = lay(store)
            found[name] = room.game, room.snapshot
    return found


# --- what is shown of them -----------------------------------------------------------------------


class Shown:
    """A display that keeps its last page."""

    page = Page("")

    def show(self, page: Page) -> None:
        self.page = page

    def close(self) -> None:
        """Nothing to let go of."""


def pages(language: str) -> dict[str, Page]:
    """Return every page in a language, as a table shows it."""
    texts, display = Texts.load(language, KIT.texts), Shown()
    devices = Devices(NoLamps(), NoButtons(), display)
    board = Signboard(devices, texts, replace(SIGN, language=language))
    found = {}
    for name, wrong in (("join", ()), ("no-camera", (NO_CAMERA,)), ("stuck", (STUCK,))):
        board.welcome(wrong, BEGIN)
        found[name] = display.page
    with_button = Signboard(replace(devices, confirms=True), texts, board.sign)
    with_button.welcome((), BEGIN)
    found["begin"] = display.page
    for name, (game, snapshot) in snapshots().items():
        found[name] = board.page(Pages(game, texts), snapshot)
    return found


def photograph(page: Page, device: Any, scale: int = 4) -> Image.Image:
    """Show a page on a device of luma's, and return what it shows, dot by dot."""
    OledDisplay(device).show(page)
    shown = device.image.convert("1")
    return shown.resize((shown.width * scale, shown.height * scale), Image.Resampling.NEAREST)


def sheet(shown: dict[str, Page], make: Callable[[], Any]) -> Image.Image:
    """Return pictures of many pages beside each other, each on a device of its own."""
    pictures = [photograph(page, make(), scale=2) for page in shown.values()]
    wide, high = (pictures[0].width + GAP_PX, pictures[0].height + GAP_PX)
    rows = -(-len(pictures) // COLUMNS)
    whole = Image.new("L", (COLUMNS * wide + GAP_PX, rows * high + GAP_PX), GREY)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, COLUMNS)
        whole.paste(picture, (GAP_PX + column * wide, GAP_PX + row * high))
    return whole
