"""Turn a camera frame into a reading: where each surface lies, and what stands on every place.

This room registers the board in the picture, models how pieces look, weighs the evidence place by
place, and knows when a hand or a shadow is in the way. It knows places and pieces but no game:
what a change on the board means is decided elsewhere.
"""
