"""D6.9: Riders of a vehicle that was immobilized stay on it, or bail out."""

from __future__ import annotations

from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.losses import bail_out, carried
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

STAY = Option("do:stay-aboard", rule="D6.9")


class BailOut(Procedure, frozen=True):
    """The owner may have Riders of an immobilized vehicle bail out, one after the other."""

    vehicle: str

    @rule("D6.9")
    def begin(self, game: Game) -> Decision | None:
        """Ask who bails out."""
        vehicle = game.state.vehicles.get(self.vehicle)
        names = carried(game, self.vehicle) if vehicle is not None else []
        if vehicle is None or not names:
            game.finish()
            return None
        options = [Option(f"unit:{name}", rule="D6.9") for name in names]
        args = {"vehicle": self.vehicle}
        return Decision(vehicle.side, "bail-out", "D6.9", (*options, STAY), args, default=STAY.id, done=STAY.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.not-aboard", "D6.9", {"unit": choice.name, "vehicle": self.vehicle})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "unit":
            game.finish()
            return
        aftermath = Aftermath()
        bail_out(game, choice.name, aftermath)
        settle_here(game, aftermath)


def settle_here(game: Game, aftermath: Aftermath) -> None:
    """What bailing out leaves to be settled."""
    from sandtable.games.asl.sniper_attack import settle

    settle(game, aftermath)
