"""Boot the guest, try our drivers on its devices, and say what came of it.

tools/hardware-in-the-loop/run.py [CHECK ...]      all checks, or those named

Exit status: 0 all passed, 1 something failed, 2 the guest cannot be built or booted.
"""

import argparse
import hashlib
import json
import os
import re
import resource
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import Any

from staging import Staging

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
#: What the guest is built from; another guest is built when one of these changes.
RECIPE = ("build.sh", "needs.py", "guest/init.sh", "guest/virtual.yaml")
#: What a table does not need to run.
NOT_RUN = ("docs/", "tests/")
PASSED, FAILED, NO_GUEST = 0, 1, 2
#: What one of the checks sees in the guest is read by another on the host.
PHOTOGRAPHED = "the_table_is_photographed_by_the_pi_camera"
READ = "the_table_is_read_through_the_pi_camera"
#: No run takes longer than this, and no guest is silent for longer; one that hangs is switched off.
MOST_S, SILENT_S = 2400, 900
_MACHINE = (
    # Software emulation only: it works everywhere, and the same everywhere.
    *("-accel", "tcg", "-machine", "q35", "-cpu", "Nehalem", "-smp", "2", "-m", "2048"),
    *("-nodefaults", "-nographic", "-serial", "stdio", "-no-reboot"),
)
#: On a busy machine the kernel would find its timer too slow, and give up.
_KERNEL = (
    "root=/dev/vda rw console=ttyS0 quiet panic=-1 mitigations=off no_timer_check"
    " init=/guest/init.sh"
)


def say(words: str) -> None:
    """Show a line at once."""
    print(words, flush=True)


