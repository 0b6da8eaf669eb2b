"""Chapters 12.52 and 13.1: the defender commits artillery to the combats that were declared."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.artillery.ammunition import is_limited, points_for
from sandtable.games.efs.artillery.support import may_support, strength_of_support
from sandtable.games.efs.declaration.give_orders import combat_at
from sandtable.games.efs.events.combat import ArtilleryCommitted
from sandtable.games.efs.units import Game, is_artillery, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import units_of

DONE = Option("do:done", rule="13.11")


class CommitArtillery(Procedure, frozen=True):
    """The side under attack commits artillery, unit by unit, each to one combat; it need not commit any."""

    side: str
    unit: str = ""
    """The unit that was picked."""
    combat: str = ""
    """The combat that it is to support."""

    @rule("13.11", "13.12", "13.13a", "15.31a")
    def begin(self, game: Game) -> Decision | None:
        able = [unit_id for unit_id in units_of(game, self.side) if self.open_to(game, unit_id)]
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="13.11") for unit_id in able)
        return Decision(self.side, "commit-artillery", "13.11", (*options, DONE), default=DONE.id, gathers=DONE.id)

    def open_to(self, game: Game, unit_id: str) -> list[str]:
        """The combats, by name, that a unit may be committed to."""
        if not is_artillery(game, unit_id) or self.committed(game, unit_id):
            return []
        return [name for name, attack in game.state.attacks.items() if may_support(game, unit_id, attack) is None]

    def committed(self, game: Game, unit_id: str) -> bool:
        return any(unit_id in attack.support for attack in game.state.attacks.values())

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if side_of(game, choice.name) != self.side:
            return Refusal("refused.not-active", "3.11/phases", {"unit": choice.name})
        if self.committed(game, choice.name):
            return Refusal("refused.supports-another", "13.13a", {"unit": choice.name})
        reasons = [may_support(game, choice.name, attack) for attack in game.state.attacks.values()]
        barred = [reason for reason in reasons if reason is not None]
        return next((each for each in barred if each.rule != "13.11b"), barred[0] if barred else None)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
        else:
            game.goto("where", unit=choice.name)

    @rule("13.13a")
    def where(self, game: Game) -> Decision | None:
        names = self.open_to(game, self.unit)
        if len(names) == 1:
            self.commit(game, names[0])
            return None
        hexes = [label for name in names for label in game.state.attacks[name].hexes]
        options = tuple(Option(f"hex:{label}", rule="13.12") for label in hexes)
        return Decision(self.side, "support-where", "13.12", options, {"unit": self.unit}, continues=True)

    def where_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        name = combat_at(game, choice.name)
        if not name:
            return Refusal("refused.no-combat-there", "13.11a", {"hex": choice.name})
        return may_support(game, self.unit, game.state.attacks[name])

    def where_preview(self, game: Game, choice: Choice) -> Preview:
        attack = game.state.attacks[combat_at(game, choice.name)]
        strength = strength_of_support(game, (self.unit,), attack)
        return Preview(lines=(Line("support-of-defence", f"{strength:+d}", "13.12"),))

    def where_chosen(self, game: Game, choice: Choice) -> None:
        self.commit(game, combat_at(game, choice.name))

    def commit(self, game: Game, name: str) -> None:
        game.goto("draw", combat=name)

    @rule("13.5", "13.52", "13.53")
    def draw(self, game: Game) -> Decision | None:
        """While artillery supply is limited, the owner names the supply unit on which the guns draw."""
        points = points_for(game, self.unit) if is_limited(game) else []
        if len(points) > 1:
            options = tuple(Option(f"unit:{supply_id}", rule="13.53") for supply_id in points)
            return Decision(self.side, "draw-on", "13.53", options, {"unit": self.unit}, continues=True)
        self.place(game, tuple(points))
        return None

    def draw_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.name not in game.state.supplies:
            return None
        return Refusal("refused.feeds-nobody", "13.52", {"unit": choice.name})

    def draw_chosen(self, game: Game, choice: Choice) -> None:
        self.place(game, (choice.name,))

    def place(self, game: Game, points: tuple[str, ...]) -> None:
        attack = game.state.attacks[self.combat]
        game.goto("begin", unit="", combat="")
        game.state.attacks[self.combat] = replace(
            attack, support=(*attack.support, self.unit), support_supply=(*attack.support_supply, *points)
        )
        game.say(ArtilleryCommitted(rule="13.12", unit=self.unit, hexes=attack.hexes))


PROCEDURES = (CommitArtillery,)
