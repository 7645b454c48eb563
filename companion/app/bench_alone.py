"""Measure on one core: how many cores numpy uses is settled when it starts."""

from __future__ import annotations

import os

#: What tells the libraries under numpy how many cores they may use.
_CORES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def alone() -> dict[str, str]:
    """Return the environment for a process that keeps to one core."""
    return os.environ | dict.fromkeys(_CORES, "1")
