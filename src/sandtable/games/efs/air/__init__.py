"""Chapters 9 and 14: air power (not in play yet)."""
