"""Chapter 3: to whom hexes are friendly, who controls them, and what changes when units have moved."""

from __future__ import annotations

from sandtable.games.efs import victory
from sandtable.games.efs.content import Content, Edge, card_of
from sandtable.games.efs.engineers.markers import remove_bridges
from sandtable.games.efs.events import Captured
from sandtable.games.efs.fortifications.destruction import abandon_sites
from sandtable.games.efs.index import areas, friends
from sandtable.games.efs.state import SIDES, enemy_of
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import zone_of
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


@derived(hexes_of, zone_of)
def controlled_if_uncontested(game: Game, side: str) -> frozenset[str]:
    """The hexes that a side occupies or exerts a zone of control into."""
    return hexes_of(game, side) | zone_of(game, side)


def may_change_hands(game: Game, side: str, step: Edge, hostile: frozenset[str]) -> bool:
    """Whether a step of a side may change anything that is settled, given what the enemy occupies or exerts a zone of
    control into: where it leaves hexes to the enemy or comes to hexes of his, or to something that can be taken.
    """
    left, entered = step
    state, around = game.state, areas(game.content)
    return (
        not hostile.isdisjoint(around[left])
        or not friends(game).of[enemy_of(side)].isdisjoint(around[entered])
        or entered in state.strongpoints
        or entered in game.content.card.locations
        or any(bridge.at == entered for bridge in state.bridges.values())
    )


def settle(game: Game) -> None:
    """Take in what has moved: hexes become friendly to those who control them, strongpoints under
    construction and bridges of the enemy are gone, and victory locations change hands.

    Whoever moves a unit calls this for every hex that it enters, so that hexes passed on the way count too.
    """
    content, control = game.content, game.state.control
    reached = {side: controlled_if_uncontested(game, side) for side in SIDES}
    for side in SIDES:
        contested = reached[enemy_of(side)] - hexes_of(game, side)
        taken = sorted((reached[side] & friends(game).of[enemy_of(side)]) - contested)
        for label in taken:
            if content.first_friend[label] == side:
                del control[label]
            else:
                control[label] = side
            _lose_source(game, label, side)
        told = tuple(label for label in taken if label in places(content))
        if told:
            game.say(Captured(rule="3.11/hexes", hexes=told, side=side))
    abandon_sites(game)
    remove_bridges(game)
    victory.settle(game)


@of_content
def places(content: Content) -> frozenset[str]:
    """The hexes that are worth a word when they change hands: those with a name, sources of supply, and locations."""
    named = {label for label, place in zip(content.board.labels, content.board.hexes, strict=True) if place.name}
    sources = {label for side in SIDES for label in card_of(content, side).sources}
    return frozenset(named | sources | content.card.locations.keys())


@rule("6.21")
def _lose_source(game: Game, label: str, side: str) -> None:
    """A captured supply source stops providing supply, and waits for a Supply Status Phase once it is retaken."""
    owner = enemy_of(side)
    if label in card_of(game.content, owner).sources:
        game.state.idle_sources[label] = owner
