"""Chapters 4.6 and 6.8: the Adjustment Phase."""
