"""Chapters 11.14 and 11.19 to 11.22: what a battle's result does, and the advance into a hex that was left."""

from __future__ import annotations

from sandtable.games.gsfg.combat.retreats import Retreat, stays_and_dies
from sandtable.games.gsfg.combat.strengths import Battle, assault_hexes, defenders
from sandtable.games.gsfg.stacking import stacking_fault
from sandtable.games.gsfg.state import NATO, enemy_of
from sandtable.games.gsfg.units import Game, counter, eliminate, lose_step, occupy
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.events import Advanced
from sandtable.mechanics.roster import units_in

DONE = Option("do:done", rule="11.19")


@rule("11.14", "11.16")
def carry_out(game: Game, battle: Battle, result: str) -> None:
    """Let a result take effect; where somebody chooses, the question is pushed."""
    if result == "DR":
        drive_out(game, battle)
    elif result == "EX":
        exchange(game, battle)
    elif result == "DE":
        for unit_id in list(units_in(game, battle.target)):
            destroy(game, unit_id)
    elif result == "1+1":
        held = tuple(defenders(game, battle.target))
        push_losses(game, battle, battle.side, losers(game, battle), 1, "11.14")
        push_losses(game, battle, enemy_of(battle.side), held, 1, "11.14")


@rule("11.18", "11.22")
def destroy(game: Game, unit_id: str) -> None:
    """Eliminate a defender, or one that had retreated to where the defenders are lost."""
    eliminate(game, unit_id, "11.18" if game.state.units[unit_id].retreated else "11.22")


@rule("6.17", "11.17", "11.18")
def drive_out(game: Game, battle: Battle) -> None:
    """The defenders retreat; those that never do, and those that had just retreated there, are eliminated."""
    leaving = []
    for unit_id in list(units_in(game, battle.target)):
        if stays_and_dies(game, unit_id):
            cause = {"air_mobile": "6.17"}.get(counter(game, unit_id).type, "11.17")
            eliminate(game, unit_id, "11.18" if game.state.units[unit_id].retreated else cause)
        else:
            leaving.append(unit_id)
    if leaving:
        game.push(Retreat(side=battle.side, origin=battle.target, units=tuple(leaving)))


@rule("11.18", "11.21")
def exchange(game: Game, battle: Battle) -> None:
    """Every defender loses a step, and the attackers as many; units that had retreated there die and do not count."""
    held = defenders(game, battle.target)
    for unit_id in list(units_in(game, battle.target)):
        if unit_id in held:
            lose_step(game, unit_id, "11.21")
        else:
            eliminate(game, unit_id, "11.18")
    push_losses(game, battle, battle.side, losers(game, battle), len(held), "11.21")


@rule("6.15", "11.21", "11.23")
def losers(game: Game, battle: Battle) -> tuple[str, ...]:
    """The attackers from whom losses may be taken: all but artillery that fired from two hexes away."""
    near = game.content.adjacent[battle.target]
    return tuple(
        unit_id
        for unit_id in battle.attackers
        if counter(game, unit_id).type != "artillery" or game.state.units[unit_id].at in near
    )


@rule("11.14")
def push_losses(game: Game, battle: Battle, side: str, units: tuple[str, ...], count: int, rule_id: str) -> None:
    """Ask a side for steps; in a battle for a city NATO's first one comes from a Jäger unit."""
    in_city = side == NATO and game.content.terrain[battle.target] == "city"
    first = tuple(unit_id for unit_id in units if counter(game, unit_id).jaeger) if in_city else ()
    game.push(LoseSteps(side=side, units=units, count=count, first=first, cause=rule_id))


class LoseSteps(Procedure, frozen=True):
    """A side takes steps from its units in a battle, of its own choice."""

    side: str
    units: tuple[str, ...]
    count: int
    cause: str
    """The rule that demands it."""
    first: tuple[str, ...] = ()
    """The units of which one must take the first loss."""

    @rule("11.14", "11.21")
    def begin(self, game: Game) -> Decision | None:
        able = self._able(game)
        if not self.count or not able:
            game.finish()
            return None
        if len(able) == 1 or self._loses_all(game):
            self._lose(game, able[0])
            return None
        options = tuple(Option(f"unit:{unit_id}", rule=self.cause) for unit_id in able)
        return Decision(self.side, "lose-step", self.cause, options, {"count": self.count})

    def _able(self, game: Game) -> list[str]:
        units = game.state.units
        return [unit_id for unit_id in self.first if unit_id in units] or [u for u in self.units if u in units]

    def _loses_all(self, game: Game) -> bool:
        units = game.state.units
        return sum(units[unit_id].steps for unit_id in self.units if unit_id in units) <= self.count

    def _lose(self, game: Game, unit_id: str) -> None:
        lose_step(game, unit_id, self.cause)
        game.goto("begin", count=self.count - 1, first=())

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if choice.name in self.units:
            return Refusal("refused.jaeger-first", "11.14", args)
        if counter(game, choice.name).type == "artillery" and counter(game, choice.name).side == self.side:
            return Refusal("refused.artillery-spared", "11.21", args)
        return Refusal("refused.not-in-battle", self.cause, args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._lose(game, choice.name)


class Advance(Procedure, frozen=True):
    """Attackers take a hex that the defenders have left: one must, others may."""

    side: str
    target: str
    units: tuple[str, ...]
    begun: bool = False

    @rule("11.19")
    def begin(self, game: Game) -> Decision | None:
        able = [unit_id for unit_id in self.units if self._why_not(game, unit_id) is None]
        if not able:
            game.finish()
            return None
        if len(able) == 1 and not self.begun:
            self._advance(game, able[0])
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="11.19") for unit_id in able)
        args = {"hex": self.target}
        if self.begun:
            return Decision(self.side, "advance-too", "11.19", (*options, DONE), args, continues=True, gathers=DONE.id)
        return Decision(self.side, "advance", "11.19", options, args)

    @rule("6.13", "9.6", "11.19", "13.17")
    def _why_not(self, game: Game, unit_id: str) -> Refusal | None:
        """Why an attacker cannot advance: gone, not adjacent by land, of a kind that never does, or no room."""
        args = {"unit": unit_id, "hex": self.target}
        unit = game.state.units.get(unit_id)
        if unit is None or unit.at == self.target:
            return Refusal("refused.no-advance", "11.19", args)
        if counter(game, unit_id).type == "air_mobile":
            return Refusal("refused.air-mobile-advance", "6.13", args)
        if counter(game, unit_id).type == "territorial":
            return Refusal("refused.territorial", "9.6", args)
        if unit.ew:
            return Refusal("refused.jammed", "13.17", args)
        if unit.at not in assault_hexes(game.content)[self.target]:
            return Refusal("refused.advance-adjacent", "11.19", args)
        return stacking_fault(game, [unit_id], self.target)

    def _advance(self, game: Game, unit_id: str) -> None:
        game.say(Advanced(rule="11.19", unit=unit_id, to=self.target))
        occupy(game, unit_id, self.target)
        game.goto("begin", begun=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == ("do", "done"):
            return Refusal("refused.must-advance", "11.19", {"hex": self.target})
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if choice.name not in self.units:
            return Refusal("refused.not-in-battle", "11.19", {"unit": choice.name})
        return self._why_not(game, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            self._advance(game, choice.name)
        else:
            game.finish()


PROCEDURES: tuple[type[Procedure], ...] = (LoseSteps, Advance)
