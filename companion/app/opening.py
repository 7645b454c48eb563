"""Put a table together: camera, lamps, buttons, display and phones."""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.app.ailments import Ailments
from companion.app.eyes import CameraEyes, Eyes, NoEyes
from companion.app.house import TableHouse
from companion.app.keeping import keep_games
from companion.app.maker import PackBench
from companion.app.maker_camera import TableCamera
from companion.app.notebook import Notebook
from companion.app.own_boards import HOME, boards_beside
from companion.app.power import may_power_off, power_off
from companion.app.seating import Request
from companion.app.see import PROFILE, SIMULATED_PROFILE, open_profile
from companion.app.settings import Settings
from companion.app.signboard import Sign, fresh_pin
from companion.app.simulated_eyes import SimulatedEyes
from companion.app.simulated_table import learn_and_keep
from companion.app.teach import Teacher
from companion.app.teach_packs import Packs
from companion.app.whereabouts import Whereabouts
from companion.app.wiring import open_devices
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import kits
from companion.session.store_fault import StoreError
from companion.session.texts import Texts
from hardware.camera import watch_camera
from hardware.camera_fault import CameraFault
from hardware.camera_watch import CameraNews, Trouble, WatchedCamera
from hardware.simulated.pack import read_table_pack
from vision.profile_table import BadProfile
from web.app import create_app
from web.keys import Keys
from web.maker import maker_room
from web.rooms import Room
from web.teach import teach_room

SIMULATED, NONE = "simulated", "none"
#: Opens the camera that a word names, and tells somebody how it is.
Watching = Callable[[str, Callable[[CameraNews], None]], WatchedCamera | None]


class ServeRequest(Request, frozen=True, kw_only=True):
    """A table to be opened."""

    camera: str | None
    profile: Path | None
    database: Path | None
    settings: Path | None
    port: int | None
    tracking: str


