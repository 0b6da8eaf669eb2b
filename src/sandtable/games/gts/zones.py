"""Chapter 17.3: fire zones, and the range of units."""

from __future__ import annotations

from sandtable.games.gts.content import Strict, Weapon
from sandtable.games.gts.sight import Lines, reach, seen_from
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, face, hexes_of, is_adjacent_to_enemy, positions, side_of
from sandtable.kernel import rule

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
    unit, shown = game.state.units[unit_id], face(game, unit_id)
    if not unit.at or unit.entry or shown.fire is None or shown.weapon is None:
        return 0
    if unit.suppressed and not game.content.reading["suppressed-units-have-fire-zone"]:
        return 0
    kind = weapons(game).classes[shown.weapon]
    if not kind.direct:
        return 0
    far = range_of(game, unit_id)
    return min(far, weapons(game).direct_within) if kind.indirect else far


class SideZones:
    """The fire zones of one side, followed from question to question: only what has changed is worked out anew."""

    __slots__ = ("_around", "_enemies_read", "_far", "_near", "_read", "_side", "of_unit", "turned", "watched")

    def __init__(self, side: str) -> None:
        self._side = side
        self._around: object = None
        self._read = self._enemies_read = 0
        self._far: dict[str, tuple[frozenset[str], bool]] = {}
        """The units whose zone depends on whether enemies stand next to them: those hexes, and whether any do."""
        self._near: dict[str, set[str]] = {}
        """Those units by the hexes next to them."""
        self.of_unit: dict[str, frozenset[str]] = {}
        self.watched: dict[str, set[str]] = {}
        """The units whose zone covers each hex."""
        self.turned: list[str] = []
        """The hexes that have come into a zone of the side or out of all of them, one after another."""

    def update(self, game: Game) -> None:
        where, barrages = positions(game), game.state.barrages
        changed, enemies = where.changed[self._side], where.turned[enemy_of(self._side)]
        around = (reach(game), tuple(barrages) if barrages else ())
        if around != self._around:
            renewed, self._around = {*self.of_unit, *changed[self._read :]}, around
        elif len(changed) > self._read:
            renewed = {*changed[self._read :]}
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

    def _follow(self, game: Game, unit_id: str) -> None:
        """Work out the zone of a unit of the side that has come, changed or gone."""
        unit = game.state.units.get(unit_id)
        if unit is None:
            self._stand(unit_id, None)
            self._set(unit_id, NOWHERE)
            self.of_unit.pop(unit_id, None)
            return
        if unit.at and not unit.entry and face(game, unit_id).range > 1:
            near = game.content.once(Lines).near[unit.at]
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
            zone = game.content.once(Lines).near[at] if far else NOWHERE
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


def side_zones(game: Game, side: str) -> SideZones:
    """The fire zones of a side as they are now. Not to be changed."""
    key = ("zones", side)
    found: SideZones | None = game.cache.get(key)
    if found is None:
        found = game.memo.get(key)
        if found is None:
            found = game.memo[key] = SideZones(side)
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
    return frozenset(side_zones(game, side).watched)


def in_enemy_zone(game: Game, label: str, side: str) -> bool:
    """Whether a hex is in the fire zone of an enemy of a side."""
    return label in side_zones(game, enemy_of(side)).watched


@rule("17.3")
def watchers(game: Game, label: str, side: str) -> list[str]:
    """The units of a side whose fire zone covers a hex, whether they could fire now or not, in the order of ids."""
    return sorted(side_zones(game, side).watched.get(label, ()))
