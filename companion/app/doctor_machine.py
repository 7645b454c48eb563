"""Examine the machine itself: clock, disk, temperature, power and network."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.app.doctor_finding import Finding, Patient
from companion.app.settings import AUTO, NetworkSettings
from companion.engine import Text

#: A game with its pictures takes some ten megabytes; below this an evening may not fit.
LEAST_FREE_MB = 500
#: Above this a Raspberry Pi slows itself down.
HOTTEST_C = 80
_MB = 1_000_000
_UNDERVOLTAGE_NOW, _UNDERVOLTAGE_BEFORE = 1 << 0, 1 << 16


class Machine(msgspec.Struct, frozen=True):
    """Where to look: the file system, and the folders with programs (None: those of the shell)."""

    root: Path = Path("/")
    path: str | None = None

    def read(self, name: str) -> str | None:
        """Return what a file says, if it is there."""
        with suppress(OSError, UnicodeDecodeError):
            return (self.root / name).read_text(encoding="ascii").strip()
        return None

    def run(self, *words: str) -> str | None:
        """Return what a program says, if it is there and well."""
        program = shutil.which(words[0], path=self.path)
        if program is None:
            return None
        with suppress(OSError, subprocess.TimeoutExpired):
            done = subprocess.run(
                [program, *words[1:]], capture_output=True, text=True, timeout=5, check=False
            )
            return done.stdout.strip() if done.returncode == 0 else None
        return None


def examine_clock(machine: Machine) -> Finding:
    """Ask whether the clock follows those of the internet: a Raspberry Pi's stops with its power."""
    patient = Patient("clock", Text("doctor.clock"))
    said = machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if said not in {"yes", "no"}:
        synchronised = machine.root / "run/systemd/timesync/synchronized"
        said = "yes" if synchronised.exists() else None
    if said is None:
        return patient.skipped(Text("doctor.clock.unknown"))
    if said == "yes":
        return patient.passed(Text("doctor.clock.passed"))
    return patient.failed(Text("doctor.clock.failed"), Text("doctor.clock.advice"))


def examine_disk(place: Path, least_free_mb: int = LEAST_FREE_MB) -> Finding:
    """Ask how much room is left where the games are kept."""
    patient = Patient("disk", Text("doctor.disk"))
    there = next(folder for folder in (place, *place.parents) if folder.exists())
    free_mb = shutil.disk_usage(there).free // _MB
    params: dict[str, str | int | Text] = {"megabytes": free_mb, "path": str(there)}
    if free_mb >= least_free_mb:
        return patient.passed(Text("doctor.disk.passed", params))
    return patient.failed(Text("doctor.disk.failed", params), Text("doctor.disk.advice"))


def examine_temperature(machine: Machine) -> Finding:
    """Ask how warm the processor is."""
    patient = Patient("temperature", Text("doctor.temperature"))
    celsius = max(_temperatures(machine), default=None)
    if celsius is None:
        return patient.skipped(Text("doctor.temperature.unknown"))
    params: dict[str, str | int | Text] = {"celsius": celsius}
    if celsius < HOTTEST_C:
        return patient.passed(Text("doctor.temperature.passed", params))
    advice = Text("doctor.temperature.advice")
    return patient.failed(Text("doctor.temperature.failed", params), advice)


def _temperatures(machine: Machine) -> Iterator[int]:
    for zone in sorted((machine.root / "sys/class/thermal").glob("thermal_zone*")):
        kind = machine.read(f"sys/class/thermal/{zone.name}/type") or ""
        said = machine.read(f"sys/class/thermal/{zone.name}/temp")
        if said is not None and said.lstrip("-").isdigit() and ("cpu" in kind or "pkg" in kind):
            yield round(int(said) / 1000)


def examine_power(machine: Machine) -> Finding:
    """Ask whether the power supply is strong enough."""
    patient = Patient("power", Text("doctor.power"))
    said = machine.run("vcgencmd", "get_throttled")
    if said is None:
        said = machine.read("sys/devices/platform/soc/soc:firmware/get_throttled")
    try:
        bits = int((said or "").rpartition("=")[2], 16)
    except ValueError:
        return patient.skipped(Text("doctor.power.unknown"))
    advice = Text("doctor.power.advice")
    if bits & _UNDERVOLTAGE_NOW:
        return patient.failed(Text("doctor.power.low"), advice)
    if bits & _UNDERVOLTAGE_BEFORE:
        return patient.failed(Text("doctor.power.was-low"), advice)
    return patient.passed(Text("doctor.power.passed"))


def examine_network(network: NetworkSettings, address: str | None) -> Finding:
    """Ask whether phones could reach this machine; ``address`` is its own, if it has one."""
    patient = Patient("network", Text("doctor.network"))
    if address is None:
        return patient.skipped(Text("doctor.network.none"), Text("doctor.network.advice"))
    params: dict[str, str | int | Text] = {"port": network.port}
    if not _is_free(network):
        advice = Text("doctor.network.taken.advice")
        return patient.failed(Text("doctor.network.taken", params), advice)
    name = address if network.address == AUTO else network.address
    return patient.passed(Text("doctor.network.passed", {**params, "address": name}))


def _is_free(network: NetworkSettings) -> bool:
    try:
        with socket.create_server((network.host, network.port)):
            return True
    except OSError:
        return False
