# cython: boundscheck=False, wraparound=False, cdivision=True
"""Compiled kernels on the board."""
