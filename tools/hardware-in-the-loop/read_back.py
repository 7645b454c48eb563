"""Read the pictures that the guest's cameras took, and compare with what was on the table.

read_back.py SHARE        adds two checks to SHARE/report.json
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(CHECKOUT)]

from companion.app.see import plan_of  # noqa: E402 - found only now
from companion.games import Kit, kits  # noqa: E402
from companion.session.ports import Frame  # noqa: E402
from vision.eye import Eye  # noqa: E402
from vision.lookout import Lookout  # noqa: E402
from vision.lookout_news import Stable  # noqa: E402
from vision.profile import load_profile  # noqa: E402
from vision.reading import Reading  # noqa: E402
from vision.register import NotFound  # noqa: E402


class Seen:
    """What a companion makes of the pictures in a share."""

    def __init__(self, share: Path) -> None:
        table, knowledge = load_profile(share / "profile", plan_of)
        self._share, self._kit, self._knowledge = share, kits()[table.game], knowledge
        self._truth = json.loads((share / "truth.json").read_text(encoding="utf-8"))

    def the_table_is_read_through_the_pi_camera(self) -> str:
        """Read a single picture, as ``companion read`` does."""
        position, (frame,) = self._pictures("pi")
        post = Eye(self._knowledge).find(frame.image)
        assert not isinstance(post, NotFound), post.missing
        reading = post.read(frame.image, anew=True)
        count = self._compare(reading, position)
        return f"position {position}: {count} agents as they stood, {len(reading.unsure)} unsure"

    def a_game_is_followed_through_the_usb_camera(self) -> str:
        """Follow the moves as a running table does; each is seen once the table is at rest."""
        lookout, seen = Lookout(Eye(self._knowledge)), []
        for file in sorted((self._share / "seen").glob("usb-*.json")):
            position, frames = self._pictures(file.stem)
            news = [one for frame in frames for one in lookout.see(frame)]
            stable = [one.reading for one in news if isinstance(one, Stable)]
            assert stable, f"position {position} never came to rest: {news}"
            seen.append(self._compare(stable[-1], position))
        assert len(seen) == len(self._truth), f"{len(seen)} of {len(self._truth)} positions"
        return f"{len(seen)} positions with {', '.join(map(str, seen))} agents, all as they stood"

    def _pictures(self, name: str) -> tuple[int, list[Frame]]:
        facts = json.loads((self._share / "seen" / f"{name}.json").read_text(encoding="utf-8"))
        images = np.load(self._share / "seen" / f"{name}.npy")
        stamped = zip(images, facts["times_s"], strict=True)
        return facts["position"], [Frame(*pair, n) for n, pair in enumerate(stamped)]

    def _compare(self, reading: Reading, position: int) -> int:
        """Return how many agents were read; all must be there, and none where none stands."""
        read, truth = agents(reading, self._kit), self._truth[position]["agents"]
        assert read == truth, (read, truth)
        return sum(map(len, read.values()))


def agents(reading: Reading, kit: Kit) -> dict[str, list[str]]:
    """Return who surely stands where, as the truth tells it."""
    doubtful = reading.unsure | reading.hidden
    found = kit.reading(reading.found)["agents"]
    return {place: who for place, who in found.items() if place not in doubtful}


def run(check: Callable[[], str]) -> dict[str, object]:
    """Run one check; whatever it raises is its failure."""
    start = time.monotonic()
    try:
        said, passed = check(), True
    except Exception as problem:  # noqa: BLE001 - whatever it is, the next check comes
        said, passed = f"{type(problem).__name__}: {problem}", False
    seconds = round(time.monotonic() - start, 1)
    sign = "passed" if passed else "FAILED"
    print(f"  {sign} in {seconds} s: {check.__name__}: {said}", flush=True)
    return {"check": check.__name__, "passed": passed, "said": said, "seconds": seconds}


def main() -> None:
    """Read what there is."""
    share = Path(sys.argv[1])
    report = share / "report.json"
    results = json.loads(report.read_text(encoding="utf-8"))
    seen = Seen(share)
    if (share / "seen" / "pi.npy").exists():
        results.append(run(seen.the_table_is_read_through_the_pi_camera))
    if (share / "seen" / "usb-0.npy").exists():
        results.append(run(seen.a_game_is_followed_through_the_usb_camera))
    report.write_text(json.dumps(results), encoding="utf-8")


main()
