"""The computer opponents' staff: how the game's own bot thinks."""

from sandtable.games.efs.staff.player import StaffPlayer

__all__ = ["StaffPlayer"]
