"""Concealment: what the enemy does not know, and how he comes to know it (A12)."""
