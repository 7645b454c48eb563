"""A house for the screens: a real game on a real store, watched by a perfect eye."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from browsers import Site
from explain_people import perfect
from msgspec.structs import replace
from test_people import KIT, script

from companion.app.trial_game import Trial
from companion.drawing.board_view import BoardView
from companion.drawing.table_art import draw_state
from companion.engine import BadOptions, CueKind, Text
from companion.games import Wish
from companion.games.vienna.box import DATA
from companion.packs.json_file import read_json
from companion.play.people_words import Level, Moment
from companion.session.commands import Answer, Command, Done, Moving, Reply, Saw
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from companion.session.store import By, How, Reader, Settings, Store, seat
from companion.session.store_entry import HOST
from companion.session.table import Table
from web.app import create_app
from web.house import NewGame, Play
from web.keys import Keys
from web.limits import Limits

ROOMY = Settings(reserve_bytes=0)
FULL, BOARD = ("full", (), 3, "full"), ("full", (), 3, "board")
PIN = "2718"
#: What a tap on an old page is told.
STALE = "The table has moved on meanwhile. Please look again."


class PerfectEye:
    """See everything at once."""

    def watch(self, moment: Moment, _until_s: float) -> Iterator[Any]:
        yield moment.time_s, (Saw(perfect(moment)) if moment.at_rest else Moving())

    def straighten(self, _places: Any) -> None:
        """Do nothing: it sees whatever lies there."""


class Some:
    """The first moments of an evening of careful people, who never have to be told anything."""

    def __init__(self, moments: tuple[Moment, ...]) -> None:
        self._moments = moments

    def __iter__(self) -> Iterator[Moment]:
        return iter(self._moments)

    def tell(self, _places: Any) -> None:
        return None


@cache
def played(table: tuple[Any, ...], turn: int, seed: int) -> tuple[bytes, str, int]:
    """Let people play up to a turn; return the store, the game in it, and the next moment."""
    game, moments = script(table, seed=seed)
    at = next(n for n, moment in enumerate(moments) if moment.turn >= turn) + 1
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        with Store.open(path, ROOMY) as store:
            setup = game.states.encode(moments[0].state)
            log = store.begin(KIT.name, edition="reference", setup=setup)
            if turn:
                levels = [Level(table[3])] * table[2]
                people = Some(moments[:at])
                Trial(game, people, log, PerfectEye(), signs=KIT.signs, levels=levels).play()
        return path.read_bytes(), log.record.id, at


class Shot:
    """A picture that shows nothing much."""

    def crop(self, _places: Any) -> bytes:
        return JPEG

    def confirmed(self, _view: Any) -> None:
        """Nobody learns from it."""


#: The smallest picture there is.
JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010101004800480000ffdb004300030202020202030202020303030304060404040404"
    "080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc900"
    "0b080001000101011100ffcc000600101005ffda0008010100003f00d2cf20ffd9"
)


class House:
    """Keep a table running; ``play`` is what the screens see of it."""

    kit = KIT
    address = "http://table.test:8080"
    language = "en"
    boxes = ()
    usual = Wish(4, "entry")
    notices = ()
    hands = None

    def __init__(self, folder: Path) -> None:
        self.store_path = folder / "games.sqlite"
        self.play: Play | None = None
        self.session: Session | None = None
        self.off = False
        self.pin = PIN
        self.shot: Any = Shot()

    def new_pin(self) -> None:
        self.pin = "9876"

    @cached_property
    def source(self) -> object:
        """Return the description of the board."""
        return read_json(DATA / "reference" / "full" / "board.json")

    # What the screens may ask for

    def new_game(self, new: NewGame) -> Text | None:
        try:
            game, options = KIT.open(new.wish)
            level = type(options.tracking[0])
            options = replace(options, tracking=tuple(map(level, new.tracking)))
            start = game.setup(options)
        except BadOptions as error:
            return error.text
        self.end_game()
        with Store.open(self.store_path, ROOMY) as store:
            setup = game.states.encode(start)
            name = store.begin(KIT.name, edition="reference", setup=setup).record.id
        self._open(game, name)
        return None

    def resume(self, game: str, sit: Any = lambda: None) -> Text | None:
        with closing(Reader.open(self.store_path)) as reader:
            record = reader.log(game).record
        self._open(KIT.reopen(bytes(record.setup), record.edition), game)
        sit()
        return None

    def end_game(self) -> None:
        self.play = None
        self._close()

    def shut_down(self) -> None:
        self.off = True

    # What happens at the table

    def sit(
        self,
        table: tuple[Any, ...] = FULL,
        turn: int = 0,
        *,
        seed: int = 1,
        eyes: bool = True,
        look: bool = True,
    ) -> None:
        """Take up a game at some turn, in real time."""
        game, self.moments = script(table, seed=seed)
        stored, name, self.at = played(table, turn, seed)
        self.store_path.write_bytes(stored)
        self._open(game, name, eyes=eyes)
        if eyes and look:
            self.look()

    @staticmethod
    def evening(table: tuple[Any, ...], seed: int = 1) -> tuple[Moment, ...]:
        """Return everything that people will do."""
        moments: tuple[Moment, ...] = script(table, seed=seed)[1]
        return moments

    @property
    def moment(self) -> Moment:
        """Return the last thing that happened."""
        return self.moments[self.at - 1]

    @property
    def reading(self) -> Any:
        """Return what the camera sees now."""
        return perfect(self.moment)

    def look(self, **changes: Any) -> None:
        """Let the camera see the table, with a few changes."""
        assert self.session is not None
        self.session.ask(Saw(replace(self.reading, **changes), self.shot))

    def go_on(self, count: int = 1) -> None:
        """Let the evening go on for some moments: hands, eyes and taps."""
        assert self.session is not None
        for _ in range(count):
            self.at += 1
            for tap in self.moment.taps:
                self._tap(tap)
            moves = Moving() if not self.moment.at_rest else Saw(self.reading, self.shot)
            self.session.ask(moves)

    @property
    def turn(self) -> int | None:
        """Return whose turn it is."""
        assert self.session is not None
        cues = self.session.snapshot.cues
        return next((cue.seat for cue in cues if cue.kind is CueKind.TURN), None)

    def answer(self, ask: Any, move: Any) -> None:
        """Let the host answer for somebody."""
        assert self.session is not None
        self.session.ask(Answer(By(HOST, How.HOST), ask.id, move))

    def _tap(self, tap: Any) -> None:
        assert self.session is not None
        assert self.play is not None
        asks = self.play.game.asks(self.session.snapshot.state)
        same = (ask.id for ask in asks if (ask.kind, ask.seat) == (tap.kind, tap.seat))
        who = HOST if tap.seat is None else seat(tap.seat)
        self.session.ask(Answer(By(who, How.PHONE), next(same, tap.ask), tap.move))

    def _open(self, game: Any, name: str, *, eyes: bool = True) -> None:
        self.end_game()

        @contextmanager
        def opening() -> Iterator[Table]:
            with Store.open(self.store_path, ROOMY) as store:
                log = store.log(name)
                yield Table(game, log, signs=KIT.signs, clock=time.monotonic, eyes=eyes)

        self.session = Session(opening)
        source = self.source

        def draw(state: Any, marks: Any) -> str:
            atoms = game.expected_view(state).atoms
            return draw_state(source, [(atom.place, atom.piece) for atom in atoms], marks)

        read = partial(Reader.open, self.store_path)
        self.play = Play(self.session, game, KIT, draw, read, BoardView(source))

    def _close(self) -> None:
        if self.session is not None:
            self.session.close()
        self.session = None

    def close(self) -> None:
        self._close()


class HouseSite(Site):
    """A house whose pages are looked at in real browsers; it knows where it is found."""

    def __init__(self, house: Any, chromium: Any, patience_ms: int = 20_000) -> None:
        super().__init__(open_app(house), chromium, pin=PIN, patience_ms=patience_ms)
        self.house = house
        house.address = self.address


class Browser:
    """A phone that knows how to join, and sends what its pages would send."""

    def __init__(self, app: Any) -> None:
        self.app, self.http = app, app.test_client()
        self.keys: Keys = app.extensions["companion"].keys

    def get(self, path: str, **more: Any) -> Any:
        return self.http.get(path, **more)

    def text(self, path: str) -> str:
        return self.get(path).get_data(as_text=True)

    @property
    def token(self) -> str:
        found = re.search(r'data-token="([^"]+)"', self.text("/"))
        assert found
        return found[1]

    def send(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.http.post(path, json=body or {}, headers={"X-Token": self.token, **headers})

    def form(self, path: str, **fields: Any) -> Any:
        return self.http.post(path, data={"token": self.token, **fields})

    def join(self, seat: int, name: str = "Anna") -> Any:
        return self.form(f"/join/{self.keys.join}", seat=seat, name=name)

    def seat_letter(self, seat: int) -> dict[str, Any]:
        """Write what the host's page sends about a seat."""
        return {"seat": seat, "sitter": self.keys.sitter(seat)}

    def lead(self, pin: str = PIN) -> Any:
        return self.form("/host/login", pin=pin)


def guest(app: Any) -> Browser:
    """Return a screen at the table, which may see what all guests may."""
    screen = Browser(app)
    screen.get(f"/screen/{screen.keys.screen}")
    return screen


def open_app(house: House, limits: Limits | None = None) -> Any:
    """Make the app of a house; tests tap faster than thumbs."""
    quick = Limits(commands=(10_000, 1.0), joins=(10_000, 1.0))
    return create_app(house, Keys(), limits or quick)


class Still:
    """A session in which time stands still; it notes what it is told."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.heard: list[Command] = []

    def wait(self, version: int, timeout_s: float | None = None) -> Snapshot | None:
        if self.snapshot.version > version:
            return self.snapshot
        time.sleep(min(timeout_s or 0.1, 0.1))
        return None

    def ask(self, command: Command) -> Reply:
        self.heard.append(command)
        return Done(self.snapshot.version)

    def close(self) -> None:
        """There is nothing to close."""


def hold_still(house: House, **changes: Any) -> Still:
    """Stop the game where it is, but for a few things on its snapshot."""
    assert house.session is not None
    assert house.play is not None
    snapshot = house.session.snapshot
    still = Still(replace(snapshot, version=snapshot.version + 1, **changes))
    house.play = replace(house.play, session=still)
    return still
