"""Chapter 4: combat."""

from sandtable.kernel import Action, Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.sums import Sum

from mygame.content import Figures
from mygame.units import Game, barriers, eliminate, enter, kind_of


@rule("4.1")
def next_to(game: Game, unit_id: str) -> dict[str, str]:
    """The counters next to one, each with its side."""
    around = game.content.adjacent[game.state.units[unit_id].at]
    return {other: game.state.units[other].side for label in around for other in units_in(game, label)}


@rule("4.2", "4.3")
def odds(game: Game, attacker: str, defender: str) -> tuple[int, list[Line]]:
    """The column of an attack, and the sum by which it is found."""
    table, target = game.content.crt, game.state.units[defender].at
    friends = list(next_to(game, defender).values()).count(game.state.units[attacker].side) - 1
    attack, defence, shift = Sum(), Sum(), Sum()
    attack.figure("attack", kind_of(game, attacker).attack, "4.2")
    if friends:
        attack.add("support", friends * game.content.table("figures", Figures).support, "4.2")
    defence.figure("defence", kind_of(game, defender).defence, "4.2")
    if game.content.terrain_at(target).shift:
        shift.add("terrain", game.content.terrain_at(target).shift, "4.3", hex=target)
    column = table.shifted(table.column(attack.total, defence.total), shift.total)
    return column, [*attack.lines, *defence.lines, *shift.lines, Line("column", table.columns[column], "4.3")]


class Assault(Action[Game, str]):
    """A counter attacks an enemy next to it, and is done."""

    rule = "4.1"
    kinds = ("unit",)

    def offers(self, game: Game, subject: str) -> list[Option]:
        own = game.state.units[subject].side
        enemies = [other for other, side in next_to(game, subject).items() if side != own]
        return [Option(f"unit:{other}", rule="4.1") for other in enemies]

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        known = choice.name in game.state.units
        return Refusal("refused.no-target", "4.1", {"unit": choice.name}) if known else None

    def preview(self, game: Game, subject: str, choice: Choice) -> Preview:
        return Preview(lines=tuple(odds(game, subject, choice.name)[1]))

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        change(game, subject, spent=True)
        game.become(Battle(attacker=subject, defender=choice.name))


class Battle(Procedure, frozen=True):
    """One attack: the die, and what comes of it."""

    attacker: str
    defender: str

    @rule("4.4")
    def begin(self, game: Game) -> None:
        table, target = game.content.crt, game.state.units[self.defender].at
        column, lines = odds(game, self.attacker, self.defender)
        roll = game.roll(table.die, "combat", "4.4", bands=table.bands(column))
        result = table.result(column, roll)
        lines.append(Line("die", str(roll), "4.4"))
        sides = [game.state.units[unit_id].side for unit_id in (self.attacker, self.defender)]
        favours = table.favoured(result, *sides)
        game.say(
            Resolved(rule="4.4", what="combat", result=result, lines=tuple(lines), subject=target, favours=favours)
        )
        match result:
            case "AE":
                eliminate(game, self.attacker, "4.4")
                game.finish()
            case "DR":
                game.push(Retreat(unit=self.defender))
            case "DE":
                eliminate(game, self.defender, "4.4")
                self.advance(game, target)
            case _:
                game.finish()

    def begin_done(self, game: Game, left: str) -> None:
        """The defender has fallen back from a hex: what the retreat has come to."""
        self.advance(game, left)

    @rule("4.6")
    def advance(self, game: Game, left: str) -> None:
        """The attacker takes the hex that the defender has left."""
        game.finish()
        enter(game, self.attacker, (left,), "4.6")


class Retreat(Procedure, frozen=True):
    """A counter falls back by a hex, and if it cannot is lost; this comes to the hex that it has left."""

    unit: str

    @rule("4.5")
    def begin(self, game: Game) -> Decision | None:
        unit, index = game.state.units[self.unit], game.content.board.index
        flags = barriers(game, unit.side)
        ways = [label for label in game.content.adjacent[unit.at] if not flags[index[label]]]
        if not ways:
            eliminate(game, self.unit, "4.5")
            game.finish(unit.at)
            return None
        options = tuple(Option(f"hex:{label}", rule="4.5") for label in ways)
        return Decision(unit.side, "retreat", "4.5", options, {"unit": self.unit})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        known = choice.kind == "hex" and choice.name in game.content.board.index
        return Refusal("refused.no-retreat", "4.5", {"hex": choice.name}) if known else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        left = game.state.units[self.unit].at
        enter(game, self.unit, (choice.name,), "4.5")
        game.finish(left)
