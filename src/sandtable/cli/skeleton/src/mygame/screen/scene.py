"""How a position is drawn, and how the game stands."""

from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.mechanics.title import StatusLine

from mygame.state import SIDES
from mygame.units import Game, kind_of

PALETTES = {
    "blue": Palette(fill="#9db9d8", ink="#14263c", symbol="#dfe9f5"),
    "red": Palette(fill="#d89a8c", ink="#3f120b", symbol="#f6e0da"),
}


def scene(game: Game, lang: str) -> Scene:
    """The counters on the map, and a flag on every objective."""
    state, content = game.state, game.content
    return Scene(
        board=content.board,
        palettes=PALETTES,
        counters=tuple(counter(game, unit_id) for unit_id, unit in state.units.items() if unit.at),
        markers=tuple(Marker(at=at, label="", kind="flag", palette=holder) for at, holder in state.holders.items()),
        heading=game.texts(lang).phrase("heading", {"turn": state.turn, "turns": content.scenario.turns}),
    )


def counter(game: Game, unit_id: str) -> Counter:
    """A counter with its symbol and its figures, turned down once it is done."""
    unit, kind = game.state.units[unit_id], kind_of(game, unit_id)
    values = f"{kind.attack}-{kind.defence}-{kind.movement}"
    states = ("moved",) if unit.moved or unit.spent else ()
    symbol = Symbol(kind.symbol, "battalion")
    return Counter(unit_id, unit.at, unit.side, unit.side, symbol, unit_id.upper(), values, states=states)


def status(game: Game, lang: str) -> tuple[StatusLine, ...]:
    """The objectives that each side holds."""
    texts = game.texts(lang)
    held = {side: [at for at, holder in game.state.holders.items() if holder == side] for side in SIDES}
    names = {side: texts.phrase("status.held", {"hexes": held[side]}) if held[side] else "0" for side in SIDES}
    return tuple(StatusLine(texts.phrase("status.objectives"), names[side], side) for side in SIDES)
