"""Chapters 6.1.4.3.8 and 7.31: mines and minefields."""
