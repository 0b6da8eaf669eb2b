"""Morale: checks, breaking, rally, rout, Heat of Battle, Replacement (A10, A15, A17-A19)."""
