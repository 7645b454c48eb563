"""The files the installer puts in place, and the shell they are written in."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.app.power import ALLOWED

ROOT = Path(__file__).parent.parent
INSTALL = ROOT / "install"
FILES = INSTALL / "files"
SCRIPTS = sorted([*INSTALL.rglob("*.sh"), FILES / "companion"])


def filled(name: str, app: Path | str = "/opt/table-companion") -> str:
    """Return a file as the installer writes it."""
    script = (
        f'here="{INSTALL}"; . "$here/steps/places.sh"; name_places; app="{app}"; filled "{name}"'
    )
    return bash(script)


def bash(script: str) -> str:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def constraints(numpy: str) -> dict[str, str]:
    """Return the versions that the installer asks pip for."""
    file = ROOT / "constraints.txt"
    lines = bash(f'. "{INSTALL}/steps/python.sh"; constraints_for {numpy} "{file}"').split()
    return dict(line.split("==") for line in lines)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shell_parses(script):
    subprocess.run(["bash", "-n", script], check=True)


def test_shellcheck_has_nothing_to_say():
    if not shutil.which("shellcheck"):
        pytest.skip("NO SHELLCHECK: install shellcheck to have the installer checked")
    check = ["shellcheck", "--external-sources", "--check-sourced"]
    for script in (INSTALL / "install.sh", INSTALL / "prove.sh", FILES / "companion"):
        done = subprocess.run(
            [*check, script], cwd=ROOT, check=False, capture_output=True, text=True
        )
        assert done.stdout == ""


@pytest.mark.parametrize("file", sorted(FILES.iterdir()), ids=lambda path: path.name)
def test_no_blank_is_left_open(file):
    assert re.findall(r"@[A-Z]+@", filled(file.name)) == []


def test_unit_is_what_the_service_needs():
    unit = RawConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(filled("table-companion.service"))
    service = unit["Service"]
    assert service["ExecStart"] == "/opt/table-companion/current/.venv/bin/companion serve"
    assert (service["Type"], service["WatchdogSec"]) == ("notify", "60")
    assert (service["User"], service["Restart"]) == ("companion", "on-failure")
    assert service["StateDirectory"] == service["RuntimeDirectory"] == "table-companion"
    assert service["CapabilityBoundingSet"] == ""
    for guard in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "ProtectKernelModules"):
        assert service[guard] == "yes"
    assert unit["Unit"]["StartLimitBurst"] == "5"


def test_unit_names_places_and_devices():
    text = filled("table-companion.service")
    for line in (
        "Environment=COMPANION_STATE=/var/lib/table-companion",
        "Environment=COMPANION_SETTINGS=/etc/table-companion/settings.toml",
        "Environment=LG_WD=%t/table-companion",
        f"Environment={ALLOWED}=yes",
        "Environment=OPENBLAS_NUM_THREADS=1",
        *(f"DeviceAllow=char-{name} rw" for name in ("gpiochip", "i2c", "video4linux", "media")),
    ):
        assert line in text.splitlines()


def test_systemd_has_nothing_to_say(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("NO SYSTEMD: the unit file is only parsed here")
    program = tmp_path / "current/.venv/bin/companion"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "table-companion.service"
    unit.write_text(filled("table-companion.service", tmp_path))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit],
        check=False,
        capture_output=True,
        text=True,
    )
    assert [line for line in done.stderr.splitlines() if "table-companion" in line] == []


def test_table_is_announced():
    group = ET.fromstring(filled("avahi.service"))
    assert group.findtext("service/type") == "_http._tcp"
    assert group.findtext("service/port") == "8000"


def test_numpy_1_takes_the_last_opencv_that_knows_it():
    versions = constraints("1.24.2")
    assert versions["numpy"] == "1.24.2"
    assert versions["opencv-python-headless"] == "4.10.0.84"
    assert versions["msgspec"] in (ROOT / "constraints.txt").read_text()


def test_numpy_2_takes_the_opencv_we_test_with():
    versions = constraints("2.2.4")
    assert versions["numpy"] == "2.2.4"
    assert (
        f"opencv-python-headless=={versions['opencv-python-headless']}\n"
        in (ROOT / "constraints.txt").read_text()
    )
    assert not versions["opencv-python-headless"].startswith("4.10")


def test_what_apt_brings_is_not_asked_of_pip():
    script = f'root=x; . "{INSTALL}/steps/python.sh"; pi_requirements "{ROOT}"'
    names = {re.split(r"[<>=;]", line)[0] for line in bash(script).split()}
    assert not names & {"lgpio", "picamera2"}
