"""Draw boards, tiles and cards as SVG for phones, for paper and for the simulated camera."""
