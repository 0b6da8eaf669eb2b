"""A position as the staff sees it: where it wants to go, who threatens what, and what a shot is worth."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING

from sandtable.games.asl.content import Content
from sandtable.games.asl.control import junctions
from sandtable.games.asl.fire.attack import Attack, firepower_of, groups_of
from sandtable.games.asl.fire.dice import ALL_DR
from sandtable.games.asl.fire.fire_group import best_pieces
from sandtable.games.asl.fire.fire_phase import pieces_named
from sandtable.games.asl.locations import hex_of, ranges_from
from sandtable.games.asl.sight import sees
from sandtable.games.asl.sight.on_map import ground_of
from sandtable.games.asl.state import DUMMY, UNKNOWN, Unit
from sandtable.games.asl.tables.fire import Ift, Result
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.units import Game, on_map
from sandtable.games.asl.victory import controlled, points_of
from sandtable.kernel import of_content

if TYPE_CHECKING:
    from sandtable.games.asl.artillery.shells import Salvo
    from sandtable.games.asl.staff.danger import Post

HARM = {"kia": 1.0, "k": 0.8, "mc": 0.35, "ptc": 0.12, "none": 0.0}
"""What a result is worth for each target."""
MANY = 12
"""With more vehicles than this nobody asks which of them stand in the way of a line of sight."""
OWN, BROKEN = -1.5, 0.6
"""What harm to one's own men counts where that to a squad of the enemy is 1; and to men of his who are broken."""
GUESSED = 4
"""The firepower and the reach that a "?" is taken to have."""


@of_content
def shot_values(content: Content, column: int, drm: int) -> float:
    """What an attack on a column with a modifier is worth, over all its dice."""
    ift = content.table("ift", Ift)
    return sum(_harm(ift.result(column, dr.total + drm)) for dr in ALL_DR) / len(ALL_DR)


def _harm(result: Result) -> float:
    return HARM[result.kind] + (0.08 * result.number if result.kind in ("mc", "kia") else 0.0)


class Memory:
    """What a staff has made up its mind about in the phase under way."""

    def __init__(self) -> None:
        self.moment = ("", 0, "", "")
        self.rested: set[str] = set()
        """The units and vehicles that find no better place than where they are."""
        self.marked = 0
        """How many of the enemy had fired when the men among them found so."""
        self.marches: dict[tuple[str, ...], dict[str, float]] = {}
        """How many MF it is to some goals from everywhere."""

    def at(self, game: Game, side: str) -> Memory:
        """Forget all of it as another phase begins."""
        state = game.state
        moment = (side, state.turn, state.active, state.phase)
        if moment != self.moment:
            self.moment = moment
            self.rested, self.marked, self.marches = set(), 0, {}
        return self


