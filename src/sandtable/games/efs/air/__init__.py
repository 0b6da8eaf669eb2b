"""Chapters 9 and 14: air power (the second step)."""
