"""Chapters 3.5, 4.1 and 6.1: range, lines of sight, cover, spotting range, and what hinders fire along a line."""
