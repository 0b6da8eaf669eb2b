"""Chapter 15.1: who fights in a combat, and with what declared."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.efs.state import Attack, enemy_of
from sandtable.games.efs.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in


class Forces(NamedTuple):
    """The forces of a combat as the attacker has organized them."""

    attack: Attack
    """What was declared; its attackers are those finally chosen (15.14)."""
    support: tuple[str, ...] = ()
    """The artillery of the attacker."""
    defending: tuple[str, ...] = ()
    """The artillery of the defender that still gives support."""
    supplied: bool = False
    """Whether the attack is in attack supply (15.21)."""
    engineers: bool = False
    """Engineer effects are declared (15.53a)."""
    buster: str = ""
    """The bunker buster (15.44b)."""
    no_retreat: bool = False
    """No Retreat holds for the defender, as far as it is known (15.52)."""
    silenced: tuple[str, ...] = ()
    """The heavy guns that have bombarded without effect, and cancel nothing (13.44a)."""

    @property
    def side(self) -> str:
        return self.attack.side

    @property
    def enemy(self) -> str:
        return enemy_of(self.attack.side)

    @property
    def hexes(self) -> tuple[str, ...]:
        return self.attack.hexes

    @property
    def attackers(self) -> tuple[str, ...]:
        return self.attack.attackers


@rule("15.43a", "15.51")
def against_those_left(game: Game, attack: Attack) -> Attack:
    """An attack on those of its hexes in which somebody is left: ground behind which nobody stands helps nobody."""
    held = tuple(label for label in attack.hexes if units_in(game, label))
    return attack if held in (attack.hexes, ()) else replace(attack, hexes=held)


@rule("15.11", "15.46b")
def defenders(game: Game, forces: Forces) -> list[str]:
    """All units in the defender hexes: none may be withheld."""
    return [unit_id for label in forces.hexes for unit_id in units_in(game, label)]


def hexsides_attacked(game: Game, forces: Forces) -> set[tuple[str, str]]:
    """The hexsides across which the attackers attack, artillery aside."""
    places = {game.state.units[unit_id].at for unit_id in forces.attackers}
    return {(at, label) for at in places for label in forces.hexes}
