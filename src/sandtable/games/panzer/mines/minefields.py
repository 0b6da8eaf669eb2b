"""Chapter 7.31.2: enemies who enter a minefield, and what the mines do to them."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.cards import Vehicle
from sandtable.games.panzer.combat.losses import Harm, harm_vehicle, reduce_or_eliminate, tell_harm
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.modes import MANNERS, Mode
from sandtable.games.panzer.movement_events import MinesFound
from sandtable.games.panzer.state import Mines
from sandtable.games.panzer.tables.optional import MinefieldRow, MinefieldsFile, MineRow
from sandtable.games.panzer.units import Game, card_of, side_of, vehicle
from sandtable.kernel import Line, derived, of_content, rule

DIE = "d100"


@derived("mines")
def mined_hexes(game: Game) -> dict[str, tuple[str, ...]]:
    """The minefields of each hex that has any, one of a side."""
    found: dict[str, tuple[str, ...]] = {}
    for field_id, field in game.state.mines.items():
        found[field.at] = (*found.get(field.at, ()), field_id)
    return found


@rule("6.1.4.3.8", "7.31", "7.31.2")
def mines_against(game: Game, unit_id: str) -> str:
    """The minefield that attacks a unit in its hex, if any: that of the enemy, with mines against its kind. Who rides
    is safe, and everybody knows the lanes through the mines of his own side.
    """
    unit, mines = game.state.units[unit_id], game.state.mines
    here = () if unit.carrier else mined_hexes(game).get(unit.at, ())
    if not here:
        return ""
    own, kind = side_of(game, unit_id), "vehicles" if isinstance(card_of(game, unit_id), Vehicle) else "men"
    return next((each for each in here if mines[each].side != own and mines[each].against in (kind, "both")), "")


@of_content
def row_of(content: Content, kind: str) -> MinefieldRow:
    """The row of the Minefield Effects Table for a kind of minefield."""
    rows = content.table("minefields", MinefieldsFile).kinds
    return next(row for name, row in rows.items() if kind == f"mines-{name}")


@of_content
@rule("7.31.2.1")
def column_of(content: Content, kind: str, defense: int) -> MineRow:
    """What mines do to a vehicle by its GP Defense, whatever its type."""
    columns = row_of(content, kind).vehicles
    return columns[min(most for most in columns if defense <= most)]


@rule("7.31.2", "6.1.4.3.8")
def discover(game: Game, field_id: str) -> Mines:
    """The owner has to declare mines that attack; from then on all know them."""
    field = game.state.mines[field_id]
    if not field.known:
        game.reveal()
        field = game.state.mines[field_id] = replace(field, known=True)
        game.say(MinesFound(rule="7.31.2", at=field.at, work=field.kind))
    return field


@rule("7.31.2.2", "6.6.4.2")
def blow_up_men(game: Game, unit_id: str, mode: Mode) -> None:
    """Mines attack men or a gun: a squad becomes a suppressed half-squad, others are lost. Who hurries sees less."""
    field_id = mines_against(game, unit_id)
    if not field_id:
        return
    field, table = discover(game, field_id), game.content.table("minefields", MinefieldsFile)
    most, hurry = row_of(game.content, field.kind).leg_towed, table.quickmarch if MANNERS[mode].hurries else 0
    roll = game.roll(DIE, "mines", "7.31.2.2", bands=(most - hurry + 1,))
    lines = [Line("die", str(roll), "7.31.2.2")]
    if hurry:
        lines.append(Line("quickmarch", f"{hurry:+d}", "7.31.2.2"))
    struck = roll + hurry <= most
    lines.append(Line("harmed-up-to", str(most), "7.31.2.2"))
    tell_harm(game, unit_id, "mines", "effective" if struck else "no-effect", lines)
    if struck:
        reduce_or_eliminate(game, unit_id)


@rule("7.31.2.1", "4.4.3.2.6/damaged")
def blow_up_vehicle(game: Game, unit_id: str) -> Harm:
    """Mines attack a vehicle: they damage it, which knocks out one that is damaged already, or hit its tracks."""
    field = discover(game, mines_against(game, unit_id))
    row = column_of(game.content, field.kind, vehicle(game, unit_id).gp_defense)
    roll = game.roll(DIE, "mines", "7.31.2.1", bands=(row.damaged + 1, row.track + 1))
    again: Harm = "knocked-out" if game.state.units[unit_id].damaged else "damaged"
    harm: Harm = again if roll <= row.damaged else "track-hit" if roll <= row.track else "unharmed"
    lines = [Line("die", str(roll), "7.31.2.1"), Line("damaged-up-to", str(row.damaged), "7.31.2.1")]
    tell_harm(game, unit_id, "mines", harm, [*lines, Line("tracks-up-to", str(row.track), "7.31.2.1")])
    harm_vehicle(game, unit_id, harm, "7.31.2.1")
    return harm
