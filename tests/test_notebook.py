"""What people confirm in play teaches the running eye; it is kept, and it can be forgotten."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import practice
import pytest
from command_line import companion
from patience import comes_true
from table_room import KIT, ROOMY, by, is_tap, record
from test_more_lessons import LAMP, evening, first_reading, vantage

from calibration.more_lessons import KEPT, PlayLesson
from calibration.more_lessons_file import FILE, FOLDER, load_lessons, save_lesson
from companion.app.bench_vision import PACK
from companion.app.eyes import CameraEyes
from companion.app.notebook import Notebook, doubtful, lessons_folder
from companion.app.seating import take_seats
from companion.app.see import kit_of
from companion.engine import Atom, View
from companion.games import Wish
from companion.session.commands import Answer, Saw
from companion.session.ports import Frame
from companion.session.session import Session
from companion.session.store import Store
from companion.session.table import Table
from companion.session.texts import Texts
from hardware.simulated.light import switch_on
from hardware.simulated.scene import scene_from_view
from vision.lookout import Lookout
from vision.lookout_news import Stable
from vision.profile import save_profile
from vision.profile_table import Story
from vision.reading import Reading

LONG_S = 240.0


def taught():
    return practice.table().knowledge


def told(**pieces):
    """Return what people confirm: the truth of the evening, but for some places."""
    there = {place: each for place, (each,) in evening()[1].items()} | pieces
    return View(frozenset(Atom(place, piece) for place, piece in there.items()))


def seen(reading=None):
    return Stable(reading or first_reading(), Frame(evening()[0][0], 0.0, 1), vantage())


def doubted():
    """Return the houses of which the eye is not sure, though a figure stands there."""
    return {place for place, _ in doubtful(taught().plan, first_reading(), told())}


def red(shade=7):
    return PlayLesson({"agent:red": np.full((60, 3), shade, np.uint8)}, ())


def profile_files(folder):
    kit, edition = kit_of(PACK)
    save_profile(folder, taught(), PACK, kit.name, edition, Story(made="2026-05-01"))
    return folder


@pytest.fixture
def profile(tmp_path):
    return profile_files(tmp_path / "table")


def open_notebook(profile, broken=None):
    return Notebook.open(profile, taught(), (broken if broken is not None else []).append)


# --- what is worth a lesson ---------------------------------------------------------------------


def test_only_lone_pieces_on_doubtful_places_that_are_not_covered_are_worth_it():
    plan = taught().plan
    view = View(
        frozenset({
            Atom("b01", "agent:red"),  # alone, and doubted
            Atom("b02", "agent:red"), Atom("b02", "agent:blue"),  # a crowd
            Atom("b03", "agent:blue"),  # seen for sure
            Atom("b04", "agent:green"),  # covered
            Atom("b05", "third_man"),  # he is sure, and the doubt is about agents
            Atom("score:7", "agent:red"),  # doubted by another name
            Atom("s01", "tile:flask"),  # it lies flat
            Atom("b06", "agent:blue"),  # two of them
        }),
        twice=frozenset({Atom("b06", "agent:blue")}),
    )  # fmt: skip
    unsure = frozenset({"b01", "b02", "b04", "b05", "b06", "s01", "score:red"})
    reading = Reading({}, unsure, frozenset({"b04"}), dict.fromkeys(unsure, 0.4))
    worth = dict(doubtful(plan, reading, view))
    assert worth == {"b01": ("agent:red",), "score:7": ("agent:red",)}


def test_a_confirmed_reading_teaches_once_and_a_forgotten_one_does_not_come_back():
    notebook = Notebook(taught())
    lesson = notebook.study(seen(), told())
    assert lesson.made is not None
    assert notebook.lessons == (lesson,)
    assert notebook.knowledge is notebook.knowledge
    assert notebook.study(seen(), told()) is None
    notebook.forget_last()
    assert notebook.knowledge is taught()
    assert notebook.study(seen(), told()) is None
    notebook.forget_last()
    assert notebook.lessons == ()


def test_what_is_not_so_teaches_nothing():
    lies = {"agent:red": "agent:blue"}
    wrong = {p: lies.get(evening()[1][p][0], "agent:red") for p in doubted()}
    notebook = Notebook(taught())
    assert notebook.study(seen(), told(**wrong)) is None
    assert notebook.knowledge is taught()


def test_a_clear_reading_costs_nothing():
    clear = replace(first_reading(), unsure=frozenset())
    nothing = Stable(clear, Frame(None, 0.0, 1), vantage())  # nobody looks at the picture
    assert Notebook(taught()).study(nothing, told()) is None


# --- the running eye ----------------------------------------------------------------------------


class Watching:
    """A lookout before which two pictures of the same table alternate."""

    def __init__(self, eye):
        self.lookout, self._number, self.told = Lookout(eye), 0, None

    def look(self, frames=14):
        """Return the last reading that was told."""
        for _ in range(frames):
            self._number += 1
            frame = Frame(evening()[0][self._number % 2], 0.2 * self._number, self._number)
            for news in self.lookout.see(frame):
                self.told = news if isinstance(news, Stable) else self.told
        return self.told


def test_a_running_eye_is_sure_after_the_lesson_and_as_before_without_it():
    watching, notebook = Watching(practice.eye()), Notebook(taught())
    before = watching.look()
    doubts = before.reading.unsure & doubted()
    assert doubts
    notebook.study(before, told())
    watching.lookout.learn(notebook.knowledge)
    after = watching.look()
    learned = {p for p in doubts if evening()[1][p][0] in notebook.lessons[0].pieces}
    assert learned
    assert not after.reading.unsure & learned
    assert {p: after.reading.found[p] for p in learned} == {p: evening()[1][p] for p in learned}
    notebook.forget_all()
    watching.lookout.learn(notebook.knowledge)
    again = watching.look()
    assert again.reading.unsure == before.reading.unsure
    assert again.reading.found == before.reading.found


class Window:
    """A camera that shows one picture; time passes faster there."""

    def __init__(self, image):
        self._image, self._number = image, 0

    def newest(self):
        time.sleep(0.005)
        self._number += 1
        return Frame(self._image, 0.2 * self._number, self._number)

    read = newest

    def close(self):
        """Nothing to let go of."""


class Overheard(Session):
    """A session that remembers what it was shown."""

    def submit(self, command):
        if isinstance(command, Saw):
            self.saw = command.reading
        return super().submit(command)

    def doubts(self, place):
        saw = getattr(self, "saw", None)
        return saw is not None and place in {atom.place for atom in saw.vague}


def sees_with(eyes):
    return eyes._gaze._lookout.knowledge


def test_a_turn_tap_teaches_the_eye_of_a_running_table(tmp_path, caplog):
    seating = take_seats(Texts.load("en"), KIT.name, Wish(4, "full", (), "board"))
    game, answers = record(("full", (), 4, "board"))
    taps = [number for number, answer in enumerate(answers) if is_tap(answer)]
    start, tap = answers[taps[5]].after, answers[taps[6]]
    shown = game.expected_view(tap.before).atoms
    scene = scene_from_view(
        practice.table().empty.pack, sorted(shown), Random(1), at=practice.table().empty
    )
    dim = replace(LAMP, strength=0.6 * LAMP.strength)
    image, _ = practice.table().renderer.render(scene.changed(light=switch_on(scene.light, dim)))

    @contextmanager
    def opening():
        with Store.open(tmp_path / "games.sqlite", ROOMY) as store:
            log = store.begin(KIT.name, edition="own", setup=game.states.encode(start))
            yield Table(game, log, signs=KIT.signs, clock=lambda: 4 * time.monotonic())

    notebook = Notebook(taught())
    eyes = CameraEyes(Window(image), notebook)
    with Overheard(opening) as session, caplog.at_level("INFO"):
        eyes.open(seating, session)
        try:
            weak = Atom("b01", "agent:red")
            assert weak in shown
            # In this light it is barely told from others that may stand beside it.
            assert comes_true(lambda: session.doubts(weak.place), LONG_S)
            assert not notebook.lessons
            session.ask(Answer(by(tap.ask.seat), tap.ask.id, tap.move), LONG_S)
            assert comes_true(lambda: bool(notebook.lessons), LONG_S)
            assert session.snapshot.settled == tap.after
            assert weak.piece in notebook.lessons[0].pieces
            assert comes_true(lambda: sees_with(eyes) is notebook.knowledge, LONG_S)
            # People are told of the lamp, and not of the lesson.
            assert {notice.id for notice in session.snapshot.notices} <= {"see.trouble"}
            assert "learned from play" in caplog.text
            notebook.forget_last()
            assert comes_true(lambda: sees_with(eyes) is taught(), LONG_S)
        finally:
            eyes.close()


# --- on the disk --------------------------------------------------------------------------------


def test_lessons_survive_until_the_table_is_taught_anew(profile):
    notebook = open_notebook(profile)
    lesson = notebook.study(seen(), told())
    again = open_notebook(profile)
    assert [one.pieces for one in again.lessons] == [lesson.pieces]
    assert again.lessons[0].made == lesson.made
    samples, first = again.knowledge.solids.paint.samples, notebook.knowledge.solids.paint.samples
    assert all(np.array_equal(samples[name], first[name]) for name in first)
    notebook.forget_last()
    assert open_notebook(profile).knowledge is taught()
    save_lesson(lessons_folder(profile), red())
    kit, edition = kit_of(PACK)
    save_profile(profile, taught(), PACK, kit.name, edition, Story(made="2026-06-01"))
    assert open_notebook(profile).lessons == ()
    assert not list(profile.glob(f"*/{FOLDER}"))


def test_memory_and_disk_keep_as_many(profile):
    notebook = open_notebook(profile)
    for shade in range(KEPT + 2):
        notebook._add(red(shade))
    assert [one.pixels["agent:red"][0, 0] for one in notebook.lessons] == [*range(2, KEPT + 2)]
    assert len(open_notebook(profile).lessons) == KEPT
    notebook.forget_all()
    assert notebook.knowledge is taught()
    assert open_notebook(profile).lessons == ()


def test_a_broken_lesson_is_named_and_the_others_are_used(profile):
    folder = lessons_folder(profile)
    names = [save_lesson(folder, red(shade)) for shade in range(4)]
    strange = save_lesson(folder, PlayLesson({"agent:pink": red().pixels["agent:red"]}, ()))
    (folder / FOLDER / names[0] / FILE).write_bytes(b"\xff{")
    (folder / FOLDER / names[1] / "agent-red.png").unlink()
    row = json.loads((folder / FOLDER / names[2] / FILE).read_bytes())
    row["colours"]["agent:red"] = f"../{names[3]}/agent-red.png"
    (folder / FOLDER / names[2] / FILE).write_text(json.dumps(row))
    broken = []
    notebook = open_notebook(profile, broken)
    assert [path.name for path in broken] == [*names[:3], strange]
    assert [one.pixels["agent:red"][0, 0] for one in notebook.lessons] == [3]
    notebook.forget_all()
    assert not any((folder / FOLDER).iterdir())


# --- on the command line ------------------------------------------------------------------------


def test_the_command_forgets_the_last_lesson_or_all(profile):
    folder = lessons_folder(profile)
    for _ in range(3):
        save_lesson(folder, red())
    said = companion("teach", "--out", profile, "--forget", "last")
    assert (said.exit_code, said.stdout) == (0, "Forgotten: 1 lesson about red agent.\n")
    assert list(load_lessons(folder)) == ["0001", "0002"]
    said = companion("teach", "--out", profile, "--forget", "all")
    assert "2 lessons" in said.stdout
    assert not load_lessons(folder)
    assert "Nothing" in companion("teach", "--out", profile, "--forget", "all").stdout


def test_the_command_wants_a_pack_to_teach_and_a_profile_to_forget(tmp_path):
    said = companion("teach", "--out", tmp_path / "table")
    assert (said.exit_code, "--pack" in said.stderr) == (2, True)
    said = companion("teach", "--out", tmp_path / "table", "--forget", "all")
    assert said.exit_code == 2


def test_read_sees_with_what_was_learned_and_names_what_is_broken(profile, tmp_path):
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), evening()[0][0])
    notebook = open_notebook(profile)
    notebook.study(seen(), told())
    (lessons_folder(profile) / FOLDER / "0002").mkdir()
    said = companion("read", "--profile", profile, photo)
    assert "0002 cannot be read" in said.stderr
    learned = {p for p in doubted() if evening()[1][p][0] in notebook.lessons[0].pieces}
    assert learned
    assert not learned & set(json.loads(said.stdout)["unsure"])
