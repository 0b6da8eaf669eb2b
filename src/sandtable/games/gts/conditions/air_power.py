"""Chapter 27: air power."""

from __future__ import annotations

from sandtable.games.gts.conditions.weather import flying, is_first_of_day
from sandtable.games.gts.content import SideName
from sandtable.games.gts.events.scenario import AirPower
from sandtable.games.gts.fire.fire_procedure import Fire, Shot
from sandtable.games.gts.state import SIDES, enemy_of
from sandtable.games.gts.units import DIE, Game, is_night, on_map, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, rule
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.switches import is_on

HOLD = Option("do:hold-aircraft", rule="27.0/attack")
ONCE_A_DAY = "air-units-attack-once"


class AirRow(Strict, frozen=True, kw_only=True):
    """From which roll on a side has how many air units."""

    at_least: int
    number: int


class AirDays(Strict, frozen=True, kw_only=True):
    """The air units of a side on some dates."""

    side: SideName
    dates: tuple[int, int]
    rolls: tuple[AirRow, ...]


class AirFile(Table, frozen=True, kw_only=True):
    """Air power by day."""

    units: dict[SideName, str]
    available: tuple[AirDays, ...]


def figures(game: Game) -> AirFile:
    return game.content.table("air", AirFile)


@rule("4.0", "5.0", "27.0")
def determine(game: Game) -> None:
    """Before the first day turn of a day: how many air units each side has that day; none are left at night."""
    if is_night(game):
        game.state.air.clear()
        return
    if not game.content.scenario.air_power or not is_first_of_day(game):
        return
    date = game.content.track[game.state.turn].date
    for row in figures(game).available:
        if row.dates[0] <= date <= row.dates[1]:
            game.state.air[row.side] = _number(game, row)
            game.say(AirPower(rule="27.0", side=row.side, number=game.state.air[row.side]))


def _number(game: Game, row: AirDays) -> int:
    if len(row.rolls) == 1:
        return row.rolls[0].number
    chart = Chart({step.at_least: step.number for step in row.rolls})
    return chart.entry(game.roll(DIE, f"air-{row.side}", "27.0", chart.bands()))


@rule("8.0", "27.0", "27.0/attack")
def start(game: Game) -> None:
    """Let both sides place and resolve their air attacks, the owner of the turn's first chit first."""
    if flying(game) and any(game.state.air.values()):
        first = game.content.chit_side[game.state.carried] if game.state.carried else SIDES[0]
        game.push(AirAttacks(side=first))


class AirAttacks(Phase, frozen=True):
    """Both sides put their air units on enemy units, by turns; then the attacks are resolved one after the other."""

    side: str
    placed: tuple[tuple[str, str], ...] = ()
    """The side and the target of each air unit, in the order of placing."""
    done: tuple[str, ...] = ()
    """The sides that place no more."""

    @rule("27.0/attack")
    def begin(self, game: Game) -> Decision | None:
        """Ask the side whose turn it is where its next air unit attacks."""
        if len(self.done) == len(SIDES):
            game.goto("resolve")
            return None
        targets = [unit_id for unit_id in game.state.units if self._is_target(game, unit_id)]
        left = game.state.air.get(self.side, 0) - sum(side == self.side for side, _ in self.placed)
        if self.side in self.done or left <= 0 or not targets:
            game.goto("begin", side=enemy_of(self.side), done=self._without_more(self.side))
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="27.0/attack") for unit_id in targets)
        args = {"left": left}
        return Decision(self.side, "air-attack", "27.0/attack", (*options, HOLD), args)

    @rule("8.0", "27.0/attack")
    def _is_target(self, game: Game, unit_id: str) -> bool:
        return side_of(game, unit_id) != self.side and on_map(game, unit_id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if side_of(game, choice.name) == self.side:
            return Refusal("refused.own-unit", "27.0/attack", {"unit": choice.name})
        return Refusal("refused.in-entry", "8.0", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.goto("begin", placed=(*self.placed, (self.side, choice.name)), side=enemy_of(self.side))
        else:
            game.goto("begin", done=self._without_more(self.side), side=enemy_of(self.side))

    def _without_more(self, side: str) -> tuple[str, ...]:
        """The sides that place no more, with this one."""
        return self.done if side in self.done else (*self.done, side)

    @rule("27.0/attack")
    def resolve(self, game: Game) -> None:
        """Resolve the attacks in the order of placing; a target that is gone has been spared the rest.

        An air unit that has attacked is used up for the day (ruling on 27.0).
        """
        if not self.placed:
            game.finish()
            return
        side, target = self.placed[0]
        if is_on(game.content, ONCE_A_DAY):
            game.state.air[side] -= 1
        game.goto("resolve", placed=self.placed[1:])
        if target in game.state.units:
            air_unit = next(name for owner, name in figures(game).units.items() if owner == side)
            game.push(Fire(shot=Shot(firer=air_unit, target=target, kind="air", bonus="no")))


PROCEDURES = (AirAttacks,)
