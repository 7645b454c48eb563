"""Boot the guest, try our drivers on its devices, and say what came of it.

tools/hardware-in-the-loop/run.py [CHECK ...]      all checks, or those named

Exit status: 0 all passed, 1 something failed, 2 the guest cannot be built or booted.
"""

import argparse
import hashlib
import json
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Collection
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
#: What the guest is built from; another guest is built when one of these changes.
RECIPE = ("build.sh", "needs.py", "guest/init.sh", "guest/virtual.yaml")
#: What a table does not need to run.
NOT_RUN = ("docs/", "tests/")
PASSED, FAILED, NO_GUEST = 0, 1, 2
#: No run takes longer than this, and no guest is silent for longer; one that hangs is switched off.
MOST_S, SILENT_S = 1200, 420
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


def pack_checkout(target: Path) -> None:
    """Pack the files of the project that run, and nothing made from them, into one: a share is slow."""
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


def stage(share: Path, checks: list[str]) -> None:
    """Lay out what the guest finds on its share: our code, the checks, and pictures to be seen."""
    pack_checkout(share / "checkout.tar")
    shutil.copytree(HERE / "guest", share / "guest")
    (share / "wanted").write_text(" ".join(checks), encoding="utf-8")
    subprocess.run([sys.executable, HERE / "stage.py", share], cwd=CHECKOUT, check=True)


def boot(guest: Path, share: Path) -> None:
    """Run the guest to its end; show what it says of itself."""
    command = ["qemu-system-x86_64", *_MACHINE, "-append", _KERNEL]
    command += ["-kernel", str(guest / "vmlinuz"), "-initrd", str(guest / "initrd")]
    command += ["-drive", f"file={guest / 'guest.ext4'},format=raw,if=virtio,snapshot=on"]
    command += ["-virtfs", f"local,path={share},mount_tag=share,security_model=none"]
    log = share / "console.txt"
    with log.open("wb") as out:
        machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        try:
            follow(machine, log)
        finally:
            machine.kill()
            machine.wait()


def follow(machine: "subprocess.Popen[bytes]", log: Path) -> None:
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
        if not running:
            return
        time.sleep(0.5)
    say("The guest hangs and was switched off.")


def expected(wanted: Collection[str]) -> set[str]:
    """Return the names of the checks that the guest has to report."""
    kinds = runpy.run_path(str(HERE / "guest/checks.py"))["CHECKS"].values()
    names = {name for kind in kinds for _, name, _ in kind}
    return names & set(wanted) if wanted else names


def judge(share: Path, wanted: Collection[str], started_at_s: float) -> int:
    """Say how it went; a check that never ran has not passed."""
    console = (share / "console.txt").read_text(encoding="utf-8", errors="replace")
    report = share / "report.json"
    results = json.loads(report.read_text(encoding="utf-8")) if report.exists() else []
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
        stage(share, given.checks)
        boot(guest, share)
        if (share / "seen").exists():
            subprocess.run([sys.executable, HERE / "read_back.py", share], check=True)
        if given.keep:
            shutil.copytree(share, given.keep, dirs_exist_ok=True)
        return judge(share, given.checks, started_at_s)


if __name__ == "__main__":
    sys.exit(main())
