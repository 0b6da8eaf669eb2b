"""Chapter 16.5: the attacker advances into the hexes that the defender has left."""

from __future__ import annotations

from sandtable.games.efs import control
from sandtable.games.efs.combat.routes import needs_its_road
from sandtable.games.efs.declaration.attackers import WATER, needs_boats
from sandtable.games.efs.events.results import Advanced
from sandtable.games.efs.headquarters.militia import beyond_home
from sandtable.games.efs.movement.fields import closed_to
from sandtable.games.efs.movement.map_exit import shut_exits
from sandtable.games.efs.movement.prohibitions import prohibition
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.state import Orders
from sandtable.games.efs.supply.supply_units import removed_by_entry
from sandtable.games.efs.units import HEAVY, Game, figures, is_armored, is_artillery, printed
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.switches import is_on

DONE = Option("do:done", rule="16.51")
ANTI_AIRCRAFT = frozenset({"anti-aircraft", "motorized-anti-aircraft"})


@rule(
    "10.27b", "10.29", "11.63", "13.42a", "15.53d", "16.5", "16.52b", "16.53", "16.54", "16.5/note-major-river", "21.74"
)
def may_advance(game: Game, unit_id: str, label: str) -> Refusal | None:
    """Why a unit that took part in a combat may not advance into a defender hex, if it may not; boats that took it
    across shallow water to attack take it on.
    """
    unit, about = game.state.units[unit_id], {"unit": unit_id, "hex": label}
    if unit.do_not_move:
        return Refusal("refused.do-not-move", "16.52b", about)
    guns_only = is_on(game.content, "others-advance-without-allowance")
    bound = not guns_only or printed(game, unit_id).type in ANTI_AIRCRAFT
    if not figures(game, unit_id).allowance and bound:
        return Refusal("refused.no-allowance", "10.29", about)
    if printed(game, unit_id).type in HEAVY and unit.mode == "firing":
        return Refusal("refused.firing", "13.42a", about)
    if label not in game.content.adjacent[unit.at]:
        return Refusal("refused.not-next-to", "16.53", about)
    if any(game.content.side_of[other] != game.content.side_of[unit_id] for other in units_in(game, label)):
        return Refusal("refused.not-vacated", "16.53", about)
    if label in beyond_home(game, (unit_id,)) and not is_on(game.content, "militia-advances-anywhere"):
        return Refusal("refused.beyond-home", "21.74", about)
    if label in closed_to(game.content, game.content.side_of[unit_id]):
        return Refusal("refused.closed", "10.27b", about)
    if label in shut_exits(game, game.content.side_of[unit_id]):
        return Refusal("refused.exit-lost", "11.63", about)
    barred = prohibition(game, unit_id, (unit.at, label))
    heavy = is_artillery(game, unit_id) or is_armored(game, unit_id)
    by_boat = barred == WATER and needs_boats(game, unit_id, label) and not heavy
    if barred and not by_boat:
        return Refusal(barred, "16.54", about)
    if needs_its_road(game, unit_id, (unit.at, label)):
        return Refusal("refused.off-its-road", "16.54", about)
    return None if room_for(game, [unit_id], label) else Refusal("refused.no-room", "16.5", about)


class Advance(Procedure, frozen=True):
    """After a combat, before the next one: the attacker advances those he likes of the units that took part in it.

    Enemy zones of control do not matter. Whoever has advanced has attacked in this phase and does not attack again.
    """

    side: str
    units: tuple[str, ...]
    """The attackers that took part."""
    hexes: tuple[str, ...]
    """The defender hexes."""
    orders: Orders = ""
    """The attacker's: after an Additional Retreat nobody advances."""
    moving: str = ""

    @rule("16.45b", "16.51", "16.52", "16.52a", "16.52b", "16.52c", "16.52d")
    def begin(self, game: Game) -> Decision | None:
        able = [unit_id for unit_id in self.units if self.open_to(game, unit_id)]
        if self.orders == "additional-retreat" or not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="16.52") for unit_id in able)
        return Decision(self.side, "advance", "16.51", (*options, DONE), default=DONE.id, gathers=DONE.id)

    def open_to(self, game: Game, unit_id: str) -> list[str]:
        """The defender hexes into which a unit may advance; one that has advanced stays."""
        at = game.state.units[unit_id].at
        if not at or at in self.hexes:
            return []
        return [label for label in self.hexes if may_advance(game, unit_id, label) is None]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if choice.name not in self.units:
            return Refusal("refused.took-no-part", "16.52c", {"unit": choice.name})
        if game.state.units[choice.name].at in self.hexes:
            return Refusal("refused.has-advanced", "16.53", {"unit": choice.name})
        reasons = [may_advance(game, choice.name, label) for label in self.hexes]
        return next((reason for reason in reasons if reason is not None), None)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        else:
            game.goto("where", moving=choice.name)

    @rule("16.54")
    def where(self, game: Game) -> Decision | None:
        hexes = self.open_to(game, self.moving)
        if len(hexes) == 1:
            self.enter(game, hexes[0])
            return None
        options = tuple(Option(f"hex:{label}", rule="16.54") for label in hexes)
        return Decision(self.side, "advance-where", "16.54", options, {"unit": self.moving})

    def where_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name not in self.hexes:
            return Refusal("refused.not-vacated", "16.53", {"hex": choice.name, "unit": self.moving})
        return may_advance(game, self.moving, choice.name)

    def where_chosen(self, game: Game, choice: Choice) -> None:
        self.enter(game, choice.name)

    def enter(self, game: Game, label: str) -> None:
        game.goto("begin", moving="")
        change(game, self.moving, at=label)
        game.say(Advanced(rule="16.5", unit=self.moving, at=label))
        removed_by_entry(game, label, self.side)
        control.settle(game)


PROCEDURES = (Advance,)
