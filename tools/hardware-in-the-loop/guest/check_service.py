"""The service itself, under systemd, with its unit as the installer writes it."""

import os
import pwd
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

from check_pins import Line, until

from companion.app.settings import Settings

_UNIT = "table-companion.service"
_STATE, _RUNTIME = Path("/var/lib/table-companion"), Path("/run/table-companion")
#: A slow guest needs this long to start the whole table.
_START_S = 240.0


def show() -> dict[str, str]:
    """Return what systemd knows about the service."""
    told = subprocess.run(["systemctl", "show", _UNIT], check=True, capture_output=True, text=True)
    return dict(line.partition("=")[::2] for line in told.stdout.splitlines())


def shines() -> bool:
    """Tell whether the lamp that shows how the table is has light just now."""
    return any(Line(pin).is_high() for pin in Settings().lamps.status)


def the_service_runs_and_is_reached() -> str:
    """Find it up because it said so, though nothing was learned yet, and answering phones."""
    facts = show()
    assert facts["ActiveState"] == "active", _journal()
    assert facts["NRestarts"] == "0", _journal()
    assert (facts["Type"], facts["User"]) == ("notify", "companion"), facts
    assert facts["UnitFileState"] == "enabled", facts
    with urllib.request.urlopen("http://localhost:8000/", timeout=60) as answer:
        assert answer.status == 200
    owner = pwd.getpwnam("companion").pw_uid
    for file in (_STATE / "games.sqlite", _STATE / "keys.json"):
        assert file.stat().st_uid == owner, file
    assert list(_RUNTIME.glob(".lgd-nfy*")), "lgpio has its pipes somewhere else"
    assert until(shines), "its lamp is dark"
    counted = facts["MemoryCurrent"]
    memory = f"{int(counted) >> 20} MB" if counted.isdecimal() else "memory not counted"
    return f"ready, {facts['WatchdogUSec']} for each sign of life, {memory}, its lamp shines"


def the_service_that_hangs_is_started_anew() -> str:
    """Stop it in its tracks; systemd misses its signs of life."""
    first = int(show()["MainPID"])
    os.kill(first, signal.SIGSTOP)
    start_s = time.monotonic()
    while (facts := show())["NRestarts"] != "1" or facts["ActiveState"] != "active":
        assert time.monotonic() - start_s < _START_S, _journal()
        time.sleep(1)
    assert int(facts["MainPID"]) != first
    assert until(shines), "the pins of the first one are not given back"
    return f"up again after {time.monotonic() - start_s:.0f} s"


def the_service_ends_when_it_is_asked_to() -> str:
    """Stop it as a shutdown does; it puts everything away."""
    subprocess.run(["systemctl", "stop", _UNIT], check=True, timeout=120)
    facts = show()
    assert (facts["ActiveState"], facts["Result"]) == ("inactive", "success"), _journal()
    assert not shines(), "its lamp shines on"
    return "put away, lamps dark"


def _journal() -> str:
    words = ["journalctl", "-u", _UNIT, "-n", "40", "-o", "cat", "--no-pager"]
    return subprocess.run(words, check=False, capture_output=True, text=True).stdout
