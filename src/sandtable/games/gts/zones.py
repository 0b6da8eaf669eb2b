"""Chapter 17.3: fire zones, and the range of units."""

from __future__ import annotations

from sandtable.games.gts.content import Strict, Weapon
from sandtable.games.gts.sight import Lines, reach, seen_from
from sandtable.games.gts.state import Unit, enemy_of
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

    __slots__ = ("_circumstances", "_far", "_known", "_side", "_versions", "hexes", "of_unit", "watched")

    def __init__(self, side: str) -> None:
        self._side = side
        self._circumstances: object = None
        self._versions = (-1, -1)
        self._known: dict[str, Unit] = {}
        self._far: dict[str, tuple[frozenset[str], bool]] = {}
        """The units whose zone depends on whether enemies stand next to them: those hexes, and whether any do."""
        self.of_unit: dict[str, frozenset[str]] = {}
        self.watched: dict[str, dict[str, None]] = {}
        """The units whose zone covers each hex."""
        self.hexes: frozenset[str] = NOWHERE

    def update(self, game: Game) -> None:
        version = positions(game).version
        versions = (version[self._side], version[enemy_of(self._side)])
        around = (reach(game), tuple(game.state.barrages))
        if versions == self._versions and around == self._circumstances:
            return
        changed = around != self._circumstances
        if changed:
            self._drop_all()
        if changed or versions[0] != self._versions[0]:
            changed = self._follow_units(game) or changed
        changed = self._follow_enemies(game) or changed
        self._versions, self._circumstances = versions, around
        if changed:
            self.hexes = frozenset(self.watched)

    def _drop_all(self) -> None:
        self._known.clear()
        self._far.clear()
        self.of_unit.clear()
        self.watched.clear()

    def _follow_units(self, game: Game) -> bool:
        """Work out the zones of the units of the side that are no longer the same."""
        units, known, counters, side = game.state.units, self._known, game.content.counters, self._side
        enemies = hexes_of(game, enemy_of(side)).keys()
        changed = False
        for unit_id in [unit_id for unit_id in known if unit_id not in units]:
            del known[unit_id]
            self._far.pop(unit_id, None)
            changed = self._set(unit_id, NOWHERE) or changed
        for unit_id, unit in units.items():
            if known.get(unit_id) is unit or counters[unit_id].side != side:
                continue
            known[unit_id] = unit
            self._far.pop(unit_id, None)
            if unit.at and not unit.entry and face(game, unit_id).range > 1:
                near = game.content.once(Lines).near[unit.at]
                self._far[unit_id] = (near, not enemies.isdisjoint(near))
            changed = self._take(game, unit_id) or changed
        return changed

    def _follow_enemies(self, game: Game) -> bool:
        """Work out the zones of units that have come to stand next to an enemy, or do no longer."""
        enemies, changed = hexes_of(game, enemy_of(self._side)).keys(), False
        for unit_id, (near, beside) in self._far.items():
            if enemies.isdisjoint(near) == beside:
                self._far[unit_id] = (near, not beside)
                changed = self._take(game, unit_id) or changed
        return changed

    def _take(self, game: Game, unit_id: str) -> bool:
        far = zone_range(game, unit_id)
        at = game.state.units[unit_id].at
        if far > 1:
            zone = seen_from(game, at, far)
        else:
            zone = game.content.once(Lines).near[at] if far else NOWHERE
        return self._set(unit_id, zone)

    def _set(self, unit_id: str, zone: frozenset[str]) -> bool:
        old = self.of_unit.get(unit_id, NOWHERE)
        if zone == old:
            return False
        for label in old - zone:
            watched = self.watched[label]
            del watched[unit_id]
            if not watched:
                del self.watched[label]
        for label in zone - old:
            self.watched.setdefault(label, {})[unit_id] = None
        self.of_unit[unit_id] = zone
        return True


def _zones(game: Game, side: str) -> SideZones:
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
    return _zones(game, side_of(game, unit_id)).of_unit.get(unit_id, NOWHERE)


@rule("17.3")
def zones_of(game: Game, side: str) -> frozenset[str]:
    """The hexes in the fire zone of any unit of a side; kept until the position changes."""
    return _zones(game, side).hexes


def in_enemy_zone(game: Game, label: str, side: str) -> bool:
    """Whether a hex is in the fire zone of an enemy of a side."""
    return label in _zones(game, enemy_of(side)).watched


@rule("17.3")
def watchers(game: Game, label: str, side: str) -> list[str]:
    """The units of a side whose fire zone covers a hex, whether they could fire now or not, in the order of ids."""
    return sorted(_zones(game, side).watched.get(label, ()))
