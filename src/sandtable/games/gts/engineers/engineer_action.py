"""Chapters 22 to 25: engineer actions, under the guns of the enemy, and the Men at Work whom they take."""

from __future__ import annotations

from sandtable.games.gts.engineers.engineer_tasks import (
    BLOCK,
    BOATS,
    CLEAR,
    ENTRENCH,
    IMPROVE,
    REARGUARD,
    RULES,
    boats_owner,
    entrenchable,
    figures,
    improvable,
    is_ready,
    name_of,
    possible,
    rearguard_hexes,
    spare_rearguard,
    why_not,
)
from sandtable.games.gts.engineers.works import ENTRENCHED, IMPROVED
from sandtable.games.gts.events.engineers import (
    BoatsBroughtUp,
    Built,
    Cleared,
    RearguardFormed,
    RoadblockPlaced,
    WorkFailed,
)
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing, is_triggered
from sandtable.games.gts.modifiers import Modifier, lines
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.sequence.troop_quality import Check, MarkersFile, quality_sum
from sandtable.games.gts.state import Unit
from sandtable.games.gts.units import (
    Game,
    change,
    counter,
    division_of,
    formation_of,
    is_engineer,
    occupy,
    side_of,
)
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

OPTIONS = {deed: Option(f"do:{deed}", rule=by) for deed, by in RULES.items()}


@rule("13.2/5", "29.23")
def offers(game: Game, units: tuple[str, ...]) -> list[Option]:
    """The engineer actions that a unit can perform; units do not perform them together."""
    if len(units) > 1 or not is_ready(game, units[0]):
        return []
    return [OPTIONS[deed] for deed in possible(game, units[0])]


def takes(game: Game, choice: Choice) -> bool:
    return choice.kind == "do" and choice.name in RULES


def start(game: Game, units: tuple[str, ...], choice: Choice) -> None:
    game.push(Labour(unit=units[0], deed=choice.name))


@rule("14.6.2", "29.23")
def refuse(game: Game, units: tuple[str, ...], choice: Choice) -> Refusal | None:
    """Why units cannot perform an engineer action."""
    unit, args = game.state.units[units[0]], {"unit": units[0]}
    if len(units) > 1:
        return Refusal("refused.not-as-stack", "29.23", args)
    if unit.column or unit.mounted:
        return Refusal("refused.no-works-in-column", "14.6.2", args)
    if not is_ready(game, units[0]):
        return Refusal("refused.not-ready-to-work", "29.23", args)
    return why_not(game, units[0], choice.name)


def preview(game: Game, units: tuple[str, ...], choice: Choice) -> Preview | None:
    """The sum of the check, where the action takes one."""
    labour = Labour(unit=units[0], deed=choice.name)
    if not labour.takes_check(game):
        return None
    return Preview(lines=tuple(lines([*quality_sum(game, units[0]), *labour.extra(game)])))


class Labour(Procedure, frozen=True):
    """A unit performs an engineer action."""

    unit: str
    deed: str
    target: str = ""
    """The unit or hex for which it is done."""

    @rule("22.2.1", "22.2.2", "22.3.1", "24.3")
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
        if choice.kind == "unit" and self.deed in (IMPROVE, ENTRENCH) and choice.name in game.state.units:
            return Refusal(f"refused.{self.deed}-for", RULES[self.deed], {"unit": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._declare(game, choice.name)

    @rule("17.2/4", "22.2.1", "22.3.1", "23.1", "23.3", "24.2", "25.0", "29.23")
    def _declare(self, game: Game, target: str) -> None:
        """The action triggers opportunity fire at the unit; markers of another work are gone."""
        if game.state.units[self.unit].labour != self.deed:
            change(game, self.unit, labour="", labours=0)
        game.goto("under_fire" if is_triggered(game, (self.unit,)) else "work", target=target)

    @rule("17.2/4")
    def under_fire(self, game: Game) -> None:
        game.push(OpportunityFire(trigger="engineer", units=(self.unit,)))

    def under_fire_done(self, game: Game, timing: Timing) -> None:
        game.goto("work")

    @rule("17.7", "22.2.1", "22.3.1", "23.1", "23.3", "24.2", "29.23")
    def work(self, game: Game) -> None:
        """A unit that is still able checks, where the action takes one; no command point can help."""
        unit = game.state.units.get(self.unit)
        if unit is None or unit.suppressed:
            game.finish()
        elif self.takes_check(game):
            game.push(Check(unit=self.unit, kind="engineer", by=RULES[self.deed], extra=tuple(self.extra(game))))
        else:
            self._complete(game)

    @rule("22.2.1", "23.3")
    def takes_check(self, game: Game) -> bool:
        """Engineers build improved positions and remove roadblocks without a check."""
        engineer = is_engineer(game, self.unit)
        name = {
            IMPROVE: "improved-position-engineer" if engineer else "improved-position",
            ENTRENCH: "entrenchment",
            BLOCK: "place-roadblock",
            CLEAR: "remove-roadblock-engineer" if engineer else "remove-roadblock",
            REARGUARD: "rearguard",
            BOATS: "boats",
        }[self.deed]
        return figures(game).actions[name].check

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
    def work_done(self, game: Game, passed: bool) -> None:
        """A failed action leaves a Men at Work marker."""
        if passed:
            self._complete(game)
            return
        unit = game.state.units[self.unit]
        change(game, self.unit, labour=self.deed, labours=unit.labours + 1)
        game.say(WorkFailed(rule="25.0", unit=self.unit, deed=self.deed, markers=unit.labours + 1))
        game.finish()

    @rule("22.2.1", "22.3.1", "22.3.4", "23.1", "23.3", "25.0")
    def _complete(self, game: Game) -> None:
        """The work is done; a unit whose improved position becomes an entrenchment is in it at once."""
        change(game, self.unit, labour="", labours=0)
        state = game.state
        game.finish()
        if self.deed in (IMPROVE, ENTRENCH):
            change(game, self.target, works=IMPROVED if self.deed == IMPROVE else ENTRENCHED)
            game.say(Built(rule=RULES[self.deed], what=self.deed, unit=self.target))
        elif self.deed == BLOCK:
            state.roadblocks[self.target] = division_of(game, self.unit)
            game.say(RoadblockPlaced(rule="23.1", unit=self.unit, at=self.target))
        elif self.deed == CLEAR:
            del state.roadblocks[self.target]
            game.say(Cleared(rule="23.3", unit=self.unit, at=self.target))
        elif self.deed == BOATS:
            self._moor(game)
        else:
            self._detach(game)

    @rule("13.2/5")
    def _moor(self, game: Game) -> None:
        night = boats_owner(game, self.unit)
        assert night is not None
        game.state.boats[self.target] = name_of(night)
        game.say(BoatsBroughtUp(rule="13.2/5", unit=self.unit, at=self.target))

    @rule("24.1", "24.2", "29.40")
    def _detach(self, game: Game) -> None:
        """The rearguard belongs to the formation of its parent, and acts no more in this activation."""
        name = spare_rearguard(game, self.unit)
        formation = formation_of(game, self.unit)
        game.state.units[name] = Unit(at=self.target, steps=counter(game, name).steps, formation=formation)
        occupy(game, name, self.target)
        game.state.acted[name] = "engineer"
        game.say(RearguardFormed(rule="24.2", unit=self.unit, rearguard=name, at=self.target))
        bridges_and_ferries.reached(game, self.target)


PROCEDURES = (Labour,)
