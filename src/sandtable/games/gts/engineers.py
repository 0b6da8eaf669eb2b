"""Chapters 22, 23 and 25: field works, roadblocks and Men at Work."""

from __future__ import annotations

from typing import Literal

from sandtable.games.gts.content import Strict
from sandtable.games.gts.events.engineers import Built, Cleared, RearguardFormed, RoadblockPlaced, WorkFailed
from sandtable.games.gts.modifiers import Modifier
from sandtable.games.gts.opportunity import OpportunityFire, is_triggered
from sandtable.games.gts.quality import PASSED, Check, MarkersFile, quality_sum
from sandtable.games.gts.reach import within_a_march
from sandtable.games.gts.state import Unit
from sandtable.games.gts.units import (
    Game,
    change,
    counter,
    division_of,
    formation_of,
    is_engineer,
    is_leg_infantry,
    side_of,
    unit_class,
    units_in,
)
from sandtable.games.gts.works import ENTRENCHED, IMPROVED
from sandtable.games.gts.zones import in_enemy_zone
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule

IMPROVE, ENTRENCH, BLOCK, CLEAR, REARGUARD = "improve", "entrench", "roadblock", "clear-roadblock", "rearguard"
RULES = {IMPROVE: "22.2.1", ENTRENCH: "22.3.1", BLOCK: "23.1", CLEAR: "23.3", REARGUARD: "24.2"}


class EngineerDeed(Strict, frozen=True, kw_only=True):
    """Who may perform an engineer action, whether it takes a check, for whom, and what it needs."""

    who: Literal["leg-infantry", "engineer", "infantry"]
    check: bool
    target: str
    needs: tuple[str, ...]
    source: str


class HouseBonus(Strict, frozen=True, kw_only=True):
    """What houses add to the check for an improved position."""

    value: int
    action: str
    terrain: tuple[str, ...]
    source: str


class EngineersFile(Strict, frozen=True, kw_only=True):
    """The engineer actions."""

    source: str
    rules: tuple[str, ...]
    actions: dict[str, EngineerDeed]
    boats_divisions: tuple[str, ...]
    boats_formations: tuple[str, ...]
    house_bonus: HouseBonus
    rearguard_distance: int


def figures(game: Game) -> EngineersFile:
    return game.content.table("engineers", EngineersFile)


@rule("14.6.2", "19.2.2/effects", "29.23")
def is_ready(game: Game, unit_id: str) -> bool:
    """Whether a unit can perform engineer actions at all: on the map, in combat formation and not suppressed."""
    unit = game.state.units[unit_id]
    return bool(unit.at) and not (unit.entry or unit.column or unit.mounted or unit.suppressed or unit.landing)


@rule("22.2.1", "22.2.2", "22.2.3", "22.1")
def improvable(game: Game, unit_id: str) -> list[str]:
    """The units for which a unit can build an improved position: itself, and for engineers any in its hex."""
    if not is_engineer(game, unit_id) and not is_leg_infantry(game, unit_id):
        return []
    there = units_in(game, game.state.units[unit_id].at) if is_engineer(game, unit_id) else (unit_id,)
    return [other for other in there if not game.state.units[other].works and not game.state.units[other].column]


@rule("22.3.1", "22.3.2")
def entrenchable(game: Game, unit_id: str) -> list[str]:
    """The units in a hex whose improved position an engineer can turn into an entrenchment."""
    if not is_engineer(game, unit_id):
        return []
    there = units_in(game, game.state.units[unit_id].at)
    return [other for other in there if game.state.units[other].works == IMPROVED]


@rule("23.1", "29.41")
def can_block(game: Game, unit_id: str) -> bool:
    """Whether an engineer can place a roadblock: on a road, railway or trail, while its division has one left."""
    state, at, division = game.state, game.state.units[unit_id].at, division_of(game, unit_id)
    if not is_engineer(game, unit_id) or at in state.roadblocks:
        return False
    used = sum(owner == division for owner in state.roadblocks.values())
    return used < game.content.divisions[division].roadblocks and has_way(game, at)


def has_way(game: Game, label: str) -> bool:
    """Whether a road, railway or trail runs through a hex."""
    board = game.content.board
    i = board.index[label]
    return any(any(marks[6 * i : 6 * i + 6]) for marks in board.networks.values())


