"""A table that exists only in the computer, as a camera above it would see it."""