class Opening:
    """Put a table together, step by step."""

    def __init__(
        self,
        texts: Texts,
        request: ServeRequest,
        settings: Settings,
        keys: Keys,
        watch: Watching = watch_camera,
    ) -> None:
        """Take what was asked for, and who opens the camera."""
        self._texts, self._request, self._settings = texts, request, settings
        self._keys, self._watch = keys, watch
        self._spec = request.camera or settings.camera.source
        self._kit = kits()[request.game]
        self._pin = fresh_pin()
        self._simulated = False
        self._trouble: Text | None = None
        self._hear: Callable[[Text | None], None] = lambda _trouble: None
        self._teacher: Teacher | None = None
        self._left = False

    @property
    def port(self) -> int:
        """Return where phones are to find the table."""
        wanted = self._request.port
        return self._settings.network.port if wanted is None else wanted

    def app(self, path: Path, stack: ExitStack) -> Any:
        """Put everything around the games of a database; the stack lets go of it again."""
        eyes = self._eyes(path, stack)
        ailments = Ailments(self.say)
        devices = open_devices(self._settings, ailments.notice, well=ailments.well)
        sign = Sign(self._whereabouts(self.port).address, self._pin, self._settings.spoken())
        self._house = TableHouse(self._kit, path, sign, devices, eyes, self._leave)
        self._house.keep(self._settings.store())
        stack.callback(self._house.close)
        self._house.propose(self._request.wish(self._request.tracking))
        self._hear = self._house.trouble
        self._hear(self._trouble)
        ailments.listen(self._house.ail)
        rooms = [
            *keep_games(self._house, path, self._request, lambda: self._keys.names, stack),
            *self._teaching(eyes, path),
            maker_room(PackBench(self._kit, path.with_name(HOME), _camera_of(eyes))),
        ]
        return create_app(self._house, self._keys, rooms=rooms)

    def _eyes(self, path: Path, stack: ExitStack) -> Eyes:
        """Open the camera, or a simulated table where there is none."""
        spec, request = self._spec, self._request
        self._simulated = spec == SIMULATED
        if spec == NONE:
            return NoEyes()
        camera = None if self._simulated else self._camera(spec)
        self._simulated = camera is None
        if camera is not None:
            stack.callback(camera.close)
            return CameraEyes(camera, self._notebook(path))
        by_heart = request.profile is None
        known = None if by_heart else self._notebook(path)
        pack = read_table_pack(next(iter(self._packs(path).values())))
        learn = partial(learn_and_keep, self._profile(path))
        return SimulatedEyes(self._seats, pack, request.seed, known, by_heart=by_heart, learn=learn)

    def _camera(self, spec: str) -> WatchedCamera | None:
        try:
            return self._watch(spec, self._camera_news)
        except CameraFault as fault:
            raise Wrong(fault.text.id, **fault.text.params) from None

    def _seats(self) -> Collection[int]:
        """Return the seats that people have, or that somebody has named them for."""
        return {*self._keys.seats, *self._keys.names}

    def _profile(self, path: Path) -> Path:
        """Return where what is learned of the table is kept: beside its games, if nobody says."""
        usual = path.with_name(SIMULATED_PROFILE if self._simulated else PROFILE)
        return self._request.profile or usual

    def _notebook(self, path: Path) -> Notebook | None:
        """Return what is known of the table; without, the eyes stay closed until it is taught."""
        try:
            return open_profile(self._profile(path), self.say)[1]
        except BadProfile as problem:
            if problem.text.id != "see.profile.none":
                self.say(problem.text)
            return None

    def _packs(self, path: Path) -> Packs:
        """Return the boards that may lie on the table."""
        request = self._request
        return Packs(request, boards_beside(self._kit, path, request.board))

    def _teaching(self, eyes: Eyes, path: Path) -> Iterator[Room]:
        """Return the room where the table is taught, if anybody can see it."""
        if not isinstance(eyes, NoEyes):
            learner: Any = eyes
            boards, profile = self._packs(path), self._profile(path)
            play, language = lambda: self._house.play, self._settings.spoken()
            self._teacher = Teacher(boards, profile, learner, play, language, boards.text)
            yield teach_room(self._teacher)

    def _camera_news(self, news: CameraNews) -> None:
        """Pass on how the camera is; it may be in trouble before there is a house."""
        self._trouble = news.text if isinstance(news, Trouble) else None
        self.say(self._camera_text(self._trouble))
        self._hear(self._trouble)
        if self._trouble is None and self._teacher is not None:
            self._teacher.remind()

    def _camera_text(self, trouble: Text | None) -> Text:
        if trouble is None:
            return Text("serve.camera-well", {"camera": self._spec})
        return Text("serve.camera-trouble", {"camera": self._spec, "sentence": trouble})

    def begin(self) -> None:
        """Take up the game that lay on the table, or begin one where hands play."""
        try:
            if self._house.resume_last():
                return
        except Wrong as wrong:  # another game can be begun all the same
            self.tell(wrong.text)
        except StoreError as damage:
            self.tell(Text("serve.not-taken-up", {"sentence": damage.text}))
        if self._simulated and self._is_taught():
            self._house.begin_usual()

    def _is_taught(self) -> bool:
        """Tell whether anybody sees the table; hands play only in front of eyes."""
        return self._teacher is not None and self._teacher.is_taught()

    def is_alive(self) -> bool:
        """Tell whether the running game still answers."""
        play = self._house.play
        return play is None or play.session.is_alive

    def announce(self, port: int) -> Whereabouts:
        """Say where the table is to be found, and how to be its host; return who follows the former."""
        here, whereabouts = f"http://localhost:{port}", self._whereabouts(port)
        self._house.move(whereabouts.address)
        self.say(Text("serve.open", {"here": here, "address": whereabouts.address}))
        self.say(Text("serve.screen", {"link": f"{here}/screen/{self._keys.screen}"}))
        self.say(Text("serve.pin", {"pin": self._pin}))
        if self._teacher is not None and not self._is_taught():
            self.say(Text("serve.untaught", {"link": f"{here}/teach"}))
        elif self._simulated:
            self.say(Text("serve.simulated"))
        return whereabouts

    def _whereabouts(self, port: int) -> Whereabouts:
        return Whereabouts(self._settings.network, port, self._moved)

    def _moved(self, address: str) -> None:
        """Pass on that phones find the table somewhere else."""
        self._house.move(address)
        self.say(Text("serve.moved", {"address": address}))

    def _leave(self) -> None:
        """Close the table as if somebody had stopped the program, but remember that it was people."""
        self._left = True
        signal.raise_signal(signal.SIGTERM)

    def end(self) -> None:
        """Switch the machine off, if people at the table did that with the table and it may be."""
        if self._left and may_power_off():
            self.say(power_off())

    def tell(self, *texts: Text) -> None:
        """Say something about the games at the terminal, and on all screens of the table."""
        for text in texts:
            self.say(text)
            self._house.tell(text)

    def say(self, text: Text) -> None:
        """Put a sentence where whoever started the table reads it."""
        click.echo(self._texts(text), err=True)


def _camera_of(eyes: Eyes) -> TableCamera | None:
    """Return the camera that whoever looks at the table looks through."""
    learner: Any = eyes
    return None if isinstance(eyes, NoEyes) else TableCamera(learner.newest)