def guest_folder() -> Path:
    """Return where this guest is kept, outside of the checkout."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    needs = [sys.executable, HERE / "needs.py", CHECKOUT / "pyproject.toml"]
    digest = hashlib.sha256(subprocess.run(needs, check=True, capture_output=True).stdout)
    for name in RECIPE:
        digest.update((HERE / name).read_bytes())
    return cache / "table-companion" / f"guest-{digest.hexdigest()[:12]}"


def build(folder: Path) -> None:
    """Build the guest unless it is there."""
    if (folder / "guest.ext4").exists():
        return
    say(f"Building the guest once; it is kept in {folder}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([HERE / "build.sh", folder], check=True)
    for older in folder.parent.glob("guest-*"):
        if older != folder:
            shutil.rmtree(older)


def pack_checkout(target: Path, compiled: Path) -> None:
    """Pack the files of the project that run into one, because a share is slow.

    What the guest compiled of them the last time goes along; of a file that has changed it is
    compiled anew.
    """
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    with tarfile.open(target, "w") as packed:
        for name in filter(None, listing.split("\0")):
            if not name.startswith(NOT_RUN) and (CHECKOUT / name).is_file():
                packed.add(CHECKOUT / name, name)
        if compiled.exists():
            with tarfile.open(compiled) as last:
                for file in last:
                    packed.addfile(file, last.extractfile(file))


def lay_out(guest: Path, share: Path, checks: list[str]) -> None:
    """Lay out what the guest finds on its share when it comes up: our code, and the checks."""
    pack_checkout(share / "checkout.tar", guest / "compiled.tar")
    shutil.copytree(HERE / "guest", share / "guest")
    (share / "wanted").write_text(" ".join(checks), encoding="utf-8")


def boot(guest: Path, share: Path, beside: Callable[[], bool]) -> None:
    """Run the guest to its end; show what it says of itself.

    ``beside`` is called now and then, and may say that there is no use in going on.
    """
    command = ["qemu-system-x86_64", *_MACHINE, "-append", _KERNEL]
    command += ["-kernel", str(guest / "vmlinuz"), "-initrd", str(guest / "initrd")]
    command += ["-drive", f"file={guest / 'guest.ext4'},format=raw,if=virtio,snapshot=on"]
    command += ["-virtfs", f"local,path={share},mount_tag=share,security_model=none"]
    log = share / "console.txt"
    with log.open("wb") as out:
        machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        try:
            follow(machine, log, beside)
        finally:
            machine.kill()
            machine.wait()


def follow(machine: "subprocess.Popen[bytes]", log: Path, beside: Callable[[], bool]) -> None:
    """Pass on the lines that are meant for people."""
    end_s = heard_at_s = time.monotonic()
    end_s += MOST_S
    told = 0
    while time.monotonic() < min(end_s, heard_at_s + SILENT_S):
        running = machine.poll() is None
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
        whole = lines if not running or not lines or lines[-1].endswith("\n") else lines[:-1]
        for line in whole[told:]:
            heard_at_s = time.monotonic()
            if line.startswith("== "):
                say("  " + line[3:].rstrip())
        told = len(whole)
        if not running or not beside():
            return
        time.sleep(0.5)
    say("The guest hangs and was switched off.")


def expected(wanted: Collection[str]) -> set[str]:
    """Return the names of the checks that have to be reported: by the guest, and by who reads for it."""
    kinds = runpy.run_path(str(HERE / "guest/checks.py"))["CHECKS"].values()
    names = {name for kind in kinds for _, name, _ in kind}
    names = names & set(wanted) if wanted else names
    return names | {READ} if PHOTOGRAPHED in names else names


class Beside:
    """What the host does while the guest runs: stage, and read what the guest has seen."""

    def __init__(self, staging: Staging, guest: Path, share: Path) -> None:
        self._staging, self._guest, self._share = staging, guest, share
        self._reader: subprocess.Popen[bytes] | None = None

    def go_on(self) -> bool:
        """Do what can be done by now; tell whether there is any use in going on."""
        self._staging.look()
        share = self._share
        if self._reader is None and all(
            (share / f).exists() for f in ("game.ready", "seen/pi.json")
        ):
            self._reader = subprocess.Popen([sys.executable, HERE / "read_back.py", share])
        return not self._staging.has_failed

    def finish(self) -> None:
        """Wait for what was begun, and keep what the guest has compiled."""
        self.go_on()
        if self._reader is not None:
            self._reader.wait()
        compiled = self._share / "compiled.tar"
        if compiled.exists():
            shutil.copy(compiled, self._guest / "compiled.part")
            (self._guest / "compiled.part").rename(self._guest / "compiled.tar")


def milestones(console: str) -> str:
    r"""Say how long each part of the guest's run took.

    >>> milestones(
    ...     "== it is up after 9 s\\n== passed in 2 s: on after 1 s\\n== all is done after 19 s"
    ... )
    'it is up: 9 s, all is done: 10 s'
    """
    found = re.findall(r"== (?!passed|FAILED)(.+?) after ([\d.]+) s", console)
    ends = [0.0, *(float(at_s) for _, at_s in found)]
    took = zip(found, ends, ends[1:], strict=False)
    return ", ".join(f"{what}: {end - begin:.0f} s" for (what, _), begin, end in took)


def results_in(share: Path) -> list[dict[str, Any]]:
    """Return what became of every check, in the guest and here."""
    files = (share / "report.json", share / "read-back.json")
    return [one for file in files if file.exists() for one in json.loads(file.read_text("utf-8"))]


def judge(share: Path, wanted: Collection[str], started_at_s: float) -> int:
    """Say how it went; a check that never ran has not passed."""
    console = (share / "console.txt").read_text(encoding="utf-8", errors="replace")
    results = results_in(share)
    passed = {result["check"] for result in results if result["passed"]}
    failed = (expected(wanted) | {result["check"] for result in results}) - passed
    finished = "== all is done" in console
    took = f"{time.monotonic() - started_at_s:.0f} s"
    if not results or not finished:
        say(f"The guest did not come to its end ({took}). What it said last:")
        say(console[-3000:])
        return FAILED if results else NO_GUEST
    if failed:
        say(console[-12000:])
        say(f"Failed: {', '.join(sorted(failed))}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    say(f"Guest: {milestones(console)}")
    say(f"Processor: {used.ru_utime + used.ru_stime:.0f} s")
    say(f"{len(passed)} of {len(passed | failed)} checks passed, {took}.")
    return FAILED if failed else PASSED


def main() -> int:
    """Do it all; return how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checks", nargs="*", help="names of checks; all if none is given")
    parser.add_argument("--keep", type=Path, help="keep the share in this folder, to look at")
    given = parser.parse_args()
    if shutil.which("qemu-system-x86_64") is None:
        say("QEMU is missing. Try: sudo apt-get install qemu-system-x86 mmdebstrap")
        return NO_GUEST
    started_at_s = time.monotonic()
    guest = guest_folder()
    try:
        build(guest)
    except subprocess.CalledProcessError:
        return NO_GUEST
    with tempfile.TemporaryDirectory(prefix="companion-guest-") as folder:
        share = Path(folder)
        with closing(Staging(guest.parent, share)) as staging:
            lay_out(guest, share, given.checks)
            beside = Beside(staging, guest, share)
            boot(guest, share, beside.go_on)
            beside.finish()
            say(staging.told().capitalize())
        if given.keep:
            shutil.copytree(share, given.keep, dirs_exist_ok=True)
        return judge(share, given.checks, started_at_s)


if __name__ == "__main__":
    sys.exit(main())
