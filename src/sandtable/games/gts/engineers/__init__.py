"""Chapters 22 to 25: works, roadblocks, rearguards and the engineers who make them."""
