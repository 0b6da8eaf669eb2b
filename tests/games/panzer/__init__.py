"""Panzer: the data that ships, and what it promises to the rules."""
