"""The computer opponents' staff: how the game's own bot thinks, and the ways of playing that a search weighs."""

import functools

from sandtable.games.gsfg.staff.doctrine import GRASPING, SWEEPING, TESTED
from sandtable.games.gsfg.staff.player import StaffPlayer

__all__ = ["PLAYBOOK", "StaffPlayer"]

PLAYBOOK = tuple(functools.partial(StaffPlayer, doctrines=each) for each in (TESTED, SWEEPING, GRASPING))
