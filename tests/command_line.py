"""Run ``companion`` as people do, and keep what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from inspect import signature
from pathlib import Path

from click.testing import CliRunner, Result

from companion.app.cli import build
from companion.session.texts import Texts

ROOT = Path(__file__).parent.parent


def companion(*args: object, language: str = "en") -> Result:
    """Run a command within this process."""
    # Before click 8.2 both streams were one, unless one asked for two.
    two_streams = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
    return CliRunner(**two_streams).invoke(build(Texts.load(language)), [str(arg) for arg in args])


def missing_texts(said: str) -> list[str]:
    """Find the texts that no catalogue has: they are shown by their ids."""
    return re.findall(r"«[\w-]+[.:][^»]+»", said)


def run_companion(*args: object, cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a program of its own, in a bare environment."""
    program = [sys.executable, "-c", "from companion.app.cli import main; main()"]
    return subprocess.run(
        [*program, *map(str, args)],
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
