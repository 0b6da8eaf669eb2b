"""Chapter 15.6: the fire modifiers, from the rating on the counter to the sum that is rolled against."""

from __future__ import annotations

import msgspec

from sandtable.games.gts.arnhem.landing_table import landing_figures
from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.combat_results import figures
from sandtable.games.gts.movement.terrain_chart import terrain_chart
from sandtable.games.gts.units import Game, face, has_step_loss
from sandtable.kernel import of_content, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Modifier

DIRECT, INDIRECT, OPPORTUNITY, ASSAULT, AIR = "direct", "indirect", "opportunity", "assault", "air"


class ModifierRow(Strict, frozen=True, kw_only=True):
    """A modifier, its value where it has one of its own, and the kinds of fire for which it counts."""

    value: int | None
    direct: bool
    indirect: bool
    opportunity: bool
    assault: str

    def counts(self, kind: str) -> bool:
        """Whether it counts for a kind of fire; air attacks are reckoned like direct fire."""
        if kind == ASSAULT:
            return self.assault != "none"
        return {INDIRECT: self.indirect, OPPORTUNITY: self.opportunity}.get(kind, self.direct)


class ModifiersFile(Table, frozen=True, kw_only=True):
    """The fire modifiers."""

    modifiers: dict[str, ModifierRow]


class ArmoredRange(Strict, frozen=True, kw_only=True):
    """Range modifiers at an armored target."""

    adjacent: int
    between: int
    at_range: int


class RangeFile(Table, frozen=True, kw_only=True):
    """Range modifiers."""

    unarmored: dict[int, int]
    armored: ArmoredRange


class SizeRow(Strict, frozen=True, kw_only=True):
    """The modifier from so many steps on."""

    at_least: int
    modifier: int


class SizeFile(Table, frozen=True, kw_only=True):
    """Target size modifiers."""

    rows: tuple[SizeRow, ...]


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """Who fires at whom, and all that bears on it."""

    firer: str
    target: str
    kind: str
    rating: str = "fire"
    weapon: str = ""
    """The weapon class in which the fire is resolved."""
    extra: tuple[Modifier, ...] = ()
    bonus: str = ""
    as_column: bool = False
    no_works: bool = False
    terrain: bool = True
    size: int | None = None


@of_content
def rows_of(content: Content) -> dict[str, ModifierRow]:
    """The fire modifiers by name."""
    return content.table("fire-modifiers", ModifiersFile).modifiers


def _row(game: Game, name: str) -> ModifierRow:
    return rows_of(game.content)[name]


def value_of(game: Game, name: str) -> int:
    """The value of a modifier that has one of its own."""
    value = _row(game, name).value
    assert value is not None, name
    return value


@rule("15.5/3", "15.6", "27.0/attack")
def fire_sum(game: Game, aim: Aim) -> list[Modifier]:
    """The final fire rating, part by part in the order of 15.6; in air attacks only what favours the attacker."""
    on_firer = aim.kind != AIR
    parts = firer_markers(game, aim) if on_firer else []
    parts += target_defense(game, aim)
    parts += range_part(game, aim)
    parts += size_part(game, aim)
    parts += terrain_part(game, aim)
    if aim.bonus == "yes":
        parts.append(Modifier("company-bonus", value_of(game, "company-bonus"), "15.6/6"))
    parts += works_parts(game, aim)
    parts += weather_parts(game, aim)
    parts += barrage_part(game, aim) if on_firer else []
    parts += aim.extra
    if not on_firer:
        parts = [part for part in parts if part.value > 0]
    return [base_rating(game, aim), *parts]


@rule("15.2", "29.8", "29.25")
def base_rating(game: Game, aim: Aim) -> Modifier:
    """The rating on the counter with which a unit fires."""
    if aim.kind == AIR:
        return Modifier("air-rating", game.content.manifest.air_units[aim.firer].fire, "27.0/attack")
    shown = face(game, aim.firer)
    if aim.rating == "assault":
        return Modifier("assault-rating", shown.assault or 0, "29.8", {"unit": aim.firer})
    return Modifier("fire-rating", shown.fire or 0, "29.25", {"unit": aim.firer})


@rule("14.6.1", "15.6/1", "19.2.2/effects", "19.2.3/effects", "19.2.4")
def firer_markers(game: Game, aim: Aim) -> list[Modifier]:
    """What the markers on the firer change: cohesion hits, a step loss, column, in assaults suppression, landing."""
    unit = game.state.units[aim.firer]
    found = []
    if unit.hits:
        found.append(Modifier(f"cohesion-{unit.hits}", value_of(game, f"cohesion-{unit.hits}"), "15.6/1"))
    if has_step_loss(game, aim.firer):
        found.append(Modifier("step-loss", value_of(game, "step-loss"), "15.6/1"))
    if unit.column:
        found.append(Modifier("column", value_of(game, "column"), "14.6.1"))
    if unit.suppressed and aim.kind == ASSAULT:
        found.append(Modifier("suppressed", value_of(game, "suppressed"), "19.2.2/effects"))
    if unit.landing:
        row = landing_figures(game.content).markers[unit.landing]
        value = row.assault if aim.rating == "assault" else row.fire
        found.append(Modifier("landing", value, "8.0", {"marker": unit.landing}))
    return found


