"""Chapters 15 and 16: combat, its modifiers and its results."""
