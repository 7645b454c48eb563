"""Wait for what another thread will do."""

from __future__ import annotations

import time
from collections.abc import Callable


def comes_true(what: Callable[[], bool], at_most_s: float = 10.0) -> bool:
    """Tell whether something comes true in the end."""
    for _ in range(round(at_most_s / 0.01)):
        if what():
            return True
        time.sleep(0.01)
    return what()
