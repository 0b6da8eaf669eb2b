"""Chapter 6.7 and 13.20: interdiction by the aircraft that have no other mission."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gsfg.events.air import Interdicted
from sandtable.games.gsfg.optional.wild_weasels import WildWeaselFile
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, rule
from sandtable.kernel.decisions import Scalar
from sandtable.mechanics.content import Table, hex_options

DONE = Option("do:done", rule="6.7")
ALONE = Option("do:without-weasel", rule="13.20")
ESCORTED = Option("do:with-weasel", rule="13.20")


class AircraftFile(Table, frozen=True):
    """How many support aircraft there are (6.3), how far their interdiction reaches and what it multiplies (6.7)."""

    die: str
    rows: dict[int, int]
    interdiction_radius: int
    interdiction_factor: int


class Interdiction(Phase, frozen=True):
    """The side with air superiority places its other aircraft on the map, or leaves them unused."""

    side: str
    hex: str = ""
    """The hex just picked, while it is asked whether a Wild Weasel goes there too."""

    @rule("6.3", "6.7")
    def begin(self, game: Game) -> Decision | None:
        """Any hexes, empty or occupied, one aircraft each."""
        state = game.state
        if not state.air.aircraft:
            game.finish()
            return None
        hexes = hex_options(game.content, "6.7")
        options = [option for label, option in hexes.items() if label not in state.interdiction]
        args = {"aircraft": state.air.aircraft}
        return Decision(self.side, "interdict", "6.7", (*options, DONE), args)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.state.interdiction:
            return Refusal("refused.interdicted-already", "6.7", {"hex": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        state = game.state
        if choice.kind == "do":
            game.finish()
            return
        state.air = replace(state.air, aircraft=state.air.aircraft - 1)
        if state.air.wild_weasels:
            game.goto("escort", hex=choice.name)
        else:
            self._place(game, choice.name, game.content.table("aircraft", AircraftFile).interdiction_radius)

    @rule("13.20", "13.21")
    def escort(self, game: Game) -> Decision:
        """A Wild Weasel may join the aircraft and widen its effect."""
        args: dict[str, Scalar] = {"hex": self.hex, "weasels": game.state.air.wild_weasels}
        return Decision(self.side, "escort", "13.20", (ESCORTED, ALONE), args, continues=True)

    def escort_chosen(self, game: Game, choice: Choice) -> None:
        state, content = game.state, game.content
        if choice.name == "with-weasel":
            state.air = replace(state.air, wild_weasels=state.air.wild_weasels - 1)
            self._place(game, self.hex, content.table("wild-weasel", WildWeaselFile).interdiction_radius)
        else:
            self._place(game, self.hex, content.table("aircraft", AircraftFile).interdiction_radius)

    def _place(self, game: Game, label: str, radius: int) -> None:
        game.state.interdiction[label] = radius
        game.say(Interdicted(rule="6.7", side=self.side, hex=label, radius=radius))
        game.goto("begin", hex="")


PROCEDURES = (Interdiction,)
