"""Try one thing after the other in the guest; write down what came of each."""

import importlib
import json
import logging
import signal
import sys
import time
import traceback
from pathlib import Path

#: Module and function of each check, and how many seconds it may take; first those of the drivers,
#: then the game, then those of the service, for which the guest becomes a whole system.
CHECKS = {
    "drivers": (
        ("check_pins", "lamps_light_real_lines", 120),
        ("check_pins", "buttons_hear_real_lines", 120),
        ("check_usb", "a_usb_camera_gives_fresh_pictures", 180),
        ("check_usb", "a_usb_camera_keeps_the_colours", 180),
        ("check_usb", "a_usb_camera_that_is_taken_away_is_noticed", 180),
        ("check_pi", "the_pi_camera_shows_the_table", 180),
        ("check_pi", "the_pi_camera_can_be_opened_again_and_again", 180),
        ("check_pi", "the_table_is_photographed_by_the_pi_camera", 180),
    ),
    "game": (("check_game", "a_few_rounds_are_played_at_the_table", 1500),),
    "service": (
        ("check_service", "the_service_runs_and_is_reached", 120),
        ("check_service", "the_service_that_hangs_is_started_anew", 300),
        ("check_service", "the_service_ends_when_it_is_asked_to", 120),
    ),
}
REPORT = Path("/share/report.json")


def too_long(_signal: int, _frame: object) -> None:
    """End a check that hangs."""
    raise TimeoutError("this took too long")


def run(module: str, name: str, limit_s: int) -> dict[str, object]:
    """Run one check; whatever it raises is its failure."""
    start = time.monotonic()
    signal.alarm(limit_s)
    try:
        said = getattr(importlib.import_module(module), name)()
        passed = True
    except Exception as problem:  # noqa: BLE001 - whatever it is, the next check comes
        traceback.print_exc(file=sys.stdout)
        said, passed = f"{type(problem).__name__}: {problem}", False
    finally:
        signal.alarm(0)
    return {
        "check": name,
        "passed": passed,
        "said": said,
        "seconds": round(time.monotonic() - start, 1),
    }


def main() -> None:
    """Run the checks of one kind: those that somebody wants, or all."""
    logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="   %(name)s: %(message)s")
    signal.signal(signal.SIGALRM, too_long)
    wanted = Path("/share/wanted").read_text(encoding="utf-8").split()
    for module, name, limit_s in CHECKS[sys.argv[1]]:
        if not wanted or name in wanted:
            last = run(module, name, limit_s)
            sign = "passed" if last["passed"] else "FAILED"
            print(f"== {sign} in {last['seconds']} s: {name}: {last['said']}", flush=True)
            before = json.loads(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else []
            REPORT.write_text(json.dumps([*before, last]), encoding="utf-8")


if __name__ == "__main__":
    main()