class Situation:
    """What the answers of the staff ask."""

    def __init__(self, game: Game, side: str, memory: Memory | None = None) -> None:
        self.game, self.side = game, side
        self.state, self.content = game.state, game.content
        self.memory = Memory().at(game, side) if memory is None else memory
        self._far: dict[str, int] = {}
        self.known_posts: list[Post] | None = None
        """The Locations from which the enemy may fire, once they have been asked for."""
        self.exposures: dict[tuple[str, str], float] = {}
        """What fire may come to, by Location and manner, as far as that was asked."""
        self.errands: dict[str, str] | None = None
        """Where leaders are wanted, once that has been asked."""
        self.shelled: dict[str, list[tuple[Salvo, Collection[str]]]] = {}
        """Where artillery strikes, by manner, once that has been asked."""

    @property
    def attacks(self) -> bool:
        """Whether its side must achieve something to win, and the other only prevent it."""
        return self.content.scenario.victory.side == self.side

    @cached_property
    def presses(self) -> bool:
        """Whether it has to take something now: the side that must achieve something, until it has, then the other."""
        victory = self.content.scenario.victory
        if victory.controls is None and victory.points is None:
            return self.attacks
        lacks = victory.points is not None and points_of(self.game, victory.side) < victory.points.needed
        if victory.controls is not None:
            held = sum(controlled(self.game, hex_) == victory.side for hex_ in victory.controls.hexes)
            lacks = lacks or held < victory.controls.at_least
        return self.attacks == lacks

    @property
    def turns_left(self) -> int:
        """How many turns there are to achieve it, this one among them."""
        return max(1, self.content.scenario.turns - self.state.turn + 1)

    @cached_property
    def goals(self) -> list[str]:
        """The hexes of the victory conditions that it wants: those that it lacks before the others; a side that only
        has to keep what it has wants that first."""
        victory = self.content.scenario.victory
        if victory.gun is not None and self.attacks:
            from sandtable.games.asl.staff import night

            return night.goals(self) or [self.content.board.labels[0]]
        hexes = list(victory.controls.hexes) if victory.controls is not None else []
        hexes += list(victory.points.hexes) if victory.points is not None else []
        if victory.safe is not None and self.attacks:
            hexes += [label for label in victory.safe.corners if label in self.content.board.index]
        if victory.gun is not None:
            hexes += [hex_of(unit.at) for unit in self.foes if unit.at]
        wanted = [hex_ for hex_ in hexes if (controlled(self.game, hex_) == self.side) != self.presses]
        if self.presses:
            wanted = [each for hex_ in wanted for each in self._lacking(hex_)]
        return wanted or hexes or [hex_of(unit.at) for unit in self.foes] or [self.content.board.labels[0]]

    def _lacking(self, hex_: str) -> list[str]:
        """What must be taken for a hex: of a junction and the hexes around it those that its side does not hold."""
        if hex_ not in junctions(self.content):
            return [hex_]
        around = (hex_, *self.content.adjacent[hex_])
        return [each for each in around if self.state.held.get(each, "") != self.side] or [hex_]

    @cached_property
    def foes(self) -> list[Unit]:
        """The enemies that it knows of."""
        return list(self.enemies.values())

    @cached_property
    def enemies(self) -> dict[str, Unit]:
        """The same by their ids."""
        return {
            name: unit
            for name, unit in self.state.units.items()
            if unit.side != self.side and on_map(unit) and not unit.guard
        }

    @cached_property
    def own(self) -> dict[str, Unit]:
        return {name: unit for name, unit in self.state.units.items() if unit.side == self.side and on_map(unit)}

    def to_goal(self, hex_: str) -> int:
        """How far a hex is from the nearest goal."""
        if hex_ not in self._far:
            self._far[hex_] = min(ranges_from(self.content, goal)[hex_] for goal in self.goals)
        return self._far[hex_]

    @cached_property
    def _is_crowded(self) -> bool:
        return len(self.state.vehicles) > MANY

    def sight(self, a: str, b: str) -> bool:
        """Whether Locations see each other; where many vehicles are about, as the ground alone has it."""
        if self._is_crowded and not self.state.nvr:
            return ground_of(self.game).line(a, b).block is None
        return sees(self.game, a, b)

    def to_enemy(self, hex_: str) -> int:
        """How far a hex is from the nearest enemy."""
        return min((self.content.distance(hex_, hex_of(foe.at)) for foe in self.foes), default=99)

    def cover(self, hex_: str) -> int:
        """How well the terrain of a hex covers."""
        return terrain_at(self.game, hex_).tem.direct

    def danger(self, location: str) -> float:
        """How much fire may fall on a Location, by those who see it and how near they are, less what covers it."""
        hex_ = hex_of(location)
        total = 0.0
        for foe in self.foes:
            if foe.broken or foe.kind == DUMMY:
                continue
            fp, reach = self._weight(foe)
            distance = self.content.distance(hex_, hex_of(foe.at))
            if distance > 2 * reach or not self.sight(foe.at, location):
                continue
            total += fp * (2 if distance <= 1 else 1 if distance <= reach else 0.5)
        return total * 0.75 ** self.cover(hex_)

    def _weight(self, foe: Unit) -> tuple[int, int]:
        if foe.kind == UNKNOWN:
            return GUESSED, GUESSED
        card = self.content.personnel[foe.kind]
        return card.fp, card.range

    def worth(self, attack: Attack) -> float:
        """What an attack is worth: its harm to each target there."""
        if not attack.pieces:
            return 0.0
        firepower = firepower_of(self.game, attack)
        return sum(
            shot_values(self.content, group.column, group.drm.total) * sum(map(self._stake, group.units))
            for group in groups_of(self.game, attack, firepower)
            if group.column
        )

    def _stake(self, name: str) -> float:
        """How much harm to a unit counts: to one of its own, which fights in a Melee there, against the attack."""
        unit = self.state.units[name]
        return OWN if unit.side == self.side else BROKEN if unit.broken else 1.0

    def shot(self, unit_id: str, target: str) -> float:
        """What all that a unit can fire at a Location is worth."""
        names = [piece.name for piece in best_pieces(self.game, unit_id, target)]
        return self.worth(Attack(pieces_named(self.game, names), (), target))
