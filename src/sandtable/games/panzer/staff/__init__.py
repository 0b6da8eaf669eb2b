"""The computer's staff: how it commands, fires and moves, and the ways that a search follows."""

import functools

from sandtable.games.panzer.staff.doctrine import BOLD, CAREFUL, PATIENT, RECKLESS, STANDARD
from sandtable.games.panzer.staff.player import StaffPlayer

__all__ = ["PLAYBOOK", "StaffPlayer"]

PLAYBOOK = tuple(functools.partial(StaffPlayer, doctrine=each) for each in (STANDARD, BOLD, CAREFUL, PATIENT, RECKLESS))
