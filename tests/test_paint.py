"""The colours of pieces: how well each fits, and what it takes to know."""

from __future__ import annotations

import tracemalloc

import numpy as np

from vision.paint import SAMPLES, Paint, colour_index

MEGABYTE = 1 << 20


def some_paint(pieces: int = 3) -> Paint:
    noise = np.random.default_rng(1)
    middles = noise.integers(40, 215, (pieces, 1, 3))
    pixels = middles + noise.integers(-20, 20, (pieces, SAMPLES, 3))
    return Paint({f"agent:{n}": one.astype(np.uint8) for n, one in enumerate(pixels)})


def test_a_taught_colour_fits_its_own_piece_best():
    paint = some_paint()
    for number, samples in enumerate(paint.samples.values()):
        fits = paint.densities[colour_index(samples)]
        assert (fits.argmax(axis=1) == number).mean() > 0.95


def test_a_piece_that_was_never_taught_fits_nothing():
    paint = Paint({"agent:none": np.zeros((0, 3), np.uint8)})
    assert not paint.densities.any()


def test_all_colours_are_known_without_much_memory():
    paint = some_paint()
    tracemalloc.start()
    try:
        assert paint.densities.shape == (32768, 3)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10 * MEGABYTE
