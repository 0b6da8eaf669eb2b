"""Chapter 6.10 to 6.17: NATO's air mobile units."""

from __future__ import annotations

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure, Refusal


def why_immobile(game: Game, unit_id: str) -> Refusal | None:
    """STUB: why an air mobile unit may not move now."""
    return None


def attack_range(game: Game, unit_id: str) -> int:
    """STUB: how far an air mobile unit can attack now: 8 hexes with NATO air superiority, else 1."""
    return 1


def supporters(game: Game, label: str) -> list[str]:
    """STUB: the air mobile units that may give defensive support to a hex under attack (6.16)."""
    return []


class Rebase(Procedure, frozen=True):
    """STUB: an air mobile unit moves."""

    unit: str

    def begin(self, game: Game) -> None:
        game.finish()


PROCEDURES = (Rebase,)
