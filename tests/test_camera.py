"""Opening a camera by its name, and what is said when that does not work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from camera_sources import fill, film, number_of

from companion.session.texts import LANGUAGES, Texts
from hardware.camera import is_pi, open_camera, watch_camera
from hardware.camera_fault import CameraFault
from hardware.camera_files import FolderCamera, VideoCamera
from hardware.camera_picamera2 import is_closed, load_picamera2
from hardware.camera_usb import find_usb


def fault_of(spec):
    with pytest.raises(CameraFault) as fault:
        open_camera(spec)
    return fault.value.text


def test_none_is_no_camera():
    assert open_camera("none") is None
    assert watch_camera("none", pytest.fail) is None


@pytest.mark.skipif(is_pi(), reason="a Raspberry Pi looks for its camera")
def test_elsewhere_than_on_a_pi_no_camera_is_taken_unasked():
    assert open_camera("auto") is None


def test_files_are_cameras(tmp_path):
    folder = open_camera(f"folder:{fill(tmp_path / 'a:b', ['1.png', '2.png'])}", hurry=True)
    video = open_camera(f"video:{film(tmp_path / 'table.avi', 2)}", hurry=True)
    assert isinstance(folder, FolderCamera)
    assert isinstance(video, VideoCamera)
    assert [number_of(camera.read().image) for camera in (folder, folder, video)] == [0, 1, 0]


@pytest.mark.parametrize(
    "spec",
    ["", "webcam", "none:1", "auto:pi", "pi:x", "pi:", "usb:", "folder", "folder:", "video:"],
)
def test_other_words_name_no_camera(spec):
    said = fault_of(spec)
    assert (said.id, said.params) == ("core.camera.spec-unknown", {"spec": spec})
    with pytest.raises(CameraFault):
        watch_camera(spec, pytest.fail)


def test_usb_cameras_that_are_not_there(tmp_path):
    assert fault_of("usb:957").params == {"device": "/dev/video957"}
    assert fault_of(f"usb:{tmp_path / 'camera'}").id == "core.camera.usb-missing"


def test_a_device_that_is_no_camera(tmp_path):
    assert fault_of("usb:/dev/null").id == "core.camera.usb-refuses"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_camera_that_belongs_to_others(tmp_path):
    device = tmp_path / "video0"
    device.touch(0o000)
    assert fault_of(f"usb:{device}").id == "core.camera.usb-not-allowed"


def plug_in(sysfs, name, bus, index="0"):
    """Lay out what the kernel shows of a video device."""
    device = sysfs / "devices" / bus / name
    device.mkdir(parents=True)
    (sysfs / "class" / name).mkdir(parents=True)
    (sysfs / "class" / name / "device").symlink_to(device)
    (sysfs / "class" / name / "index").write_text(f"{index}\n")


def test_the_first_usb_camera_is_found_among_other_devices(tmp_path):
    assert find_usb(tmp_path / "class") is None
    plug_in(tmp_path, "video0", "platform/bcm2835-codec")
    assert find_usb(tmp_path / "class") is None
    plug_in(tmp_path, "video10", "pci0/usb1/1-1")
    plug_in(tmp_path, "video3", "pci0/usb1/1-2", index="1")
    plug_in(tmp_path, "video9", "pci0/usb1/1-3")
    assert find_usb(tmp_path / "class") == Path("/dev/video9")


def test_a_pi_is_known_by_its_model(tmp_path):
    model = tmp_path / "model"
    assert not is_pi(model)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert is_pi(model)
    model.write_bytes(b"Radxa ROCK 5B\0")
    assert not is_pi(model)


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Return a folder from which Python imports, and forget afterwards what was imported."""
    for name in ("picamera2", "libcamera"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in ("picamera2", "libcamera"):
        sys.modules.pop(name, None)


def advice():
    with pytest.raises(CameraFault) as fault:
        load_picamera2()
    return fault.value.text


@pytest.mark.parametrize(
    ("program", "said"),
    [
        # These are the words of the real libraries.
        (
            "raise ValueError('numpy.dtype size changed, may indicate binary incompatibility.')",
            "core.camera.numpy-unfit",
        ),
        (
            "raise ImportError('numpy.core.multiarray failed to import')",
            "core.camera.numpy-unfit",
        ),
        ("import pykms_that_is_not_there", "core.camera.picamera2-broken"),
        ("raise OSError('libcamera.so.0.5: cannot open')", "core.camera.picamera2-broken"),
        ("raise ValueError('something else')", "core.camera.picamera2-broken"),
        ("", "core.camera.picamera2-broken"),
    ],
)
def test_a_broken_picamera2_is_told_apart_from_a_missing_one(shelf, program, said):
    (shelf / "picamera2.py").write_text(program)
    assert advice().id == said


def test_a_missing_picamera2_is_told_with_the_way_to_get_it(shelf, monkeypatch):
    (shelf / "picamera2.py").write_text("import libcamera")
    environment = shelf / "venv"
    environment.mkdir()
    monkeypatch.setattr(sys, "prefix", str(environment))
    assert (advice().id, advice().params) == (
        "core.camera.picamera2-missing",
        {"module": "libcamera"},
    )
    (environment / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    assert advice().params == {"folder": str(environment)}


def test_an_open_environment_is_told_from_a_closed_one(tmp_path):
    assert not is_closed(tmp_path)
    settings = tmp_path / "pyvenv.cfg"
    settings.write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    assert is_closed(tmp_path)
    settings.write_text("home = /usr/bin\nInclude-System-Site-Packages = True\n")
    assert not is_closed(tmp_path)


def test_faults_are_sentences_in_every_language():
    text = fault_of("usb:957")
    said = {Texts.load(language)(text) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all("/dev/video957" in sentence for sentence in said)


def test_the_door_knows_no_driver_before_it_is_opened():
    program = "import sys, hardware.camera; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert not {"picamera2", "libcamera"} & set(loaded)
