"""Chapter 13.18: Wild Weasels (optional), for which NATO exchanges other aircraft."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gsfg.events.air import Exchanged
from sandtable.games.gsfg.state import NATO
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.content import Table
from sandtable.mechanics.switches import is_on


class WildWeaselFile(Table, frozen=True):
    """What Wild Weasels are worth (13.18 to 13.20)."""

    per_aircraft: int
    ground_attack: int
    reach: int
    interdiction_radius: int


@rule("13.18")
def exchangeable(game: Game) -> int:
    """How many aircraft NATO may exchange for Wild Weasels, by the most that may be in use in this turn."""
    state, content = game.state, game.content
    if not is_on(content, "wild-weasels") or state.air.side != NATO:
        return 0
    most = content.track[state.turn].wild_weasels // content.table("wild-weasel", WildWeaselFile).per_aircraft
    return min(most, state.air.aircraft)


class Exchange(Procedure, frozen=True):
    """NATO may exchange aircraft for Wild Weasels.

    It is asked after the deep strike, for which these aircraft may not be used (13.21).
    """

    @rule("13.18")
    def begin(self, game: Game) -> Decision | None:
        most = exchangeable(game)
        if not most:
            game.finish()
            return None
        each = game.content.table("wild-weasel", WildWeaselFile).per_aircraft
        options = tuple(Option(f"weasels:{n * each}", cost=n, rule="13.18") for n in range(most + 1))
        return Decision(NATO, "weasels", "13.18", options, {"aircraft": game.state.air.aircraft})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.weasels", "13.18") if choice.kind == "weasels" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        state, weasels = game.state, int(choice.name)
        spent = weasels // game.content.table("wild-weasel", WildWeaselFile).per_aircraft
        game.finish()
        if spent:
            state.air = replace(state.air, aircraft=state.air.aircraft - spent, wild_weasels=weasels)
            game.say(Exchanged(rule="13.18", aircraft=spent, weasels=weasels))


PROCEDURES = (Exchange,)
