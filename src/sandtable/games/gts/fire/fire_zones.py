"""Chapter 17.3: fire zones, and the range of units."""

from __future__ import annotations

from sandtable.games.gts.content import Content, Face, Strict, Weapon
from sandtable.games.gts.fire.line_of_sight import reach, seen_from, sight_lines
from sandtable.games.gts.positions import Positions
from sandtable.games.gts.state import Unit, enemy_of
from sandtable.games.gts.units import Game, face, hexes_of, is_adjacent_to_enemy, positions, side_of
from sandtable.kernel import of_content, rule

NOWHERE: frozenset[str] = frozenset()


class WeaponClass(Strict, frozen=True, kw_only=True):
    """What a weapon class can do."""

    colour: str
    direct: bool
    indirect: bool
    opportunity: bool
    direct_as: Weapon | None


class WeaponsFile(Strict, frozen=True, kw_only=True):
    """The weapon classes, and what shortens the range of a unit."""

    source: str
    rules: tuple[str, ...]
    classes: dict[Weapon, WeaponClass]
    direct_within: int
    default_range: int
    range_adjacent_to_enemy: int
    range_in_barrage: int


def weapons(game: Game) -> WeaponsFile:
    return game.content.table("weapons", WeaponsFile)


@rule("15.1", "15.3/note", "15.5/2", "16.3/1", "16.4.2.2", "29.24")
def range_of(game: Game, unit_id: str) -> int:
    """How far a unit can fire now: 1 next to an enemy unit or under a barrage."""
    unit, printed = game.state.units[unit_id], face(game, unit_id).range
    if not unit.at or unit.entry:
        return printed
    if unit.at in game.state.barrages:
        printed = min(printed, weapons(game).range_in_barrage)
    if printed > 1 and is_adjacent_to_enemy(game, unit.at, side_of(game, unit_id)):
        printed = min(printed, weapons(game).range_adjacent_to_enemy)
    return printed


@rule("16.1/mortar", "17.3", "29.25", "29.26")
def zone_range(game: Game, unit_id: str) -> int:
    """How far a unit's fire zone can reach: not at all for mortars and units that cannot fire."""
    unit = game.state.units[unit_id]
    if not unit.at or unit.entry:
        return 0
    far = printed_zones(game.content)[unit_id][unit.mounted]
    if not far or (unit.suppressed and not game.content.reading["suppressed-units-have-fire-zone"]):
        return 0
    return far if far == 1 and unit.at not in game.state.barrages else min(far, range_of(game, unit_id))


@of_content
def printed_zones(content: Content) -> dict[str, tuple[int, int]]:
    """How far the fire zone of each counter would reach by what is printed on its front and on its other side."""
    return {
        unit_id: (_printed_zone(content, kind.front), _printed_zone(content, kind.transport or kind.front))
        for unit_id, kind in content.counters.items()
    }


def _printed_zone(content: Content, shown: Face) -> int:
    file = content.table("weapons", WeaponsFile)
    if shown.fire is None or shown.weapon is None or not file.classes[shown.weapon].direct:
        return 0
    return min(shown.range, file.direct_within) if file.classes[shown.weapon].indirect else shown.range


