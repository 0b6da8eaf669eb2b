"""Lends the toy title to the tests of this folder."""

from kernel.toybox import toy

__all__ = ["toy"]
