"""A companion for the game table: follow the moves, know the rules, keep the score.

Importing this package imports nothing else, so that a command answers at once and the rules can
be used without a camera.
"""

__version__ = "0.1.0"
