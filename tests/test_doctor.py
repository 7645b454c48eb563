"""The doctor: passes what works, names what does not, and skips what is not there."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from camera_sources import fill
from command_line import companion, missing_texts
from gpiozero import PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec.structs import replace
from test_camera_pi import opened as opened_pi_camera

from companion.app.doctor_camera import examine_camera
from companion.app.doctor_devices import examine_display, examine_pins
from companion.app.doctor_finding import Finding, Helper, Outcome, report
from companion.app.doctor_machine import (
    Machine,
    examine_clock,
    examine_disk,
    examine_network,
    examine_power,
    examine_temperature,
)
from companion.app.doctor_page import doctor_page
from companion.app.settings import (
    ButtonSettings,
    CameraSettings,
    DisplaySettings,
    LampSettings,
    NetworkSettings,
    Settings,
    SoundSettings,
)
from companion.app.wiring import open_camera, open_devices
from companion.engine import Cue, CueKind, Text
from companion.session.ports import Frame, Page, Press
from companion.session.texts import LANGUAGES, Texts
from hardware.display import Driver
from hardware.pins import CannotOpen, claiming, open_pins

BARE = Settings(
    lamps=LampSettings(seats=(), purchase=None, payday=None, status=None),
    buttons=ButtonSettings(done=None, undo=None, confirm=None, pause=None),
)
SMALL = replace(
    BARE,
    lamps=LampSettings(seats=((4, 17, 27),), purchase=None, payday=None, status=None),
    buttons=ButtonSettings(done=23, undo=None, confirm=None, pause=8),
)


@pytest.fixture
def factory():
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


class Friend:
    """Somebody beside the table, who answers and acts as told."""

    def __init__(self, *, answer: bool | None = True, act: Callable[[], None] | None = None):
        self.told: list[str] = []
        self._answer, self._act = answer, act

    def helper(self) -> Helper:
        return Helper(self._tell, lambda _text: self._answer, self._wait, self._answer is not None)

    def _tell(self, text: Text) -> None:
        self.told.append(text.id)

    def _wait(self, _seconds: float) -> None:
        if self._act is not None:
            self._act()


def outcomes(findings: Iterator[Finding]) -> dict[str, Outcome]:
    return {finding.part: finding.outcome for finding in findings}


# --- lamps and buttons ---------------------------------------------------------------------------


def test_a_lamp_shines_in_all_its_colours(factory):
    shone: list[tuple[float, ...]] = []
    friend = Friend(act=lambda: shone.append(tuple(factory.pin(n).state for n in (4, 17, 27))))
    lamps_only = replace(SMALL, buttons=BARE.buttons)
    found = outcomes(examine_pins(lamps_only, friend.helper(), 1.0, lambda: factory))
    assert found == {"pins": "passed", "lamp.seat-1": "passed", "buzzer": "skipped"}
    assert shone == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_a_button_that_is_pressed_in_time_passes(factory):
    one = replace(SMALL, lamps=BARE.lamps, buttons=ButtonSettings(23, None, None, None))
    friend = Friend(act=lambda: factory.pin(23).drive_low())
    found = outcomes(examine_pins(one, friend.helper(), 1.0, lambda: factory))
    assert found["button.done"] == "passed"


def test_a_lamp_that_does_not_shine_and_a_button_nobody_presses_fail_with_advice(factory):
    friend = Friend(answer=False)
    findings = list(examine_pins(SMALL, friend.helper(), 0.1, lambda: factory))
    failed = [finding for finding in findings if finding.outcome is Outcome.FAILED]
    assert [finding.part for finding in failed] == ["lamp.seat-1", "button.done", "button.pause"]
    assert all(finding.advice is not None for finding in failed)
    assert "doctor.button.press" in friend.told


def test_with_nobody_there_lamps_are_lit_and_buttons_left_alone(factory):
    found = outcomes(examine_pins(SMALL, Friend(answer=None).helper(), 9.0, lambda: factory))
    assert found["lamp.seat-1"] == "passed"
    assert found["button.done"] == "skipped"


def test_a_button_that_hangs_is_found_even_with_nobody_there(factory):
    found = {}
    for finding in examine_pins(SMALL, Friend(answer=None).helper(), 0.0, lambda: factory):
        found[finding.part] = finding.outcome
        if finding.part == "button.done":
            factory.pin(8).drive_low()
    assert found["button.pause"] == "failed"


def test_the_buzzer_plays_if_sounds_are_on(factory):
    noisy = replace(BARE, sounds=SoundSettings(on=True, pin=18))
    found = outcomes(examine_pins(noisy, Friend().helper(), 0.0, lambda: factory))
    assert found == {"pins": "passed", "buzzer": "passed"}


def test_all_pins_are_given_back(factory):
    for _ in range(2):
        assert (
            "failed"
            not in outcomes(
                examine_pins(SMALL, Friend(answer=None).helper(), 0.0, lambda: factory)
            ).values()
        )


def refuse(text_id: str) -> Callable[[], None]:
    def open_() -> None:
        raise CannotOpen(Text(text_id))

    return open_


def test_a_machine_without_pins_is_no_patient_but_a_pi_without_lgpio_is():
    helper = Friend().helper()
    none = outcomes(examine_pins(SMALL, helper, 0.0, refuse("device.pins.none")))
    assert none == {"pins": "skipped"}
    assert outcomes(examine_pins(SMALL, helper, 0.0, refuse("device.pins.no-lgpio"))) == {
        "pins": "failed"
    }
    assert outcomes(examine_pins(BARE, helper, 0.0, refuse("device.pins.no-lgpio"))) == {
        "pins": "skipped"
    }


# --- pin factories -------------------------------------------------------------------------------


def test_pins_that_pretend_are_gpiozeros_own():
    assert isinstance(open_pins({"GPIOZERO_PIN_FACTORY": "mock"}), MockFactory)


def test_a_machine_without_chips_says_so_in_one_sentence(tmp_path):
    with pytest.raises(CannotOpen) as caught:
        open_pins({}, tmp_path)
    assert caught.value.text.id == "device.pins.none"


def test_other_libraries_are_refused_by_name(tmp_path):
    with pytest.raises(CannotOpen) as caught:
        open_pins({"GPIOZERO_PIN_FACTORY": "pigpio"}, tmp_path)
    assert caught.value.text.params["name"] == "pigpio"


def test_a_machine_with_chips_gets_a_sentence_and_no_litter(tmp_path, monkeypatch):
    """Where a chip seems to be there, lgpio is missing or finds none: both end in a sentence."""
    (tmp_path / "gpiochip0").touch()
    monkeypatch.chdir(tmp_path)
    environ: dict[str, str] = {}
    with pytest.raises(CannotOpen) as caught:
        open_pins(environ, tmp_path)
    assert caught.value.text.id.startswith("device.pins.")
    assert [file.name for file in tmp_path.iterdir()] == ["gpiochip0"]
    assert "companion-lgpio" in environ["LG_WD"]


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (OSError(16, "Device or resource busy"), "device.pins.busy"),
        (PermissionError(13, "Permission denied"), "device.pins.not-allowed"),
        (PinInvalidPin("29 is no pin"), "device.pins.no-such-pin"),
        (OSError(5, "Input/output error"), "device.pins.failed"),
    ],
)
def test_every_way_to_fail_has_a_sentence(problem, said):
    with pytest.raises(CannotOpen) as caught, claiming(Text("device.buzzer")):
        raise problem
    assert caught.value.text.params["why"].id == said
    assert missing_texts(Texts.load("en")(caught.value.text)) == []


def test_what_cannot_be_opened_is_noticed_once_and_replaced_by_nothing():
    notices: list[Text] = []
    wanted = replace(Settings(), display=DisplaySettings(driver=Driver.SSD1306, bus=22))
    devices = open_devices(wanted, notices.append, refuse("device.pins.none"))
    assert [notice.id for notice in notices] == ["device.pins.none", "device.display.no-bus"]
    devices.lamps.show([Cue(CueKind.TURN, 0)])
    devices.buttons.listen(print)
    devices.display.show(Page("Anna"))
    devices.close()
    devices.close()


def test_a_whole_table_opens_on_pins_that_pretend(factory):
    notices: list[Text] = []
    noisy = replace(Settings(), sounds=SoundSettings(on=True))
    devices = open_devices(noisy, notices.append, lambda: factory)
    heard: list[Press] = []
    devices.buttons.listen(heard.append)
    devices.lamps.show([Cue(CueKind.TURN, 0)])
    assert factory.pin(17).state > 0  # the green of seat 1
    devices.close()
    assert notices == []


def test_a_busy_lamp_leaves_the_buttons_alive(factory):
    taken = open_devices(replace(Settings(), buttons=BARE.buttons), print, lambda: factory)
    notices: list[Text] = []
    devices = open_devices(Settings(), notices.append, lambda: factory)
    assert [notice.id for notice in notices] == ["device.pins.not-for"]
    heard: list[Press] = []
    devices.buttons.listen(heard.append)
    devices.close()
    taken.close()


# --- display and camera --------------------------------------------------------------------------


def test_a_display_that_is_not_there_is_skipped_and_one_that_should_be_fails():
    texts, helper = Texts.load("en"), Friend().helper()
    assert examine_display(BARE, helper, texts).outcome is Outcome.SKIPPED
    wanted = replace(BARE, display=DisplaySettings(driver=Driver.SH1106, bus=22))
    finding = examine_display(wanted, helper, texts)
    assert (finding.outcome, finding.said.id) == (Outcome.FAILED, "device.display.no-bus")


class Photos:
    """A camera that shows given pictures."""

    def __init__(self, *pictures: np.ndarray) -> None:
        self._pictures, self.number, self.closed = pictures, 0, False

    def read(self) -> Frame:
        if not self._pictures:
            raise OSError("no camera")
        self.number += 1
        return Frame(self._pictures[(self.number - 1) % len(self._pictures)], 0.0, self.number)

    def close(self) -> None:
        self.closed = True


def scene(seed: int, low: int = 60, high: int = 200, blur: int = 0) -> np.ndarray:
    """Photograph a chessboard, with some noise."""
    rng = np.random.default_rng(seed)
    squares = (np.indices((480, 640)) // 20).sum(axis=0) % 2
    picture = np.where(squares, high, low)[..., None] + rng.normal(0, 2, (480, 640, 3))
    if blur:
        kernel = np.ones(blur) / blur
        for axis in (0, 1):
            picture = np.apply_along_axis(np.convolve, axis, picture, kernel, mode="same")
    return picture.clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("pictures", "said"),
    [
        ((scene(1), scene(2)), "doctor.camera.passed"),
        ((), "doctor.camera.no-picture"),
        ((scene(1),), "doctor.camera.frozen"),
        ((scene(1, 4, 20), scene(2, 4, 20)), "check.dark"),
        ((scene(1, 200, 275), scene(2, 200, 275)), "check.burnt"),
        ((scene(1, 120, 122), scene(2, 120, 122)), "doctor.camera.plain"),
        ((scene(1, blur=25), scene(2, blur=25)), "check.blurred"),
    ],
)
def test_pictures_are_judged(pictures, said):
    camera = Photos(*pictures)
    finding = examine_camera(BARE, lambda _settings: camera)
    assert finding.said.id == said
    assert finding.outcome is (Outcome.PASSED if said.endswith("passed") else Outcome.FAILED)
    assert camera.closed


def test_a_camera_that_runs_out_of_pictures_says_so(tmp_path):
    photos = fill(tmp_path / "photos", ["only.png"])
    finding = examine_camera(replace(BARE, camera=CameraSettings(f"folder:{photos}")))
    assert (finding.outcome, finding.said.id) == (Outcome.FAILED, "core.camera.ended")


def test_a_camera_that_falls_silent_says_so_and_is_let_go():
    camera, desk = opened_pi_camera(silence_s=0.05)
    desk.hanging.set()
    finding = examine_camera(BARE, lambda _settings: camera)
    assert (finding.outcome, finding.said.id) == (Outcome.FAILED, "core.camera.silent")
    assert desk.closed == 1


def test_no_camera_is_skipped():
    assert examine_camera(BARE).outcome is Outcome.SKIPPED


@pytest.mark.slow
def test_the_simulated_camera_passes():
    simulated = replace(BARE, camera=CameraSettings("simulated"))
    assert examine_camera(simulated).outcome is Outcome.PASSED
    camera = open_camera(simulated)
    assert camera is not None
    camera.close()


# --- the machine ---------------------------------------------------------------------------------


@pytest.fixture
def machine(tmp_path):
    """Return a machine of files, with a folder for its programs."""
    (tmp_path / "bin").mkdir()
    return Machine(tmp_path, str(tmp_path / "bin"))


def program(machine: Machine, name: str, says: str, status: int = 0) -> None:
    file = machine.root / "bin" / name
    file.write_text(f"#!/bin/sh\necho '{says}'\nexit {status}\n", "utf-8")
    file.chmod(0o755)


def write(machine: Machine, name: str, text: str) -> None:
    file = machine.root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("says", "status", "outcome"),
    [("yes", 0, "passed"), ("no", 0, "failed"), ("", 1, "skipped"), ("maybe", 0, "skipped")],
)
def test_clock(machine, says, status, outcome):
    program(machine, "timedatectl", says, status)
    assert examine_clock(machine).outcome == outcome


def test_clock_without_any_program(machine):
    assert examine_clock(machine).outcome is Outcome.SKIPPED
    write(machine, "run/systemd/timesync/synchronized", "")
    assert examine_clock(machine).outcome is Outcome.PASSED


def test_disk(tmp_path):
    assert examine_disk(tmp_path / "not" / "yet", 0).outcome is Outcome.PASSED
    finding = examine_disk(tmp_path, 10**9)
    assert finding.outcome is Outcome.FAILED
    assert finding.said.params["path"] == str(tmp_path)


@pytest.mark.parametrize(
    ("kind", "said", "outcome"),
    [
        ("cpu-thermal", "54321", "passed"),
        ("cpu-thermal", "85000", "failed"),
        ("cpu-thermal", "-5000", "passed"),
        ("x86_pkg_temp", "40000", "passed"),
        ("battery", "99000", "skipped"),
        ("cpu-thermal", "broken", "skipped"),
    ],
)
def test_temperature(machine, kind, said, outcome):
    write(machine, "sys/class/thermal/thermal_zone0/type", f"{kind}\n")
    write(machine, "sys/class/thermal/thermal_zone0/temp", f"{said}\n")
    finding = examine_temperature(machine)
    assert finding.outcome == outcome
    if said == "54321":
        assert finding.said.params["celsius"] == 54


@pytest.mark.parametrize(
    ("says", "said"),
    [
        ("throttled=0x0", "doctor.power.passed"),
        ("throttled=0x50005", "doctor.power.low"),
        ("throttled=0x50000", "doctor.power.was-low"),
        ("throttled=0x20000", "doctor.power.passed"),  # slow once, but not for want of power
        ("error", "doctor.power.unknown"),
    ],
)
def test_power(machine, says, said):
    program(machine, "vcgencmd", says)
    assert examine_power(machine).said.id == said


def test_power_is_also_found_among_the_files(machine):
    assert examine_power(machine).outcome is Outcome.SKIPPED
    write(machine, "sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert examine_power(machine).said.id == "doctor.power.low"


def test_network():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        network = NetworkSettings("127.0.0.1", port)
        assert examine_network(network, "10.0.0.7").said.id == "doctor.network.taken"
    free = examine_network(network, "10.0.0.7")
    assert (free.outcome, free.said.params["address"]) == (Outcome.PASSED, "10.0.0.7")
    named = NetworkSettings("127.0.0.1", port, "table.local")
    assert examine_network(named, "10.0.0.7").said.params["address"] == "table.local"
    assert examine_network(network, None).outcome is Outcome.SKIPPED


# --- the command ---------------------------------------------------------------------------------


#: A table on which no test moves a real pin.
NOTHING = """
[lamps]
seats = []
purchase = "none"
payday = "none"
status = "none"
[buttons]
done = "none"
undo = "none"
confirm = "none"
pause = "none"
"""


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Write settings with nothing attached, and keep games away from those of the machine."""
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as line:
        port = line.getsockname()[1]
    file = tmp_path / "table.toml"
    file.write_text(f'{NOTHING}[network]\nhost = "127.0.0.1"\nport = {port}\n', "utf-8")
    return file


