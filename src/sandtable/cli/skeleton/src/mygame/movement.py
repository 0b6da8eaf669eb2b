"""Chapter 3: movement."""

from sandtable.board import Field, Mover
from sandtable.kernel import Action, Choice, Option, Preview, Refusal, of_content, rule
from sandtable.mechanics.destinations import Destinations, path_to
from sandtable.mechanics.roster import change, units_in

from mygame.content import Content, TerrainFile
from mygame.units import Game, barriers, enter, kind_of


@rule("3.1")
@of_content
def mover(content: Content) -> Mover:
    """What it costs to go from hex to hex."""
    rows = content.table("terrain", TerrainFile).terrain
    return Mover(content.board.neighbours, content.board.costs({name: row.cost for name, row in rows.items()}))


@of_content
def destinations(content: Content) -> Destinations:
    """The options of a march: every hex, at every cost that it may come to."""
    return Destinations(content, max(kind.movement for kind in content.kinds.values()), "3.1")


@rule("3.1", "3.2")
def reach(game: Game, unit_id: str) -> Field:
    """Where a counter can go; an enemy zone of control ends its march."""
    unit = game.state.units[unit_id]
    start, points = game.content.board.index[unit.at], kind_of(game, unit_id).movement
    return mover(game.content).field(start, points, bytearray(barriers(game, unit.side)), zoc_stop=True)


def path(game: Game, unit_id: str, label: str) -> tuple[str, ...]:
    """The cheapest way to a hex, from where the counter stands."""
    return path_to(game.content.board.places, reach(game, unit_id), label)


class March(Action[Game, str]):
    """A counter goes to another hex."""

    rule = "3.1"
    kinds = ("hex",)

    def offers(self, game: Game, subject: str) -> list[Option]:
        moved = game.state.units[subject].moved
        return [] if moved else destinations(game.content).options(reach(game, subject))

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        args = {"unit": subject, "hex": choice.name}
        if choice.name not in game.content.board.index:
            return None
        if game.state.units[subject].moved:
            return Refusal("refused.moved", "2.2", args)
        if units_in(game, choice.name):
            return Refusal("refused.occupied", "1.2", args)
        return Refusal("refused.too-far", "3.1", args)

    def preview(self, game: Game, subject: str, choice: Choice) -> Preview:
        return Preview(path=path(game, subject, choice.name))

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        way = path(game, subject, choice.name)
        change(game, subject, moved=True)
        enter(game, subject, way[1:], "3.1")
