"""Read the picture that the guest's Pi camera took, and compare with what was on the table.

read_back.py SHARE        writes SHARE/read-back.json
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

CHECKOUT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(CHECKOUT)]

from companion.app.see import plan_of  # noqa: E402 - found only now
from companion.games import kits  # noqa: E402
from vision.eye import Eye  # noqa: E402
from vision.profile import load_profile  # noqa: E402
from vision.register import NotFound  # noqa: E402


def the_table_is_read_through_the_pi_camera(share: Path) -> str:
    """Read a single picture, as ``companion read`` does; nobody may be missing or made up."""
    table, knowledge = load_profile(share / "profile", plan_of)
    position = json.loads((share / "seen/pi.json").read_text(encoding="utf-8"))
    truth = json.loads((share / "truth.json").read_text(encoding="utf-8"))[position]["agents"]
    image = np.load(share / "seen/pi.npy")
    post = Eye(knowledge).find(image)
    assert not isinstance(post, NotFound), post.missing
    reading = post.read(image, anew=True)
    found = kits()[table.game].reading(reading.found)["agents"]
    doubtful = reading.unsure | reading.hidden
    sure = {place: who for place, who in found.items() if place not in doubtful}
    assert sure == truth, (sure, truth)
    return f"position {position}: {len(truth)} places as they stood, {len(reading.unsure)} unsure"


def main() -> None:
    """Read it; whatever is raised is a failure."""
    share, start_s = Path(sys.argv[1]), time.monotonic()
    check = the_table_is_read_through_the_pi_camera
    try:
        said, passed = check(share), True
    except Exception as problem:  # noqa: BLE001 - whatever it is, it is told
        said, passed = f"{type(problem).__name__}: {problem}", False
    seconds = round(time.monotonic() - start_s, 1)
    sign = "passed" if passed else "FAILED"
    print(f"  {sign} in {seconds} s: {check.__name__}: {said}", flush=True)
    result = {"check": check.__name__, "passed": passed, "said": said, "seconds": seconds}
    (share / "read-back.json").write_text(json.dumps([result]), encoding="utf-8")


main()
