"""Chapter 4: opportunity fire, which interrupts a move."""

from __future__ import annotations

from sandtable.games.primer.events import Disrupted
from sandtable.games.primer.positions import Force, has_ammunition
from sandtable.games.primer.state import OFF_MAP, Unit
from sandtable.games.primer.units import Game, change, enemies_of, kind_of, lose_step, reveal
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule

PASS = Option("do:pass", rule="4.1")


@rule("4.1", "4.2", "6.4")
def possible_firers(game: Game, label: str, enemies: Force) -> list[str]:
    """Which enemies may fire at a mover in a hex, as far as the mover can tell."""
    if label not in enemies.watched:
        return []
    seen = game.content.in_sight[label]
    return [unit_id for unit_id, (at, reach) in enemies.guns.items() if seen.get(at, reach + 1) <= reach]


def may_fire(game: Game, unit: Unit, target: Unit) -> bool:
    """Whether a counter that may fire as far as others can tell is really guns that reach so far."""
    return game.content.in_sight[target.at][unit.at] <= kind_of(game.content, unit).range


@rule("2.2", "4.3")
def fire_lines(game: Game, gun: Unit, target: Unit) -> list[Line]:
    """Every modifier of a shot, with its rule."""
    content, figures = game.content, game.content.fire
    board = content.board
    lines = []
    if on_road(game, target):
        lines.append(Line("on-road", f"{figures.on_road:+d}", "4.3"))
    cover = content.terrain_at[target.at].cover
    if cover:
        lines.append(Line("cover", f"{cover:+d}", "4.3", {"hex": target.at}))
    distance = board.distance(board.index[gun.at], board.index[target.at])
    if distance >= figures.long_range_from:
        lines.append(Line("long-range", f"{figures.long_range:+d}", "4.3", {"distance": distance}))
    if game.state.orders.get(gun.side) == "hold":
        lines.append(Line("hold-order", f"{figures.hold:+d}", "2.2"))
    return lines


def on_road(game: Game, unit: Unit) -> bool:
    board = game.content.board
    at = 6 * board.index[unit.at]
    return any(board.networks["road"][at : at + 6])


class OpportunityFire(Procedure, frozen=True):
    """The owner of guns that see a mover decides whether to fire, one gun at a time."""

    target: str

    def begin(self, game: Game) -> Decision | None:
        target = game.state.units[self.target]
        is_target = target.at != OFF_MAP and not target.disrupted
        possible = possible_firers(game, target.at, enemies_of(game, target.side)) if is_target else []
        if not possible:
            game.finish()
            return None
        guns = [unit_id for unit_id in possible if may_fire(game, game.state.units[unit_id], target)]
        options = tuple(Option(f"unit:{unit_id}", rule="4.1") for unit_id in guns)
        side = game.state.units[possible[0]].side
        return Decision(side, "fire", "4.1", (*options, PASS), {"unit": self.target, "hex": target.at})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
        if unit is None:
            return None
        args = {"unit": choice.name}
        target = game.state.units[self.target]
        if unit.side == target.side:
            return Refusal("refused.not-yours", "4.1", args)
        if unit.at == OFF_MAP:
            return Refusal("refused.off-map", "8.1", args)
        if not kind_of(game.content, unit).range:
            return Refusal("refused.no-guns", "4.1", args)
        if not has_ammunition(game.content, unit):
            return Refusal("refused.no-ammunition", "10.1", args)
        if unit.disrupted:
            return Refusal("refused.disrupted", "4.1", args)
        if unit.fired:
            return Refusal("refused.fired", "4.1", args)
        return Refusal("refused.no-sight", "4.2", args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        units = game.state.units
        return Preview(lines=tuple(fire_lines(game, units[choice.name], units[self.target])))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        gun = change(game, choice.name, fired=True, shots=game.state.units[choice.name].shots + 1)
        reveal(game, choice.name)
        shoot(game, choice.name, gun, self.target)
        game.goto("begin")


@rule("4.3")
def shoot(game: Game, gun_id: str, gun: Unit, target_id: str) -> None:
    """One shot: a hit disrupts the target and ends its move, a better one also costs it a step."""
    figures = game.content.fire
    lines = fire_lines(game, gun, game.state.units[target_id])
    modifier = sum(int(line.value) for line in lines)
    roll = game.roll(figures.die, "fire", "4.3", bands=(figures.hit - modifier, figures.kill - modifier))
    total = roll + modifier
    result = "kill" if total >= figures.kill else "hit" if total >= figures.hit else "miss"
    sum_ = (Line("die", str(roll), "4.3"), *lines, Line("total", str(total), "4.3"))
    game.say(Resolved(rule="4.3", what="fire", result=result, lines=sum_, subject=gun_id))
    if result == "miss":
        return
    reveal(game, target_id)
    if game.state.units[target_id].at == OFF_MAP:
        return
    change(game, target_id, disrupted=True)
    game.say(Disrupted(rule="4.3", unit=target_id))
    if result == "kill":
        lose_step(game, target_id, "4.3")
