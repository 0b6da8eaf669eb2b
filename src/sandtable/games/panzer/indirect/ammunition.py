"""Chapters 5.16.2.3 and 5.16.2.5: whether a source has smoke left to fire."""

from __future__ import annotations

from sandtable.games.panzer.indirect.sources import IndirectWeapon, weapons_of
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.fire import AmmunitionFile
from sandtable.games.panzer.units import Game
from sandtable.kernel import Line, Resolved, rule


def smoke_weapon(game: Game, source: str) -> IndirectWeapon:
    """The weapon with which a source fires smoke. Raises StopIteration for one that cannot."""
    return next(weapon for weapon in weapons_of(game, source) if weapon.smoke)


@rule("5.16", "5.16.2", "5.16.2.3", "5.16.2.5", "6.5.1.11.4")
def has_smoke_left(game: Game, side: str, source: str) -> bool:
    """Roll against the smoke limit of a source, for every mission anew; above it the fire does not take place."""
    limit = smoke_weapon(game, source).limits.S
    if limit is None:
        return True
    die = game.content.table("ammunition", AmmunitionFile).die
    roll = game.roll(die, "smoke-limit", "5.16.2.3", (limit + 1,))
    enough = roll <= limit
    game.say(
        Resolved(
            rule="5.16.2.3",
            what="smoke-limit",
            result="smoke-left" if enough else "no-smoke-left",
            subject=source,
            lines=(Line("smoke-limit", str(limit), "5.16.2"), Line("die", str(roll), "5.16.2")),
            favours=side if enough else enemy_of(side),
        )
    )
    return enough