def test_with_nothing_attached_nothing_attached_has_failed(table, tmp_path):
    told = json.loads(companion("doctor", "--settings", table, "--json").stdout)
    parts = {finding["part"]: finding["outcome"] for finding in told["findings"]}
    assert [parts[part] for part in ("pins", "display", "camera")] == ["skipped"] * 3
    helper = Friend().helper()
    found = examine_pins(Settings(), helper, 0.0, lambda: open_pins({}, tmp_path))
    assert outcomes(found) == {"pins": "skipped"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_are_told_in_every_language(table, tmp_path, language):
    page = tmp_path / "page.html"
    result = companion("doctor", "--settings", table, "--page", page, language=language)
    failed = sum('class="finding failed"' in line for line in page.read_text("utf-8").split("<div"))
    assert result.exit_code == bool(failed)
    assert result.stderr == ""
    assert missing_texts(result.stdout) == []
    html = page.read_text("utf-8")
    assert missing_texts(html) == []
    assert f'lang="{language}"' in html
    assert not re.search(r"https?://", html)


def test_doctor_as_json(table, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    text = table.read_text("utf-8").replace("seats = []", "seats = [[4, 17, 27]]")
    table.write_text(text.replace('done = "none"', "done = 23"), "utf-8")
    result = companion("doctor", "--settings", table, "--json")
    told = json.loads(result.stdout)
    assert told["ok"] is (result.exit_code == 0)
    assert told["passed"] + told["failed"] + told["skipped"] == len(told["findings"])
    parts = {finding["part"]: finding for finding in told["findings"]}
    assert parts["lamp.seat-1"]["outcome"] == "passed"
    assert parts["button.done"]["outcome"] == "skipped"


def test_what_has_failed_decides_the_status_and_stands_first(table, tmp_path):
    text = table.read_text("utf-8")
    table.write_text(f'{text}[display]\ndriver = "ssd1306"\nbus = 22\n', "utf-8")
    result = companion("doctor", "--settings", table, "--page", tmp_path / "p.html")
    assert result.exit_code == 1
    html = (tmp_path / "p.html").read_text("utf-8")
    assert html.index('class="finding failed"') < html.index('class="finding passed"')


def test_the_page_escapes_what_it_shows():
    said = Text("doctor.disk.failed", {"megabytes": 1, "path": "<b>&"})
    finding = Finding("disk", Text("doctor.disk"), Outcome.FAILED, said, Text("doctor.disk.advice"))
    html = doctor_page(Texts.load("en"), [finding])
    assert "&lt;b&gt;&amp;" in html
    assert report(Texts.load("en"), [finding]).ok is False
