"""Chapters 15, 17, 19 and 20: direct fire, opportunity fire, their results, and the rally from them."""
