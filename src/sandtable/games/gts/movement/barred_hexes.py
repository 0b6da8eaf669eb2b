"""The hexes that bar a side: held by the enemy, in his fire zones, or too near to where his units enter the map."""

from __future__ import annotations

from sandtable.board import CLOSED, ZOC
from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_zones import side_zones
from sandtable.games.gts.movement.terrain_chart import movement_figures
from sandtable.games.gts.state import SIDES, enemy_of
from sandtable.games.gts.units import Game, positions
from sandtable.kernel import of_content, rule

SHUT = bytes(flags | CLOSED if flags & ZOC else flags for flags in range(256))
"""What becomes of the flags of each hex where fire zones may not be entered."""


@of_content
@rule("14.1")
def forbidden_ground(content: Content) -> dict[str, bytes]:
    """For each side the hexes too near to an entry hex of the enemy."""
    board, clearance = content.board, movement_figures(content).entry_hex_clearance
    found = {}
    for side in SIDES:
        flags = bytearray(board.size)
        for name, entry in content.entries.items():
            if entry.side == enemy_of(side):
                for i in board.within(board.index[content.entry_hex[name]], clearance):
                    flags[i] = CLOSED
        found[side] = bytes(flags)
    return found


@rule("13.2/1")
def shuns_fire_zones(game: Game) -> bool:
    """Whether units may not move into enemy fire zones: in the first action under a division chit."""
    now = game.state.active
    return now is not None and now.kind == "division" and not now.second


class Barriers:
    """What bars one side, a byte a hex, followed from question to question."""

    __slots__ = ("_enemy", "_ground", "_held_read", "_zones_read", "flags")

    def __init__(self, content: Content, side: str) -> None:
        self._enemy = enemy_of(side)
        self._ground = forbidden_ground(content)[side]
        self._held_read = self._zones_read = 0
        self.flags = bytearray(self._ground)

    def update(self, game: Game) -> None:
        zones, where = side_zones(game, self._enemy), positions(game)
        index, flags = game.content.board.index, self.flags
        zone_turns, turns = zones.turned, where.turned[self._enemy]
        if len(zone_turns) > self._zones_read:
            for label in zone_turns[self._zones_read :]:
                if label in zones.watched:
                    flags[index[label]] |= ZOC
                else:
                    flags[index[label]] &= ~ZOC
            self._zones_read = len(zone_turns)
        if len(turns) > self._held_read:
            held = where.held[self._enemy]
            for label in turns[self._held_read :]:
                i = index[label]
                flags[i] = flags[i] & ~CLOSED | (CLOSED if label in held else self._ground[i])
            self._held_read = len(turns)


@rule("13.2/1", "14.1")
def barriers(game: Game, side: str) -> bytearray:
    """The hexes that a side's units may not enter, and those in enemy fire zones; the caller may mark more."""
    key = ("barriers", side)
    found: Barriers | None = game.memo.get(key)
    if found is None:
        found = game.memo[key] = Barriers(game.content, side)
    found.update(game)
    return found.flags.translate(SHUT) if shuns_fire_zones(game) else found.flags[:]