@rule("23.3")
def can_clear(game: Game, unit_id: str) -> bool:
    """Whether a unit can try to remove a roadblock in its hex."""
    able = is_engineer(game, unit_id) or is_leg_infantry(game, unit_id)
    return able and game.state.units[unit_id].at in game.state.roadblocks


@rule("24.2", "24.5")
def spare_rearguard(game: Game, unit_id: str) -> str:
    """A rearguard counter of the division that is not in use; nothing if the unit cannot form one."""
    if unit_class(game, unit_id) != "infantry" or counter(game, unit_id).rearguard:
        return ""
    division = division_of(game, unit_id)
    numbers = range(1, game.content.divisions[division].rearguards + 1)
    return next((name for n in numbers if (name := f"rg-{division}-{n}") not in game.state.units), "")


@rule("24.3")
def rearguard_hexes(game: Game, unit_id: str) -> list[str]:
    """Where a rearguard can be placed: empty, outside enemy fire zones, near, and within a march of its parent."""
    if not spare_rearguard(game, unit_id):
        return []
    at, side = game.state.units[unit_id].at, side_of(game, unit_id)
    far = figures(game).rearguard_distance
    return sorted(
        label
        for label in within_a_march(game, unit_id)
        if game.content.distance(at, label) <= far
        and not units_in(game, label)
        and not in_enemy_zone(game, label, side)
    )


def can_do(game: Game, unit_id: str, deed: str) -> bool:
    """Whether a unit that is ready can perform an engineer action where it is."""
    return bool(
        {
            IMPROVE: improvable,
            ENTRENCH: entrenchable,
            BLOCK: can_block,
            CLEAR: can_clear,
            REARGUARD: rearguard_hexes,
        }[deed](game, unit_id)
    )


# The action


@rule("13.2/5", "29.23")
def offers(game: Game, units: tuple[str, ...]) -> list[Option]:
    """The engineer actions that a unit can perform; units do not perform them together."""
    if len(units) > 1 or not is_ready(game, units[0]):
        return []
    return [Option(f"do:{deed}", rule=by) for deed, by in RULES.items() if can_do(game, units[0], deed)]


def takes(game: Game, choice: Choice) -> bool:
    return choice.kind == "do" and choice.name in RULES


def start(game: Game, units: tuple[str, ...], choice: Choice) -> None:
    game.push(Labour(unit=units[0], deed=choice.name))


@rule("14.6.2", "22.2.2", "22.3.2", "23.1", "24.5")
def refuse(game: Game, units: tuple[str, ...], choice: Choice) -> Refusal | None:
    """Why units cannot perform an engineer action."""
    args = {"unit": units[0]}
    unit = game.state.units[units[0]]
    if unit.column or unit.mounted:
        return Refusal("refused.no-works-in-column", "14.6.2", args)
    if len(units) > 1 or not is_ready(game, units[0]):
        return Refusal("refused.not-ready-to-work", "29.23", args)
    return Refusal(f"refused.{choice.name}", RULES[choice.name], args)


def preview(game: Game, units: tuple[str, ...], choice: Choice) -> Preview | None:
    labour = Labour(unit=units[0], deed=choice.name, target=units[0])
    if not labour.takes_check(game):
        return None
    parts = [*quality_sum(game, units[0]), *labour.extra(game)]
    return Preview(lines=tuple(Line(part.label, f"{part.value:+d}", part.rule, part.args) for part in parts))