class SideZones:
    """The fire zones of one side, followed from question to question: only what has changed is worked out anew."""

    __slots__ = (
        "_around", "_changed", "_enemies", "_enemies_read", "_far", "_hexes", "_known", "_moment", "_near", "_read",
        "_side", "_sight", "of_unit", "turned", "watched",
    )  # fmt: skip

    def __init__(self, side: str, where: Positions) -> None:
        self._side = side
        self._around: object = None
        self._moment, self._sight = (0, ""), 0
        self._changed, self._enemies = where.changed[side], where.turned[enemy_of(side)]
        self._read = self._enemies_read = 0
        self._known: dict[str, tuple[str, str, bool, bool]] = {}
        """What the zone of each unit was last worked out from."""
        self._far: dict[str, tuple[frozenset[str], bool]] = {}
        """The units whose zone depends on whether enemies stand next to them: those hexes, and whether any do."""
        self._near: dict[str, set[str]] = {}
        """Those units by the hexes next to them."""
        self.of_unit: dict[str, frozenset[str]] = {}
        self.watched: dict[str, set[str]] = {}
        """The units whose zone covers each hex."""
        self.turned: list[str] = []
        """The hexes that have come into a zone of the side or out of all of them, one after another."""
        self._hexes = (0, NOWHERE)

    def update(self, game: Game) -> None:
        changed, enemies, barrages = self._changed, self._enemies, game.state.barrages
        moment = (game.state.turn, game.state.weather)
        if moment != self._moment:
            self._moment, self._sight = moment, reach(game)
        around = (self._sight, *barrages)
        if around != self._around:
            renewed, self._around = {*self.of_unit, *changed[self._read :]}, around
        elif len(changed) > self._read:
            renewed = {unit_id for unit_id in changed[self._read :] if self._has_turned(game, unit_id)}
        elif len(enemies) == self._enemies_read:
            return
        else:
            renewed = set()
        for unit_id in renewed:
            self._follow(game, unit_id)
        for label in {*enemies[self._enemies_read :]}:
            for unit_id in self._near.get(label, ()):
                self._look_around(game, unit_id)
        self._read, self._enemies_read = len(changed), len(enemies)

    def _has_turned(self, game: Game, unit_id: str) -> bool:
        """Whether anything has changed of a unit on which its zone depends."""
        unit = game.state.units.get(unit_id)
        return self._known.get(unit_id) != (None if unit is None else _facts(unit))

    def hexes(self) -> frozenset[str]:
        """The hexes in the zone of any unit; the same object until they change."""
        known, found = self._hexes
        if known != len(self.turned):
            found = frozenset(self.watched)
            self._hexes = (len(self.turned), found)
        return found

    def _follow(self, game: Game, unit_id: str) -> None:
        """Work out the zone of a unit of the side that has come, changed or gone."""
        unit = game.state.units.get(unit_id)
        if unit is None:
            self._stand(unit_id, None)
            self._set(unit_id, NOWHERE)
            self.of_unit.pop(unit_id, None)
            self._known.pop(unit_id, None)
            return
        self._known[unit_id] = _facts(unit)
        if unit.at and not unit.entry and face(game, unit_id).range > 1:
            near = sight_lines(game.content).near[unit.at]
            enemies = hexes_of(game, enemy_of(self._side)).keys()
            self._stand(unit_id, near)
            self._far[unit_id] = (near, not enemies.isdisjoint(near))
        else:
            self._stand(unit_id, None)
        self._take(game, unit_id)

    def _stand(self, unit_id: str, near: frozenset[str] | None) -> None:
        """Note the hexes next to a unit whose zone depends on them; of any other there are none."""
        old = self._far.get(unit_id)
        if old is not None:
            if old[0] is near:
                return
            for label in old[0]:
                self._near[label].discard(unit_id)
            del self._far[unit_id]
        if near is not None:
            for label in near:
                self._near.setdefault(label, set()).add(unit_id)

    def _look_around(self, game: Game, unit_id: str) -> None:
        """Work out the zone of a unit that has come to stand next to an enemy, or does no longer."""
        near, beside = self._far[unit_id]
        if hexes_of(game, enemy_of(self._side)).keys().isdisjoint(near) == beside:
            self._far[unit_id] = (near, not beside)
            self._take(game, unit_id)

    def _take(self, game: Game, unit_id: str) -> None:
        far = zone_range(game, unit_id)
        at = game.state.units[unit_id].at
        if far > 1:
            zone = seen_from(game, at, far)
        else:
            zone = sight_lines(game.content).near[at] if far else NOWHERE
        self._set(unit_id, zone)

    def _set(self, unit_id: str, zone: frozenset[str]) -> None:
        old = self.of_unit.get(unit_id, NOWHERE)
        self.of_unit[unit_id] = zone
        if zone is old:
            return
        for label in old - zone:
            watched = self.watched[label]
            watched.discard(unit_id)
            if not watched:
                del self.watched[label]
                self.turned.append(label)
        for label in zone - old:
            watching = self.watched.get(label)
            if watching is None:
                self.watched[label] = {unit_id}
                self.turned.append(label)
            else:
                watching.add(unit_id)


def _facts(unit: Unit) -> tuple[str, str, bool, bool]:
    """What the zone of a unit depends on, beside what is around it."""
    return unit.at, unit.entry, unit.mounted, unit.suppressed


def side_zones(game: Game, side: str) -> SideZones:
    """The fire zones of a side as they are now. Not to be changed."""
    key = ("zones", side)
    found: SideZones | None = game.cache.get(key)
    if found is None:
        where = positions(game)
        found = game.memo.get(key)
        if found is None:
            found = game.memo[key] = SideZones(side, where)
        found.update(game)
        game.cache[key] = found
    return found


@rule("17.3", "29.26")
def fire_zone(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes of a unit's fire zone: those in its range that it sees."""
    return side_zones(game, side_of(game, unit_id)).of_unit.get(unit_id, NOWHERE)


@rule("17.3")
def zones_of(game: Game, side: str) -> frozenset[str]:
    """The hexes in the fire zone of any unit of a side."""
    return side_zones(game, side).hexes()


def in_enemy_zone(game: Game, label: str, side: str) -> bool:
    """Whether a hex is in the fire zone of an enemy of a side."""
    return label in side_zones(game, enemy_of(side)).watched


@rule("17.3")
def watchers(game: Game, label: str, side: str) -> list[str]:
    """The units of a side whose fire zone covers a hex, whether they could fire now or not, in the order of ids."""
    found = side_zones(game, side).watched.get(label)
    return sorted(found) if found else []
