"""Eyes for a trial that see nothing but rendered pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from companion.app.stage import Stage
from companion.app.trial_host import is_being_laid_out
from companion.app.trial_light import without_glare
from companion.app.trial_table import TrialTable
from companion.play.people_words import Moment
from companion.session.commands import Command
from companion.session.ports import Frame
from hardware.simulated.scene import Scene
from vision.eye import Eye
from vision.lookout import Lookout
from vision.lookout_news import Poor
from vision.lookout_report import Report
from vision.wording import Wording

#: Pictures a second while something happens; and for so long after the last change.
_PACE_S, _SETTLES_S = 0.2, 1.4
#: As long as hands are at work, it is enough to see now and then that they are.
_AT_WORK_S = 0.35
#: When nothing happens a picture is taken this often.
_IDLE_S = 5.0


class PixelEye:
    """Render what a moment shows, frame by frame, and let the lookout tell what it sees.

    Pictures in which nothing happens differ in their noise alone; most of them are left out.
    """

    def __init__(self, game: Any, options: Any, table: TrialTable, wording: Wording) -> None:
        """Set the stage, and open the eyes."""
        self._game, self._renderer = game, table.renderer
        self._stage = Stage(game, options, table.bare)
        self._lookout = Lookout(Eye(table.knowledge))
        places = game.places(game.setup(options))
        self._report = Report(table.knowledge, places, wording)
        self._last: Scene | None = None
        self._changed_s = self._taken_s = -_IDLE_S
        self.frames = 0

    def watch(self, moment: Moment, until_s: float) -> Iterator[tuple[float, Command]]:
        """Look at a moment until the next one begins."""
        if is_being_laid_out(self._game, moment.state):  # nobody watches them lay forty tiles
            return
        left_s = max(until_s - moment.time_s, 0.0)
        scenes = self._stage.act(moment, max(1, round(left_s / _PACE_S)))
        for number, scene in enumerate(scenes):
            now_s = moment.time_s + number * _PACE_S
            if self._is_worth_a_picture(scene, now_s, at_work=not moment.at_rest):
                for command in self._take(scene, now_s):
                    yield now_s, command

    def straighten(self, places: Collection[str]) -> None:
        """Let somebody put straight what cannot be read."""
        self._stage.straighten(places)

    def _is_worth_a_picture(self, scene: Scene, now_s: float, *, at_work: bool) -> bool:
        if self._last is None or _differ(scene, self._last):
            self._changed_s = now_s
        self._last = scene
        if at_work and now_s - self._taken_s < _AT_WORK_S:
            return False
        return now_s - self._changed_s <= _SETTLES_S or now_s - self._taken_s >= _IDLE_S

    def _take(self, scene: Scene, now_s: float) -> Iterator[Command]:
        self._taken_s = now_s
        self.frames += 1
        image, _ = self._renderer.render(scene.changed(seed=self.frames))
        frame = Frame(image, now_s, self.frames)
        for news in self._lookout.see(frame):
            if isinstance(news, Poor):
                self._stage.bare = without_glare(self._stage.bare, news.checks)
            yield from self._report.tell(news)


def _differ(one: Scene, other: Scene) -> bool:
    """Tell whether anything is elsewhere, or in another light."""
    return any(
        getattr(one, name) != getattr(other, name)
        for name in ("pieces", "hands", "things", "lies", "mount", "light")
    )
