"""``companion bench web``: from an event on the disk to fifty phones, against one."""

from __future__ import annotations

import msgspec

from web.bench import measure

#: Fifty phones may take so many times as long as one.
MOST_RATIO = 3.0


class WebBench(msgspec.Struct, frozen=True):
    """The JSON object of ``companion bench web --json``: 95th percentiles."""

    ratio: float
    p95_ms: float
    one_p95_ms: float


def measure_web() -> WebBench:
    """Let phones listen to a running table, and stamp what arrives."""
    figures = measure()
    return WebBench(**{name: round(figures[name], 2) for name in WebBench.__struct_fields__})
