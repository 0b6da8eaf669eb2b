"""Chapter 29.46: troop quality checks, and the command point that takes their place."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gts.arnhem.supply import supply_quality
from sandtable.games.gts.events.base import Spent
from sandtable.games.gts.sequence.leaders import in_command
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import DIE, Game, division_of, face, has_step_loss, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Resolved, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.sums import Modifier, Sum

ROLL = Option("do:roll", rule="29.46")
WORKS = ("improved-position", "entrenchment")


class CheckKind(Strict, frozen=True, kw_only=True):
    """A kind of check: whether a command point can take its place, and whether it only leads on to another result."""

    command_point: bool
    leads_on: bool = False


class QualityFile(Table, frozen=True, kw_only=True):
    """How checks work."""

    always_success: int
    always_failure: int
    command_points: int
    checks: dict[str, CheckKind]


class MarkersFile(Table, frozen=True, kw_only=True):
    """What markers and states do to troop quality."""

    markers: dict[str, int]
    men_at_work: int


def figures(game: Game) -> QualityFile:
    return game.content.table("quality", QualityFile)


@rule("8.0", "14.6.1", "16.4.2.2", "19.2.2/effects", "19.2.3/effects", "19.2.4", "22.2.4", "22.3.6")
def markers_on(game: Game, unit_id: str) -> list[tuple[str, str]]:
    """The markers that bear on a unit's ratings, each with its rule: its own, and a barrage on its hex, which does
    not reach those who wait in an entry hex."""
    unit = game.state.units[unit_id]
    found = []
    if unit.column:
        found.append(("column", "14.6.1"))
    if unit.suppressed:
        found.append(("suppressed", "19.2.2/effects"))
    if unit.hits:
        found.append((f"cohesion-{unit.hits}", "19.2.3/effects"))
    if has_step_loss(game, unit_id):
        found.append(("step-loss", "19.2.4"))
    if unit.works:
        found.append(("improved-position", "22.2.4") if unit.works == "improved" else ("entrenchment", "22.3.6"))
    if unit.at in game.state.barrages and not unit.entry:
        found.append((game.state.barrages[unit.at], "16.4.2.2"))
    return found


@rule("21.5", "29.47")
def quality_sum(game: Game, unit_id: str) -> list[Modifier]:
    """What a unit's troop quality is made of: the printed rating, its markers, its command."""
    known = game.content.table("markers", MarkersFile).markers
    found = [Modifier("quality", face(game, unit_id).quality, "29.47", {"unit": unit_id})]
    for name, rule_id in markers_on(game, unit_id):
        if known[name]:
            found.append(Modifier(name, known[name], rule_id))
    if not in_command(game, unit_id):
        found.append(Modifier("out-of-command", known["out-of-command"], "21.5"))
    return found + supply_quality(game, unit_id)


@rule("17.2/state", "22.2.3", "22.3.4")
def out_of_works(game: Game, unit_id: str) -> list[Modifier]:
    """What takes back the help of the work that a unit is about to leave."""
    known = game.content.table("markers", MarkersFile).markers
    names = [name for name, _ in markers_on(game, unit_id) if name in WORKS]
    return [Modifier("leaving-works", -known[name], "22.2.3") for name in names]


def quality(game: Game, unit_id: str) -> int:
    """The modified troop quality rating of a unit."""
    return Sum(quality_sum(game, unit_id)).total


@rule("8.0/restriction", "10.0.5/2", "21.5", "29.13")
def may_spend(game: Game, unit_id: str, points: int = 1) -> bool:
    """Whether command points may be spent on a unit: by its own division, in command, and not just arrived."""
    unit = game.state.units[unit_id]
    if unit.fresh or game.state.divisions[division_of(game, unit_id)].command < points:
        return False
    return in_command(game, unit_id)


def spend(game: Game, division: str, points: int, rule_id: str) -> None:
    """Take command points from a division."""
    held = game.state.divisions[division]
    left = held.command - points
    game.state.divisions[division] = replace(held, command=left)
    game.say(Spent(rule=rule_id, division=division, points=points, left=left))


@rule("1.2/d10", "29.46")
def succeeds(game: Game, roll: int, rating: int) -> bool:
    """Whether a roll is not above a rating; a 0 always succeeds, a 9 always fails."""
    known = figures(game)
    return roll == known.always_success or (roll <= rating and roll != known.always_failure)


def bands(game: Game, rating: int) -> tuple[int]:
    """The roll from which on a check or a shot at a rating fails."""
    known = figures(game)
    return (min(max(rating, known.always_success) + 1, known.always_failure),)


class Check(Procedure, frozen=True):
    """A unit makes a troop quality check, or its owner spends a command point instead: comes to whether it passed."""

    unit: str
    kind: str
    """The kind of check, as in data/tables/quality.yaml."""
    by: str
    """The rule that asks for it."""
    extra: tuple[Modifier, ...] = ()
    """What this check adds to the unit's troop quality."""

    @rule("29.13", "29.46")
    def begin(self, game: Game) -> Decision | None:
        points = figures(game).command_points
        if not figures(game).checks[self.kind].command_point or not may_spend(game, self.unit, points):
            self.roll(game)
            return None
        spending = Option("do:spend", cost=points, rule="29.13")
        args = {"unit": self.unit, "check": self.kind}
        side = side_of(game, self.unit)
        return Decision(side, "check", self.by, (ROLL, spending), args, continues=True, default="do:roll")

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "roll":
            self.roll(game)
            return
        points = figures(game).command_points
        spend(game, division_of(game, self.unit), points, "29.13")
        self._settle(game, (Line("command-point", str(points), "29.13"),), passed=True)

    def begin_preview(self, game: Game, choice: Choice) -> Preview:
        return Preview(lines=tuple(Sum(self.sum(game)).lines))

    def sum(self, game: Game) -> list[Modifier]:
        return [*quality_sum(game, self.unit), *self.extra]

    @rule("29.46", "29.47")
    def roll(self, game: Game) -> None:
        parts = self.sum(game)
        rating = Sum(parts).total
        roll = game.roll(DIE, f"check-{self.kind}", self.by, bands(game, rating))
        shown = (*Sum(parts).lines, Line("roll", str(roll), "29.46"))
        self._settle(game, shown, passed=succeeds(game, roll, rating))

    def _settle(self, game: Game, shown: tuple[Line, ...], *, passed: bool) -> None:
        kind, side = figures(game).checks[self.kind], side_of(game, self.unit)
        game.say(
            Resolved(
                rule=self.by,
                what=f"check-{self.kind}",
                result="passed" if passed else "failed",
                subject=self.unit,
                lines=shown,
                favours=side if passed else enemy_of(side),
                leads_on=kind.leads_on,
            )
        )
        game.finish(passed)


PROCEDURES = (Check,)
