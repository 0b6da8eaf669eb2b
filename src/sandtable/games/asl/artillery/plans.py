"""C1.9, I.2, I.3: what a side settles in secret before anybody sets up: hexes of its artillery, radio or phone."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.artillery.barrages import may_record, plan_of
from sandtable.games.asl.artillery.modules import alter
from sandtable.games.asl.events.artillery import RadioExchanged
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Preview, Refusal, rule
from sandtable.mechanics.content import hex_options

KEEP = Option("do:radio", rule="I.3")
PHONE = Option("do:phone", rule="I.3")


@rule("C1.9")
def unregistered(game: Game, side: str) -> list[str]:
    """The batteries of a side that still have a Pre-Registered hex to name, once for each such hex."""
    allowed, found = game.content.forces[side].registered, []
    own = [name for name, battery in game.state.batteries.items() if battery.side == side]
    for name, number in zip(own, allowed, strict=False):
        found += [name] * (number - len(game.state.batteries[name].registered))
    return found


class Plan(Phase, frozen=True):
    """A side plans its artillery, unseen by the other."""

    side: str
    asked: bool = False
    """Whether it has said by what its battery is called."""

    def begin(self, game: Game) -> None:
        game.goto("device" if game.content.forces[self.side].exchanges_radio and not self.asked else "register")

    @rule("I.3", "CG8")
    def device(self, game: Game) -> Decision | None:
        """Ask whether a radio is exchanged for a field phone."""
        if not self.radios(game):
            game.goto("register")
            return None
        return Decision(self.side, "exchange-radio", "I.3", (KEEP, PHONE))

    def radios(self, game: Game) -> list[str]:
        """The radios of its batteries."""
        state, cards = game.state, game.content.weapons
        return [
            battery.device
            for battery in state.batteries.values()
            if battery.side == self.side
            and battery.device in state.weapons
            and cards[state.weapons[battery.device].kind].type == "radio"
        ]

    def device_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "phone":
            cards = game.content.weapons
            phone = next(kind for kind, card in cards.items() if card.type == "phone" and card.side == self.side)
            for name in self.radios(game):
                game.state.weapons[name] = replace(game.state.weapons[name], kind=phone)
                game.say(RadioExchanged(rule="I.3", seen_by=(self.side,), weapon=name))
        game.goto("register", asked=True)

    @rule("C1.9")
    def register(self, game: Game) -> Decision | None:
        """Ask for the Pre-Registered hexes of a battery."""
        waiting = unregistered(game, self.side)
        if not waiting:
            game.goto("record")
            return None
        known = game.state.batteries[waiting[0]].registered
        options = tuple(option for hex_, option in hex_options(game.content, "C1.9").items() if hex_ not in known)
        return Decision(self.side, "register-hex", "C1.9", options, {"battery": waiting[0]})

    def register_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.registered", "C1.9", {"hex": choice.name})
        return None

    def register_chosen(self, game: Game, choice: Choice) -> None:
        name = unregistered(game, self.side)[0]
        alter(game, name, registered=(*game.state.batteries[name].registered, choice.name))

    @rule("I.2", "E12/creeping-barrage")
    def record(self, game: Game) -> Decision | None:
        """Ask where each barrage begins."""
        waiting = [name for name, each in game.state.barrages.items() if each.side == self.side and not each.at]
        options = tuple(
            option
            for hex_, option in hex_options(game.content, "I.2").items()
            if waiting and may_record(game, self.side, hex_)
        )
        if not options:
            game.finish()
            return None
        return Decision(self.side, "record-barrage", "I.2", options, {"barrage": waiting[0]})

    def record_preview(self, game: Game, choice: Choice) -> Preview | None:
        """The line of a barrage that begins there, drawn on the map, and how it moves on."""
        return plan_of(game.content, choice.name) if choice.kind == "hex" else None

    def record_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.barrages-apart", "I.2", {"hex": choice.name})
        return None

    def record_chosen(self, game: Game, choice: Choice) -> None:
        barrages = game.state.barrages
        name = next(name for name, each in barrages.items() if each.side == self.side and not each.at)
        barrages[name] = replace(barrages[name], at=choice.name)
