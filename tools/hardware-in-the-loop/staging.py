"""What the guest sees and plays: made beside it while it boots, or taken from the last run.

It is kept beside the guest's image, and made anew whenever a file that may have a say in it changes.
"""

import hashlib
import shutil
import subprocess
import sys
import time
from importlib.metadata import distributions
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
#: Whose files may have a say; what runs in the guest has none, nor have the sentences.
ROOMS = ("companion", "vision", "calibration", "hardware", "tests", "tools/hardware-in-the-loop")
SILENT = ("texts", "guest", "__pycache__")
#: What is made, and who waits for it: first the drivers, then the game, then the host.
MADE = ("frames", "truth.json", "frames.ready", "profile", "taught.pickle", "game", "game.ready")


class Staging:
    """Fill the share that the guest mounts."""

    def __init__(self, cache: Path, share: Path) -> None:
        self._share, self._kept = share, cache / f"staged-{key()}"
        self._started_at_s, self._ended_at_s = time.monotonic(), 0.0
        self._maker: subprocess.Popen[bytes] | None = None
        if self._kept.exists():
            copy(self._kept, share)
        else:
            words = [sys.executable, HERE / "stage.py", share]
            self._maker = subprocess.Popen(words, cwd=CHECKOUT)

    @property
    def has_failed(self) -> bool:
        """Tell whether the guest would wait in vain."""
        return self._maker is not None and self._maker.poll() not in (None, 0)

    def look(self) -> None:
        """Keep what was made as soon as all of it is there."""
        if not self._ended_at_s and (self._maker is None or self._maker.poll() == 0):
            self._ended_at_s = time.monotonic()
            if self._maker is not None:
                self._keep()

    def _keep(self) -> None:
        part = self._kept.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        copy(self._share, part)
        for older in self._kept.parent.glob("staged-*"):
            if older != part:
                shutil.rmtree(older)
        part.rename(self._kept)

    def close(self) -> None:
        """End it, whether it is done or not."""
        if self._maker is not None:
            self._maker.kill()
            self._maker.wait()

    def told(self) -> str:
        """Say how long it took."""
        if self._maker is None:
            return "staging: as the last time"
        return f"staging: {self._ended_at_s - self._started_at_s:.0f} s, beside the guest"


def copy(source: Path, target: Path) -> None:
    """Copy all that is made."""
    for name in MADE:
        one = source / name
        if one.is_dir():
            shutil.copytree(one, target / name)
        else:
            shutil.copy2(one, target / name)


def key() -> str:
    """Name what is made by all that it is made from."""
    digest = hashlib.sha256(sys.version.encode())
    for line in sorted(f"{one.name} {one.version}" for one in distributions()):
        digest.update(line.encode())
    for room in ROOMS:
        for file in sorted((CHECKOUT / room).rglob("*")):
            if file.is_file() and not set(SILENT) & set(file.parts):
                digest.update(str(file.relative_to(CHECKOUT)).encode() + b"\0")
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
