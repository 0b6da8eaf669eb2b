"""Chapter 6: the Supply Status Phase, with temporary supply sources."""

from __future__ import annotations

from sandtable.games.efs.engineers.building import bridgeable
from sandtable.games.efs.engineers.markers import free_marker, movable
from sandtable.games.efs.events.supply import Fed
from sandtable.games.efs.index import friends
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.supply import fuel, states
from sandtable.games.efs.supply.routes import is_fed_in, supplied_hexes, within_loc
from sandtable.games.efs.supply.supply_units import spend_point, supply_units_of
from sandtable.games.efs.tables import SupplyFile
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, enemy_hexes, hexes_of, units_in, units_of

DONE = Option("do:done", rule="6.26a")
FEED = Option("do:feed", rule="6.26c")


class SupplyStatusPhase(Phase, frozen=True):
    """A.6: states are found, temporary sources named, the Axis first; then strongpoints decay and fuel is checked."""

    @rule("6.11")
    def begin(self, game: Game) -> None:
        states.determine(game)
        game.goto("soviet")
        game.push(TemporarySources(side=AXIS))

    def soviet(self, game: Game) -> None:
        game.goto("end")
        game.push(TemporarySources(side=SOVIET))

    @rule("6.36", "6.52", "6.53/note")
    def end(self, game: Game) -> None:
        game.finish()
        states.deteriorate(game)
        fuel.check_groups(game)


@rule("6.26a", "6.26b")
def in_need(game: Game, side: str, supply_id: str) -> list[str]:
    """The hexes that a supply unit could feed: within a line of communications of it, not in general supply, and
    without enemies; water only where own units stand on the ice, or stay after it has melted.
    """
    reached = within_loc(game, side, [game.state.supplies[supply_id].at])
    fed = {label for label in game.state.fed if is_fed_in(game, side, label)}
    hungry = reached - supplied_hexes(game, side) - fed - enemy_hexes(game, side)
    own = hexes_of(game, side)
    return sorted(label for label in hungry if label in game.content.land or label in own)


@rule("6.26a", "6.26d", "6.36")
def calling(game: Game, side: str) -> frozenset[str]:
    """The hexes of which something comes if a side feeds them: its units with a marker, strongpoints that would decay
    or are still built, and friendly banks on which it could place a Bridge marker.
    """
    hungry = {unit.at for unit in units_of(game, side).values() if unit.supply != "supplied"}
    works = {
        label
        for label, each in game.state.strongpoints.items()
        if each.side == side and (each.status == "under-construction" or states.decays(game, label))
    }
    has_bridges = free_marker(game, side) or movable(game, side)
    banks = bridgeable(game, side).keys() & friends(game).of[side] if has_bridges else set()
    return frozenset(hungry | works | banks)


class TemporarySources(Procedure, frozen=True):
    """A side names supply units as temporary sources, one after the other; asked only where something comes of it."""

    side: str

    @rule("6.26a")
    def begin(self, game: Game) -> Decision | None:
        able = self.able(game)
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{name}", rule="6.26a") for name in able)
        return Decision(self.side, "temporary-source", "6.26a", (*options, DONE))

    def able(self, game: Game) -> list[str]:
        wanted, names = calling(game, self.side), supply_units_of(game, self.side)
        return [name for name in names if not wanted.isdisjoint(in_need(game, self.side, name))] if wanted else []

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.supplies:
            return None
        if game.state.supplies[choice.name].side != self.side:
            return Refusal("refused.enemy-supply", "6.26a", {"unit": choice.name})
        return Refusal("refused.nobody-to-feed", "6.26b", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        else:
            game.push(Feed(side=self.side, supply=choice.name))


class Feed(Procedure, frozen=True):
    """The hexes that a point of a supply unit feeds are picked, five at most; then it is spent."""

    side: str
    supply: str
    hexes: tuple[str, ...] = ()

    @rule("6.26a", "6.26b")
    def begin(self, game: Game) -> Decision | None:
        most = game.content.table("supply", SupplyFile).temporary_hexes
        left = [label for label in in_need(game, self.side, self.supply) if label not in self.hexes]
        if len(self.hexes) == most or (self.hexes and not left):
            self.feed(game)
            return None
        options = [Option(f"hex:{label}", rule="6.26a") for label in left]
        ends = (FEED,) if self.hexes else ()
        args: dict[str, str | int] = {"unit": self.supply, "left": most - len(self.hexes)}
        return Decision(self.side, "feed-hex", "6.26a", (*options, *ends), args, continues=True, done=FEED.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        has_it = choice.name in self.hexes or is_fed_in(game, self.side, choice.name)
        if has_it or choice.name in supplied_hexes(game, self.side):
            return Refusal("refused.in-supply", "6.26a", {"hex": choice.name})
        if choice.name in enemy_hexes(game, self.side):
            return Refusal("refused.enemy-in-hex", "6.26a", {"hex": choice.name})
        return Refusal("refused.beyond-loc", "6.26b", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(FEED.id):
            self.feed(game)
        else:
            game.goto("begin", hexes=(*self.hexes, choice.name))

    @rule("6.26c")
    def feed(self, game: Game) -> None:
        """Spend the point: whoever stands in the hexes is in general supply for this turn."""
        game.finish()
        spend_point(game, self.supply)
        for label in self.hexes:
            others = game.state.fed.get(label, "")
            game.state.fed[label] = f"{others}+{self.side}" if others else self.side
            for unit_id in units_in(game, label):
                change(game, unit_id, supply="supplied")
        game.say(Fed(rule="6.26c", unit=self.supply, hexes=self.hexes))


PROCEDURES = (TemporarySources, Feed)