def in_column(game: Game, aim: Aim) -> bool:
    """Whether the target counts as in column."""
    return aim.as_column or game.state.units[aim.target].column


@rule("14.6.1", "15.6/2", "29.17")
def target_defense(game: Game, aim: Aim) -> list[Modifier]:
    """The defense rating of the target, with what column and landing add to it."""
    found = []
    printed = face(game, aim.target).defense
    if printed:
        found.append(Modifier("defense", printed, "15.6/2", {"unit": aim.target}))
    if in_column(game, aim):
        found.append(Modifier("target-column", value_of(game, "target-column"), "14.6.1"))
    landing = game.state.units[aim.target].landing
    if landing:
        row = landing_figures(game.content).markers[landing]
        found.append(Modifier("target-landing", row.defense, "8.0", {"marker": landing}))
    return found


@rule("15.6/3", "16.3/9", "18.7/5D-mods")
def range_part(game: Game, aim: Aim) -> list[Modifier]:
    """The range modifier of direct and opportunity fire."""
    if aim.kind == AIR or not _row(game, "range").counts(aim.kind):
        return []
    distance = game.content.distance(game.state.units[aim.firer].at, game.state.units[aim.target].at)
    file = game.content.table("range", RangeFile)
    if not face(game, aim.target).armored:
        value = file.unarmored[min(distance, max(file.unarmored))]
    elif distance <= 1:
        value = file.armored.adjacent
    else:
        value = file.armored.between if distance < face(game, aim.firer).range else file.armored.at_range
    return [Modifier("range", value, "15.6/3", {"distance": distance})] if value else []


@rule("14.7/opfire", "15.6/4", "29.43")
def size_part(game: Game, aim: Aim) -> list[Modifier]:
    """The size modifier, by the steps of all units in the target's hex unless others are counted."""
    steps = aim.size
    if steps is None:
        steps = sum(game.state.units[unit_id].steps for unit_id in units_in(game, game.state.units[aim.target].at))
    fitting = [row.modifier for row in game.content.table("size", SizeFile).rows if steps >= row.at_least]
    return [Modifier("size", fitting[-1], "15.6/4", {"steps": steps})] if fitting and fitting[-1] else []


@rule("14.6.1", "15.6/5")
def terrain_part(game: Game, aim: Aim) -> list[Modifier]:
    """The terrain of the target's hex; it does not protect a column, nor in woods against artillery."""
    terrain = game.content.terrain[game.state.units[aim.target].at]
    row = terrain_chart(game.content).terrain[terrain]
    if not aim.terrain or not row.defense or aim.weapon in row.no_defense_against:
        return []
    if row.defense < 0 and in_column(game, aim):
        return []
    return [Modifier("terrain", row.defense, "15.6/5", {"terrain": terrain})]


@rule("15.6/7", "17.2/state", "22.2.4", "22.3.6")
def works_parts(game: Game, aim: Aim) -> list[Modifier]:
    """The work that the target is in, and the entrenchment of the firer."""
    found = []
    works = "" if aim.no_works else game.state.units[aim.target].works
    if works:
        name = "target-improved-position" if works == "improved" else "target-entrenchment"
        found.append(Modifier(name, value_of(game, name), "15.6/7"))
    if aim.kind != AIR and game.state.units[aim.firer].works == "entrenched":
        found.append(Modifier("entrenchment", value_of(game, "entrenchment"), "15.6/7"))
    return found


@rule("15.6/8", "26.0/fog", "26.0/rain", "28.0")
def weather_parts(game: Game, aim: Aim) -> list[Modifier]:
    """Fog or rain, and night: they add up."""
    found = []
    weather = rows_of(game.content).get(game.state.weather)
    if weather is not None and weather.value is not None:
        found.append(Modifier(game.state.weather, weather.value, "15.6/8"))
    if game.content.track[game.state.turn].night:
        found.append(Modifier("night", value_of(game, "night"), "15.6/8"))
    return found


@rule("15.6/9", "16.4.2.2")
def barrage_part(game: Game, aim: Aim) -> list[Modifier]:
    """A barrage marker on the firer's hex."""
    marker = game.state.barrages.get(game.state.units[aim.firer].at)
    return [Modifier(marker, value_of(game, marker), "15.6/9")] if marker else []


@rule("15.6/6", "29.16", "17.6/4")
def may_have_bonus(game: Game, unit_id: str, kind: str) -> bool:
    """Whether a firer checks for the company bonus: full companies do, but never in opportunity fire."""
    if kind == AIR or not _row(game, "company-bonus").counts(kind) or has_step_loss(game, unit_id):
        return False
    return figures(game).steps[game.state.units[unit_id].steps].company_bonus


@rule("16.4.2.1")
def own_rating(game: Game, unit_id: str, bonus: str) -> int:
    """A firer's rating by which the barrage is light or heavy: printed, with the bonus and the markers on it.

    Neither the barrage on its hex nor weather and night count (ruling on 16.4.2.1).
    """
    aim = Aim(firer=unit_id, target=unit_id, kind=INDIRECT, bonus=bonus)
    total = base_rating(game, aim).value + sum(part.value for part in firer_markers(game, aim))
    if bonus == "yes":
        total += value_of(game, "company-bonus")
    if game.state.units[unit_id].works == "entrenched":
        total += value_of(game, "entrenchment")
    return total
