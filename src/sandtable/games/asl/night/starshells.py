"""E1.9: Starshells: who may fire them, when, and where they burn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.games.asl.concealment.revealing import seen_by, vehicle_seen_by
from sandtable.games.asl.events.night import NoStarshell
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.fire.marking import mark_fired
from sandtable.games.asl.fire.pieces import Mode, Piece, guarded, may_fire
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import squad_of
from sandtable.games.asl.night.light import place_light
from sandtable.games.asl.sight import seen_now, sees
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import THE_FIELD, Unit, Vehicle
from sandtable.games.asl.tables.conditions import NightTable, Starshell
from sandtable.games.asl.units import Game, change, is_good_order, is_leader, is_mmc, on_map, other
from sandtable.games.asl.vehicles.status import alter, can_act, known_vehicles
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, rule
from sandtable.mechanics.roster import units_of

PHASES = ("prep-fire", "movement", "defensive-fire", "advancing-fire")
STARSHELL = "starshell"
PASS = Option("do:pass", rule="E1.9")


def figures_for(game: Game, name: str) -> Starshell:
    """With which dr somebody lights a Starshell, and how far away."""
    table = game.content.table("night", NightTable)
    unit = game.state.units.get(name)
    return table.leader if unit is not None and is_leader(game.content, unit) else table.others


def able(game: Game, side: str) -> Sequence[str]:
    """Who may try to fire a Starshell now: leaders, other men, and exposed crews of AFVs."""
    return _able(game, side) if game.state.nvr and game.state.phase in PHASES else []


@derived(*THE_FIELD)
@rule("E1.9")
def _able(game: Game, side: str) -> Sequence[str]:
    state = game.state
    tried, fired = state.starshells_tried.get(side, ()), state.starshells_fired.get(side)
    found = [name for name, at in _fit(game, side) if fired or sees_enemy(game, side, at)]
    found += [
        name
        for name, vehicle in state.vehicles.items()
        if vehicle.side == side and vehicle.at and not (tried and _has_tried(tried, name, vehicle.at))
        if vehicle.exposed and can_act(vehicle) and not _has_shot(vehicle)
        if fired or sees_enemy(game, side, stand_of(vehicle))
    ]
    return found


def _men(game: Game, side: str) -> tuple[object, ...]:
    return units_of(game, side), guarded(game)


@derived(_men, "phase", "active", "melees", "starshells_tried")
def _fit(game: Game, side: str) -> Sequence[tuple[str, str]]:
    """The men of a side who are in a state to try and have not yet, with where they are."""
    tried = game.state.starshells_tried.get(side, ())
    return [
        (name, unit.at)
        for name, unit in units_of(game, side).items()
        if on_map(unit) and not (tried and _has_tried(tried, name, unit.at)) and _is_fit(game, name)
    ]


def _has_tried(tried: Sequence[str], name: str, at: str) -> bool:
    """Whether somebody, or the squad of which he is what is left, has tried in this Player Turn, or one of his hex in
    this phase."""
    return name in tried or squad_of(name) in tried or f"@{hex_of(at)}" in tried


def _has_shot(vehicle: Vehicle) -> bool:
    return any(each.startswith("aamg") for each in vehicle.fired)


@rule("E1.9")
def _is_fit(game: Game, unit_id: str) -> bool:
    """Whether men are in a state to fire a Starshell: a leader always in Good Order; others as they use a SW."""
    unit = game.state.units[unit_id]
    if not is_good_order(game, unit) or unit.hidden:
        return False
    if is_leader(game.content, unit):
        return True
    if not is_mmc(game.content, unit) or unit.ti or not may_fire(game, unit_id):
        return False
    if unit.side == game.state.active and game.state.phase == "movement":
        return not unit.moved and not unit.fire and not unit.spent
    return not unit.fire and not [each for each in unit.spent if each != "inherent"]


def _shown_there(game: Game, side: str, at: str) -> tuple[str, ...]:
    return _shown(game, side)


def _seen_there(game: Game, side: str, at: str) -> object:
    return seen_now(game)


@derived(_shown_there, _seen_there)
def sees_enemy(game: Game, side: str, at: str) -> bool:
    """Whether an enemy, be it a "?", is in sight of a Location."""
    return any(sees(game, at, there) for there in _shown(game, side))


def _enemies(game: Game, side: str) -> Mapping[str, Unit]:
    return units_of(game, other(side))


@derived(_enemies, "vehicles")
def _shown(game: Game, side: str) -> tuple[str, ...]:
    """Where enemies of a side are that are not hidden, be it as a "?"."""
    men = {unit.at for unit in _enemies(game, side).values() if on_map(unit) and not unit.hidden}
    vehicles = [game.state.vehicles[name] for name in known_vehicles(game, side)]
    return tuple(sorted(men.union([stand_of(each) for each in vehicles])))


def options(game: Game, side: str) -> list[Option]:
    """The options of all who may try."""
    return [Option(f"{STARSHELL}:{name}", rule="E1.9") for name in able(game, side)]


@rule("E1.9")
def refuse(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why somebody may not try to fire a Starshell."""
    state = game.state
    one = state.units.get(choice.name) or state.vehicles.get(choice.name)
    if choice.kind != STARSHELL or one is None:
        return None
    args = {"unit": choice.name}
    if not state.nvr:
        return Refusal("refused.starshell-by-day", "E1.9", args)
    if one.side != side:
        return Refusal("refused.not-yours", "E1.9", args)
    tried = state.starshells_tried.get(side, ())
    if _has_tried(tried, choice.name, one.at):
        return Refusal("refused.starshell-tried", "E1.9", args)
    place = stand_of(one) if isinstance(one, Vehicle) else one.at
    if not state.starshells_fired.get(side) and one.at and not sees_enemy(game, side, place):
        return Refusal("refused.starshell-quiet", "E1.9", args)
    return Refusal("refused.starshell", "E1.9", args)


