"""Switch the machine off, where the table runs as the service that the installer set up."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
from collections.abc import Mapping

from companion.engine import Text

_LOG = logging.getLogger(__name__)
#: The service says so in its unit; by hand, a table that is closed leaves the machine alone.
ALLOWED = "COMPANION_POWER_OFF"
_WORDS = ("systemctl", "--no-ask-password", "poweroff")
_PATIENCE_S = 10.0


def may_power_off(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether switching the table off means the machine as well.

    >>> may_power_off({"COMPANION_POWER_OFF": "yes"}), may_power_off({})
    (True, False)
    """
    return environ.get(ALLOWED) == "yes"


def power_off() -> Text:
    """Ask systemd to switch the machine off, and say what came of it."""
    try:
        done = subprocess.run(
            _WORDS,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return _refused(str(problem))
    # Once systemd agrees it stops this service, and may well end whoever asked before he is done.
    if done.returncode in (0, -signal.SIGTERM):
        return Text("serve.power-off")
    return _refused(" ".join(done.stderr.split()) or f"systemctl: {done.returncode}")


def _refused(why: str) -> Text:
    _LOG.error("the machine stays on: %s", why)
    return Text("serve.no-power-off", {"why": why})
