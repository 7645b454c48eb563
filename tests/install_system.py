"""A small pretended Raspberry Pi for the installer: a folder, and the programs it calls."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

PROGRAMS = {
    "apt-get": "",
    "apt-cache": 'echo "$2 | 1.0 | somewhere"',
    "dpkg": "echo arm64",
    "dpkg-query": '[ -e "$FAKE/packages" ] && echo installed',
    "getent": 'case "$*" in "passwd companion") [ -e "$FAKE/user" ] ;; *) true ;; esac',
    "useradd": 'touch "$FAKE/user"',
    "userdel": 'rm "$FAKE/user"',
    "usermod": 'echo "$2" >>"$FAKE/groups"',
    "id": 'case $1 in -nG) tr "\\n" " " <"$FAKE/groups" ;; *) exec /usr/bin/id "$@" ;; esac',
    "raspi-config": (
        "case $2 in get_i2c) if [ -e $FAKE/i2c ]; then echo 0; else echo 1; fi ;;"
        " do_i2c) touch $FAKE/i2c ;; get_wifi_country) echo DE ;; esac"
    ),
    "journalctl": "echo 'the camera is gone'",
    "sleep": "",
    # A version whose README says so does not come up.
    "systemctl": (
        "here=$PI/opt/table-companion/current/README.md\n"
        "case $1 in\n"
        'is-enabled) [ -e "$FAKE/enabled" ] ;;\n'
        'enable) touch "$FAKE/enabled" ;;\n'
        'disable) rm -f "$FAKE/enabled" "$FAKE/started" ;;\n'
        'restart) touch "$FAKE/started" ;;\n'
        "is-active) if [ ! -e $FAKE/started ]; then echo inactive; exit 3; fi\n"
        '  if grep -q "does not start" "$here"; then echo failed; exit 3; fi; echo active ;;\n'
        "esac"
    ),
    "nmcli": (
        'case "$*" in\n'
        "*' add '*) printf '%s' \"${10}\" >\"$FAKE/ssid\" ;;\n"
        "*' delete '*) [ -e $FAKE/ssid ] && rm \"$FAKE/ssid\" ;;\n"
        "*' show '*) cat \"$FAKE/ssid\" ;;\n"
        "esac"
    ),
    "python3": (
        "case $1 in\n"
        "-V) echo Python 3.11.2 ;;\n"
        '-c) echo "${NUMPY:-1.24.2}" ;;\n'
        f'-) exec {sys.executable} -IS "$@" ;;\n'
        '-m) mkdir -p "$4/bin" && cp "$FAKE/bin/in-venv-python" "$4/bin/python"\n'
        '  cp "$FAKE/bin/in-venv-companion" "$4/bin/companion" ;;\n'
        "esac"
    ),
    "in-venv-python": 'case "$*" in *"pip install"*) [ ! -e "$FAKE/no-network" ] ;; esac',
    "in-venv-companion": (
        "case $1 in\n"
        'init) [ "$2" = --help ] || echo "language = \\"auto\\"" >"$3" ;;\n'
        'backup) cp "$COMPANION_STATE/games.sqlite" "$2" ;;\n'
        "esac"
    ),
}
#: Programs that change the system; a second run must not need them.
CHANGING = ("apt-get", "useradd", "usermod", "userdel", "in-venv-python -m pip")
AVAHI = "[server]\n#host-name=foo\n#domain-name=local\nuse-ipv4=yes\n\n[publish]\n"


class System:
    """A Pi in a folder, a checkout beside it, and a note of every program that was called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pi, self.checkout, self.fake = folder / "pi", folder / "checkout", folder / "fake"
        self.calls_file = self.fake / "calls"

    def copy_to(self, folder: Path) -> System:
        """Return a system just like this one."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return System(folder)

    def make(self) -> None:
        """Lay out a fresh system."""
        for name in ("run/systemd/system", "etc/avahi", "proc/device-tree"):
            (self.pi / name).mkdir(parents=True)
        (self.pi / "etc/avahi/avahi-daemon.conf").write_text(AVAHI)
        (self.pi / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
        self.be("bookworm")
        (self.fake / "bin").mkdir(parents=True)
        (self.fake / "groups").touch()
        for name, program in PROGRAMS.items():
            self.program(name, program)
        self._make_checkout()

    def _make_checkout(self) -> None:
        shutil.copytree(ROOT / "install", self.checkout / "install")
        for name in ("pyproject.toml", "constraints.txt", "LICENSE"):
            shutil.copy(ROOT / name, self.checkout)
        for name in ("README.md", "CHANGELOG.md"):
            (self.checkout / name).write_text("A table.\n")
        for name in ("companion", "vision", "hardware", "web", "calibration", "docs"):
            (self.checkout / name).mkdir()
            (self.checkout / name / "__init__.py").touch()

    def be(self, codename: str) -> None:
        (self.pi / "etc/os-release").write_text(f"ID=debian\nVERSION_CODENAME={codename}\n")

    def program(self, name: str, text: str) -> None:
        """Put a program in place of the real one."""
        file = self.fake / "bin" / name
        note = f'echo "{name} $*" >>"$FAKE/calls"'
        file.write_text(f"#!/bin/bash\n{note}\n{text}\n")
        file.chmod(0o755)

    def run(self, *arguments: str, status: int = 0, **env: str) -> str:
        """Run the installer; return everything it said."""
        self.calls_file.write_text("")
        done = subprocess.run(
            [self.checkout / "install/install.sh", "--root", self.pi, *arguments],
            env={
                "PATH": f"{self.fake / 'bin'}:{os.environ['PATH']}",
                "FAKE": str(self.fake),
                "PI": str(self.pi),
                **env,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == status, done.stdout
        return done.stdout

    def calls(self, name: str) -> list[str]:
        """Return how a program was called in the last run."""
        lines = self.calls_file.read_text().splitlines()
        return [line for line in lines if line.startswith(f"{name} ")]

    def version(self, link: str = "current") -> str:
        return (self.pi / "opt/table-companion" / link).readlink().name

    def change(self, text: str) -> None:
        """Make another version of the checkout."""
        (self.checkout / "README.md").write_text(text)

    def picture(self) -> dict[str, tuple[int, int, str]]:
        """Return all there is: rights, time and content of everything."""
        return {
            str(path.relative_to(self.pi)): (
                path.lstat().st_mode,
                path.lstat().st_mtime_ns,
                path.read_text() if path.is_file() else "",
            )
            for path in sorted(self.pi.rglob("*"))
            if "log" not in path.relative_to(self.pi).parts
        }
