"""B25/infantry: men who are driven out by fire."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.terrain import DrivenOut
from sandtable.games.asl.locations import hex_of, room_for
from sandtable.games.asl.morale.casualties import eliminate
from sandtable.games.asl.units import Game, change
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule


class FleeFire(Procedure, frozen=True):
    """A hex has begun to burn: all men in it must leave it at once, or die."""

    hex: str

    @rule("B25/infantry")
    def begin(self, game: Game) -> Decision | None:
        """Ask for each unit where it goes; one that can go nowhere is eliminated."""
        unit_id = next(iter(sorted(inside(game, self.hex))), "")
        if not unit_id:
            game.finish()
            return None
        places = ways_out(game, unit_id, self.hex)
        if not places:
            game.goto("burn")
            return None
        options = tuple(Option(f"hex:{place}", rule="B25/infantry") for place in places)
        return Decision(game.state.units[unit_id].side, "flee-fire", "B25/infantry", options, {"unit": unit_id})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex":
            return None
        return Refusal(
            "refused.no-entry", "B25/infantry", {"unit": sorted(inside(game, self.hex))[0], "at": choice.name}
        )

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        unit_id = sorted(inside(game, self.hex))[0]
        change(game, unit_id, at=choice.name, stance="", vertices=(), wall=False, encircled=False)
        for name, unit in list(game.state.units.items()):
            if unit.guard == unit_id:
                change(game, name, at=choice.name)
        seen = seen_by(game, unit_id)
        game.say(DrivenOut(rule="B25/infantry", seen_by=seen, unit=unit_id, at=choice.name))

    @rule("B25/infantry")
    def burn(self, game: Game) -> None:
        """Whoever cannot leave dies."""
        game.goto("begin")
        eliminate(game, sorted(inside(game, self.hex))[0], "B25/infantry")


def inside(game: Game, hex_: str) -> list[str]:
    """The men in a hex who are nobody's prisoners, and on foot."""
    return [
        name
        for name, unit in game.state.units.items()
        if unit.at and hex_of(unit.at) == hex_ and not unit.guard and not unit.aboard
    ]


@rule("B25/infantry", "A5.1")
def ways_out(game: Game, unit_id: str, hex_: str) -> list[str]:
    """The hexes into which a unit can flee from a fire: without enemies, not burning, and with room for it."""
    state, side = game.state, game.state.units[unit_id].side
    held = {unit.at for unit in state.units.values() if unit.side != side and not unit.guard and not unit.hidden}
    return [
        there
        for there in game.content.adjacent[hex_]
        if there not in state.blazes and there not in held and room_for(game, there, (unit_id,), side)
    ]
