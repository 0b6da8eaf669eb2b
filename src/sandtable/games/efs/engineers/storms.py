"""Chapter 22.55: storms drive flotillas into port."""

from __future__ import annotations

from sandtable.games.efs import control
from sandtable.games.efs.engineers.flotillas import distances, is_exposed_to_storms, waters_of
from sandtable.games.efs.events.engineers import Repositioned
from sandtable.games.efs.state import SIDES, enemy_of
from sandtable.games.efs.supply.supply_units import removed_by_entry
from sandtable.games.efs.units import Game, figures, is_flotilla, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, enemy_hexes, occupier, units_of
from sandtable.mechanics.switches import is_on


@rule("22.55a", "22.55b")
def to_be_repositioned(game: Game) -> tuple[str, ...]:
    """The flotillas that a storm drives into port: on open water and on coasts, but none that is in a port."""
    content, units = game.content, game.state.units
    return tuple(
        unit_id
        for side in SIDES
        for unit_id in units_of(game, side)
        if is_flotilla(game, unit_id)
        and is_exposed_to_storms(content, units[unit_id].at)
        and units[unit_id].at not in content.ports
    )


@rule("22.55b")
def nearest_ports(game: Game, unit_id: str) -> list[str]:
    """The nearest friendly ports within the allowance of a flotilla.

    The ruling on 22.55b: hexes of water are counted, whoever is in them, since it is picked up and placed; by a switch
    it goes round enemies.
    """
    content, side = game.content, side_of(game, unit_id)
    closed = enemy_hexes(game, side) if is_on(content, "storms-lead-round-enemies") else frozenset()
    far = distances(content, waters_of(content, unit_id), game.state.units[unit_id].at, closed)
    ports = [
        label
        for label in sorted(content.ports & far.keys())
        if control.friend(game, label) == side and occupier(game, label) != enemy_of(side)
    ]
    within = [label for label in ports if far[label] <= figures(game, unit_id).allowance]
    return [label for label in within if far[label] == min(far[each] for each in within)]


@rule("22.54b", "22.55b")
def weather_the_storm(game: Game) -> None:
    """Have the flotillas that a storm catches repositioned."""
    caught = to_be_repositioned(game) if game.state.weather.storm else ()
    if caught:
        game.push(Reposition(left=caught))


class Reposition(Procedure, frozen=True):
    """Flotillas are placed in the nearest friendly port, one after the other; the owner chooses among several."""

    left: tuple[str, ...]

    @rule("22.55b")
    def begin(self, game: Game) -> Decision | None:
        if not self.left:
            game.finish()
            control.settle(game)
            return None
        unit_id = self.left[0]
        ports = nearest_ports(game, unit_id)
        if len(ports) > 1:
            options = tuple(Option(f"hex:{label}", rule="22.55b") for label in ports)
            return Decision(side_of(game, unit_id), "storm-port", "22.55b", options, {"unit": unit_id})
        self.settle(game, ports[0] if ports else "")
        return None

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.not-nearest-port", "22.55b", {"unit": self.left[0], "hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.settle(game, choice.name)

    def settle(self, game: Game, port: str) -> None:
        """Place the flotilla in a port; without one it stays where it is."""
        unit_id = self.left[0]
        game.goto("begin", left=self.left[1:])
        if port:
            game.say(Repositioned(rule="22.55b", unit=unit_id, at=game.state.units[unit_id].at, to=port))
            change(game, unit_id, at=port)
            removed_by_entry(game, port, side_of(game, unit_id))


PROCEDURES = (Reposition,)