@rule("E1.9")
def attempt(game: Game, name: str) -> None:
    """Somebody tries: a dr decides, and then its owner says where it is to burn."""
    state = game.state
    one = state.units.get(name) or state.vehicles[name]
    tried = state.starshells_tried.get(one.side, ())
    state.starshells_tried[one.side] = (*tried, name, f"@{hex_of(one.at)}")
    _mark(game, name)
    figures = figures_for(game, name)
    seen = seen_by(game, name) if name in state.units else vehicle_seen_by(game, name)
    lines = at_most(figures.number, "E1.9") if seen is None else ()
    if game.roll("d6", "starshell", "E1.9", bands=(figures.number + 1,), lines=lines) > figures.number:
        game.say(NoStarshell(rule="E1.9", seen_by=seen, unit=name))
        return
    state.starshells_fired[one.side] = True
    game.push(FireStarshell(side=one.side, unit=name, at=hex_of(one.at), range=figures.range))


_MODES: dict[tuple[str, bool], Mode] = {
    ("prep-fire", True): "prep",
    ("advancing-fire", True): "advancing",
    ("movement", False): "first",
    ("defensive-fire", False): "final",
}


@rule("E1.9")
def _mark(game: Game, name: str) -> None:
    """All but leaders count as having used a support weapon; who tries in his own Movement Phase does not move.

    Of the DEFENDER nothing is left to fire after his last fire phase, whose markers are gone by then.
    """
    state = game.state
    if name in state.vehicles:
        vehicle = state.vehicles[name]
        has_fired = state.phase == "advancing-fire" and vehicle.side != state.active
        if not has_fired:
            alter(game, name, fired=(*vehicle.fired, f"aamg:{STARSHELL}"))
        return
    unit = state.units[name]
    if is_leader(game.content, unit):
        return
    mode = _MODES.get((state.phase, unit.side == state.active))
    if mode is not None:
        mark_fired(game, (Piece(name, STARSHELL, mode),), (), ())
    elif state.phase == "movement":
        change(game, name, moved=True)


@rule("E1.9", "A12.1", "A12.16")
def might_try(game: Game, side: str) -> bool:
    """Whether somebody of a side might be able to try as far as others can tell: a "?" is where he could."""
    fired = game.state.starshells_fired.get(side)
    return any(
        unit.concealed and not unit.hidden and not unit.cloak and on_map(unit)
        and (fired or sees_enemy(game, side, unit.at))
        for unit in units_of(game, side).values()
    )  # fmt: skip


class FireStarshell(Procedure, frozen=True):
    """A Starshell goes up: where is it to burn?"""

    side: str
    unit: str
    at: str
    range: int

    @rule("E1.9")
    def begin(self, game: Game) -> Decision:
        hexes = sorted(game.content.around(self.at, self.range), key=game.content.board.index.__getitem__)
        found = tuple(Option(f"hex:{hex_}", rule="E1.9") for hex_ in hexes)
        return Decision(self.side, "starshell-at", "E1.9", found, {"range": self.range}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.starshell-range", "E1.9", {"hex": choice.name})

    @rule("E1.9")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """It drifts one hex in a random direction; over the edge of the map it stays where it was aimed."""
        game.finish()
        board = game.content.board
        direction = game.roll("d6", "starshell-drifts", "E1.9")
        there = board.neighbour(board.index[choice.name], direction - 1)
        place_light(game, board.labels[there] if there >= 0 else choice.name, "starshell")


class StarshellWindow(Procedure, frozen=True):
    """A phase of the other side begins: a side may try to fire Starshells in it."""

    side: str

    @rule("E1.9", "A12.16")
    def begin(self, game: Game) -> None:
        """Nobody is asked who cannot try, for all that the others know."""
        if options(game, self.side) or might_try(game, self.side):
            game.goto("ask")
        else:
            game.finish()

    @rule("E1.9")
    def ask(self, game: Game) -> Decision:
        found = options(game, self.side)
        return Decision(self.side, "starshell", "E1.9", (*found, PASS), default=PASS.id, done=PASS.id)

    def ask_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse(game, choice, self.side)

    def ask_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("begin")
        if choice.kind == STARSHELL:
            attempt(game, choice.name)
        else:
            game.finish()


def begin_phase(game: Game) -> None:
    """A phase begins: every hex may try again."""
    for side, tried in game.state.starshells_tried.items():
        game.state.starshells_tried[side] = tuple(each for each in tried if not each.startswith("@"))


def begin_player_turn(game: Game) -> None:
    """A Player Turn begins: everybody may try again."""
    game.state.starshells_tried = {}