class Labour(Procedure, frozen=True):
    """A unit performs an engineer action, under the guns of the enemy."""

    unit: str
    deed: str
    target: str = ""
    """The unit or hex for which it is done."""

    @rule("22.2.1", "22.3.1", "24.3")
    def begin(self, game: Game) -> Decision | None:
        """Where there is a choice, ask for which unit, or where."""
        kind, names = self.targets(game)
        if len(names) == 1:
            self._declare(game, names[0])
            return None
        options = tuple(Option(f"{kind}:{name}", rule=RULES[self.deed]) for name in names)
        side = side_of(game, self.unit)
        return Decision(side, f"labour-{self.deed}", RULES[self.deed], options, {"unit": self.unit}, continues=True)

    def targets(self, game: Game) -> tuple[str, list[str]]:
        """The kind of thing that the action is done for, and what there is of it."""
        if self.deed == IMPROVE:
            return "unit", improvable(game, self.unit)
        if self.deed == ENTRENCH:
            return "unit", entrenchable(game, self.unit)
        if self.deed == REARGUARD:
            return "hex", rearguard_hexes(game, self.unit)
        return "hex", [game.state.units[self.unit].at]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and self.deed == REARGUARD:
            return Refusal("refused.rearguard-hex", "24.3", {"hex": choice.name})
        if choice.kind == "unit":
            return Refusal(f"refused.{self.deed}", RULES[self.deed], {"unit": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._declare(game, choice.name)

    @rule("17.2/4", "22.2.1", "23.1", "24.2", "25.0", "29.23")
    def _declare(self, game: Game, target: str) -> None:
        """The action triggers opportunity fire at the unit; markers of another work are gone."""
        if game.state.units[self.unit].labour != self.deed:
            change(game, self.unit, labour="", labours=0)
        game.goto("work", target=target)
        if is_triggered(game, "engineer", (self.unit,)):
            game.push(OpportunityFire(trigger="engineer", units=(self.unit,)))

    @rule("17.7", "22.2.1", "22.3.1", "23.1", "23.3", "24.2")
    def work(self, game: Game) -> None:
        """A unit that is still able checks, where the action takes one; no command point can help."""
        unit = game.state.units.get(self.unit)
        if unit is None or unit.suppressed:
            game.finish()
        elif self.takes_check(game):
            game.goto("checked")
            game.push(Check(unit=self.unit, kind="engineer", by=RULES[self.deed], extra=tuple(self.extra(game))))
        else:
            self._complete(game)

    @rule("22.2.1", "23.3")
    def takes_check(self, game: Game) -> bool:
        """Engineers build improved positions and remove roadblocks without a check."""
        rows = figures(game).actions
        engineer = is_engineer(game, self.unit)
        name = {
            IMPROVE: "improved-position-engineer" if engineer else "improved-position",
            ENTRENCH: "entrenchment",
            BLOCK: "place-roadblock",
            CLEAR: "remove-roadblock-engineer" if engineer else "remove-roadblock",
            REARGUARD: "rearguard",
        }[self.deed]
        return rows[name].check

    @rule("25.0")
    def extra(self, game: Game) -> list[Modifier]:
        """+1 for each Men at Work marker of the same action, and for houses where the scenario says so."""
        unit = game.state.units[self.unit]
        found = []
        if unit.labour == self.deed and unit.labours:
            each = game.content.table("markers", MarkersFile).men_at_work
            found.append(Modifier("men-at-work", each * unit.labours, "25.0"))
        house = figures(game).house_bonus
        if (
            self.deed == IMPROVE
            and "street-lines" in game.content.special
            and game.content.terrain[unit.at] in house.terrain
        ):
            found.append(Modifier("houses", house.value, "22.2.1"))
        return found

    @rule("25.0")
    def checked(self, game: Game) -> None:
        """A failed action leaves a Men at Work marker."""
        if game.state.outcome == PASSED:
            self._complete(game)
            return
        unit = game.state.units[self.unit]
        change(game, self.unit, labour=self.deed, labours=unit.labours + 1)
        game.say(WorkFailed(rule="25.0", unit=self.unit, deed=self.deed, markers=unit.labours + 1))
        game.finish()

    @rule("22.2.1", "22.3.1", "22.3.4", "23.1", "23.3", "24.1", "24.2", "25.0")
    def _complete(self, game: Game) -> None:
        change(game, self.unit, labour="", labours=0)
        if self.deed in (IMPROVE, ENTRENCH):
            change(game, self.target, works=IMPROVED if self.deed == IMPROVE else ENTRENCHED)
            game.say(Built(rule=RULES[self.deed], what=self.deed, unit=self.target))
        elif self.deed == BLOCK:
            game.state.roadblocks[self.target] = division_of(game, self.unit)
            game.say(RoadblockPlaced(rule="23.1", unit=self.unit, at=self.target))
        elif self.deed == CLEAR:
            del game.state.roadblocks[self.target]
            game.say(Cleared(rule="23.3", unit=self.unit, at=self.target))
        else:
            self._detach(game)
        game.finish()

    @rule("24.1", "24.2", "29.40")
    def _detach(self, game: Game) -> None:
        """The rearguard belongs to the formation of its parent."""
        name = spare_rearguard(game, self.unit)
        steps = counter(game, name).steps
        game.state.units[name] = Unit(at=self.target, steps=steps, formation=formation_of(game, self.unit))
        game.state.acted[name] = "engineer"
        game.cache.clear()
        game.say(RearguardFormed(rule="24.2", unit=self.unit, rearguard=name, at=self.target))


PROCEDURES = (Labour,)
