"""Chapter 3: to whom hexes are friendly, who controls them, and what changes when units have moved."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.efs import victory
from sandtable.games.efs.content import Content, card_of
from sandtable.games.efs.engineers.markers import remove_bridges
from sandtable.games.efs.events import Captured
from sandtable.games.efs.fortifications.destruction import abandon_sites
from sandtable.games.efs.index import areas, friends
from sandtable.games.efs.state import SIDES, SOVIET, enemy_of
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import reaches_of_units, zone_of
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import hexes_of, occupier


@rule("3.11/hexes")
def friend(game: Game, label: str) -> str:
    """The side to which a land hex is friendly: whose combat unit last occupied or controlled it."""
    return game.state.control.get(label) or game.content.first_friend[label]


@rule("3.12", "3.13", "3.21")
def controller(game: Game, label: str) -> str | None:
    """The side that controls a hex now: who occupies it, or who alone exerts a zone of control into it."""
    held = occupier(game, label)
    if held is not None:
        return held
    exerting = [side for side in SIDES if label in zone_of(game, side)]
    return exerting[0] if len(exerting) == 1 else None


@derived("strongpoints", "bridges")
def marked_hexes(game: Game) -> frozenset[str]:
    """The hexes with strongpoints or bridges, and victory locations."""
    state = game.state
    return frozenset([*state.strongpoints, *game.content.card.locations, *[each.at for each in state.bridges.values()]])


def steps_that_count(game: Game, side: str, path: tuple[str, ...]) -> Iterator[bool]:
    """Of each step of a side along a path whether it may change anything that is settled: where it leaves hexes to the
    enemy or comes to hexes of his, or to something that can be taken.
    """
    enemy, around = enemy_of(side), areas(game.content)
    occupied, threatened = hexes_of(game, enemy), zone_of(game, enemy)
    theirs, marked = friends(game).of[enemy], marked_hexes(game)
    left = around[path[0]]
    for label in path[1:]:
        entered = around[label]
        yield (
            not theirs.isdisjoint(entered)
            or not threatened.isdisjoint(left)
            or not occupied.isdisjoint(left)
            or label in marked
        )
        left = entered


@derived("units", "control", "weather", "ruined")
@rule("3.12", "3.13")
def to_be_taken(game: Game, side: str) -> list[str]:
    """The hexes friendly to the enemy that a side controls now: those that it occupies, and those in its zones of
    control that the enemy neither occupies nor exerts one into.
    """
    enemy = enemy_of(side)
    theirs = friends(game).of[enemy]
    entered, threatened = hexes_of(game, side) & theirs, reaches_of_units(game).alone[side] & theirs
    if threatened:
        threatened = threatened - entered - hexes_of(game, enemy)
    return [*entered, *threatened]


def settle(game: Game) -> None:
    """Take in what has moved: hexes become friendly to those who control them, strongpoints under
    construction and bridges of the enemy are gone, and victory locations change hands.

    Whoever moves a unit calls this for every hex that it enters, so that hexes passed on the way count too.
    """
    for side in SIDES:
        taken = to_be_taken(game, side)
        if taken:
            take(game, side, sorted(taken))
    abandon_sites(game)
    remove_bridges(game)
    victory.settle(game)


@rule("3.11/hexes", "6.21")
def take(game: Game, side: str, taken: list[str]) -> None:
    """Hexes become friendly to a side; its own supply sources that it retakes wait for a Supply Status Phase."""
    content, control = game.content, game.state.control
    for label in taken:
        if content.first_friend[label] == side:
            del control[label]
        else:
            control[label] = side
        if label in sources_of(content, side):
            game.state.idle_sources[label] = side
    told = tuple(label for label in taken if label in places(content))
    if told:
        game.say(Captured(rule="3.11/hexes", hexes=told, side=side))


@of_content
def places(content: Content) -> frozenset[str]:
    """The hexes that are worth a word when they change hands: those with a name, sources of supply, and locations."""
    named = {label for label, place in zip(content.board.labels, content.board.hexes, strict=True) if place.name}
    sources = {label for side in SIDES for label in card_of(content, side).sources}
    return frozenset(named | sources | content.card.locations.keys())


@of_content
@rule("6.23", "6.25")
def sources_of(content: Content, side: str) -> frozenset[str]:
    """The hexes that can be supply sources of a side: those of its card, for the Soviets ports and major cities too."""
    named = frozenset(card_of(content, side).sources)
    return named | content.ports | great_cities(content) if side == SOVIET else named


@of_content
def great_cities(content: Content) -> frozenset[str]:
    """The hexes of major cities."""
    return frozenset(label for label in content.cities if "major-city" in content.parts[label])
