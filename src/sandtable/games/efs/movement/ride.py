"""Chapter 11.1: units ride by rail."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.board import Field
from sandtable.games.efs.events.movement import MovedByRail
from sandtable.games.efs.headquarters.militia import beyond_home
from sandtable.games.efs.movement.fields import closed_to
from sandtable.games.efs.movement.rail import (
    figures_of_rail,
    load,
    may_get_off,
    points_after_entry,
    rail_field,
    rail_net,
    stations,
)
from sandtable.games.efs.movement.strategic import near_enemies
from sandtable.games.efs.movement.walking import Party, walk
from sandtable.games.efs.supply.routes import ANY_LENGTH
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.kernel.decisions import Scalar
from sandtable.mechanics.destinations import path_to

STOP = Option("do:stop", rule="10.23")


class RideByRail(Procedure, frozen=True):
    """Units go by rail to another railroad hex, and have finished."""

    units: tuple[str, ...]
    supplies: tuple[str, ...]
    side: str
    entered: bool = False
    """Whether they have just entered the map by rail, and so have used their capacity and a hex of their way."""

    @rule("11.12", "11.13b")
    def begin(self, game: Game) -> Decision:
        may_stay = not self.entered or may_get_off(game, self.units, self.at(game))
        options = (*stations(game.content).options(self.reach(game)), *((STOP,) if may_stay else ()))
        args: dict[str, Scalar] = {"unit": self.riders[0], "count": len(self.riders)}
        return Decision(
            self.side, "ride-to", "11.13b", options, args, continues=True, done=STOP.id, hand=self.riders,
            turns_to="MovementPhase",
        )  # fmt: skip

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        about = {"unit": self.riders[0], "hex": choice.name}
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name in closed_to(game.content, self.side):
            return Refusal("refused.closed", "10.27b", about)
        if choice.name not in rail_net(game, self.side):
            return Refusal("refused.no-railroad", "11.11", about)
        if choice.name in near_enemies(game, self.side):
            return Refusal("refused.near-enemies", "11.13a", about)
        if choice.name in beyond_home(game, self.units):
            return Refusal("refused.beyond-home", "21.74", about)
        if not may_get_off(game, self.units, choice.name):
            return Refusal("refused.gets-off-in-towns", "10.29", about)
        anywhere = rail_field(game, self.side, self.units, self.at(game), ANY_LENGTH)
        if anywhere.goal(game.content.board.index[choice.name]) is None:
            return Refusal("refused.line-closed", "11.13b", about)
        return Refusal("refused.too-far", "11.13b", about)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "hex":
            return None
        needed = 0 if self.entered else load(game, self.units, self.supplies)
        lines = (Line("rail-load", str(needed), "11.14b"),) if needed else ()
        return Preview(path=self.path(game, choice.name), lines=lines)

    @rule("11.12", "11.14a")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            path, used = self.path(game, choice.name), game.state.rail_used
            if not self.entered:
                used[self.side] = used.get(self.side, 0) + load(game, self.units, self.supplies)
            game.say(MovedByRail(rule="11.11", units=self.riders, path=(path[0], path[-1])))
            walk(game, Party(self.side, self.units, self.supplies), path, 0, "rail")
            for supply_id in self.supplies:
                game.state.supplies[supply_id] = replace(game.state.supplies[supply_id], railed=True)
        game.finish()

    @property
    def riders(self) -> tuple[str, ...]:
        return (*self.units, *self.supplies)

    def at(self, game: Game) -> str:
        return game.state.units[self.units[0]].at if self.units else game.state.supplies[self.supplies[0]].at

    def reach(self, game: Game) -> Field:
        content = game.content
        points = points_after_entry(content) if self.entered else figures_of_rail(content).allowance
        return rail_field(game, self.side, self.units, self.at(game), points)

    def path(self, game: Game, label: str) -> tuple[str, ...]:
        return path_to(game.content.board.places, self.reach(game), label)


PROCEDURES = (RideByRail,)
