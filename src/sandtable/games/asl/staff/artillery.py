"""How the staff uses its artillery: it calls every battery, asks for fire where most enemies are and fewest friends."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from sandtable.games.asl.artillery.barrages import SOUTH, line_across
from sandtable.games.asl.artillery.missions import has_known_enemy
from sandtable.games.asl.artillery.modules import HARASSING, HE, ILLUMINATING, SMOKE, blast_area, figures, is_observed
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.screen.overlays import set_up_area
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import DUMMY, UNKNOWN
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.units import is_leader, other
from sandtable.games.asl.weapons.possession import receivers
from sandtable.kernel import Choice, Decision

FRIEND = 1.6
"""How much more a friend counts beneath shells than an enemy."""
COVERED = 0.2
"""What ground counts for that another barrage walks over."""
WORTHWHILE, DOUBTED = 0.8, 1.3
"""What a blast area must be worth for fire to be opened on it; and where nobody in it is known."""


def worth(situation: Situation, hex_: str, shell: str = HE) -> float:
    """What shells around a hex are worth: enemies there by their cover, less friends."""
    return sum(_worth_in(situation, each) for each in blast_area(situation.game, hex_, shell))


def _worth_in(situation: Situation, hex_: str) -> float:
    return shelling(situation).get(hex_, 0.0)


def shelling(situation: Situation) -> dict[str, float]:
    """What shells in each hex are worth in which anybody is."""
    kept = _KEPT.get(situation)
    if kept is None:
        kept = _KEPT[situation] = _weigh(situation)
    return kept


_KEPT: WeakKeyDictionary[Situation, dict[str, float]] = WeakKeyDictionary()
"""What was weighed for a situation, which is asked about many hexes."""


def _weigh(situation: Situation) -> dict[str, float]:
    found: dict[str, float] = {}
    for unit in situation.state.units.values():
        if not unit.at or unit.guard or unit.kind == DUMMY:
            continue
        hex_ = hex_of(unit.at)
        cover = 4 if unit.stance in ("foxhole", "trench") else terrain_at(situation.game, hex_).tem.oba
        value = (1.0 if unit.kind == UNKNOWN or not unit.broken else 0.6) * 0.8 ** max(-2, cover)
        found[hex_] = found.get(hex_, 0.0) + (-FRIEND * value if unit.side == situation.side else value)
    for vehicle in situation.state.vehicles.values():
        if vehicle.at:
            hex_ = hex_of(vehicle.at)
            found[hex_] = found.get(hex_, 0.0) + (-0.8 if vehicle.side == situation.side else 0.5)
    return found


def _battery(decision: Decision) -> str:
    return str(decision.args["battery"])


def _hexes(decision: Decision) -> list[str]:
    return [choice.name for option in decision.options if (choice := Choice.of(option.id)).kind == "hex"]


def _best(situation: Situation, hexes: list[str], shell: str = HE) -> tuple[float, str]:
    return max(((worth(situation, hex_, shell), hex_) for hex_ in _near_somebody(situation, hexes)), default=(0.0, ""))


def _near_somebody(situation: Situation, hexes: list[str]) -> list[str]:
    """The hexes around which an enemy may be: others are worth nothing."""
    reach = figures(situation.game).harassing_radius
    near: set[str] = set()
    for hex_, value in shelling(situation).items():
        if value > 0:
            near |= situation.content.around(hex_, reach)
    return [hex_ for hex_ in hexes if hex_ in near]


def contact(situation: Situation, decision: Decision) -> str | None:
    """Call every battery in turn."""
    return decision.options[0].id


def access(situation: Situation, decision: Decision) -> str | None:
    """Draw a chit while there is anybody to fire at."""
    return "do:draw" if any(value > 0 for value in shelling(situation).values()) else "do:pass"


def request(situation: Situation, decision: Decision) -> str | None:
    value, hex_ = _best(situation, _hexes(decision))
    return f"hex:{hex_}" if value > 0 else "do:pass"


def correct(situation: Situation, decision: Decision) -> str | None:
    """To the best hex in reach that is seen; a round that lies almost as well is fired where it lies, since that does
    not stray, and one that cannot be corrected any more is given up."""
    battery = situation.state.batteries[_battery(decision)]
    offered = _hexes(decision)
    near = _near_somebody(situation, offered)
    hexes = [hex_ for hex_ in near if is_observed(situation.game, battery, hex_)]
    value, hex_ = _best(situation, hexes)
    if not hex_ or value <= 0:
        return "do:pass" if offered else "do:end"
    here = worth(situation, battery.at) if battery.at in hexes else 0.0
    if _is_ripe(situation, battery.at) and battery.at in hexes and here >= 0.75 * value:
        return f"hex:{battery.at}"
    return f"hex:{hex_}" if hex_ != battery.at else "do:pass"


def _is_known(situation: Situation, hex_: str, shell: str = HE) -> bool:
    """Whether no chit needs to be drawn for fire around a hex."""
    return has_known_enemy(situation.game, situation.side, blast_area(situation.game, hex_, shell))


def _is_ripe(situation: Situation, hex_: str, shell: str = HE) -> bool:
    """Whether fire is opened around a hex: on known enemies, or on so many who may be there that a chit is risked."""
    return worth(situation, hex_, shell) >= (WORTHWHILE if _is_known(situation, hex_, shell) else DOUBTED)


def convert(situation: Situation, decision: Decision) -> str | None:
    """HE where enemies are worth it; SMOKE is left to people. Without anybody worth it the round stays."""
    hex_ = str(decision.args["hex"])
    for kind in (HE, HARASSING):
        offered = decision.find(f"shell:{kind}") is not None
        if offered and _is_ripe(situation, hex_, kind):
            return f"shell:{kind}"
    if decision.find(f"shell:{ILLUMINATING}") is not None and not situation.attacks:
        return f"shell:{ILLUMINATING}"
    return "do:hold" if decision.find("do:hold") is not None else decision.options[0].id


def fire_on(situation: Situation, decision: Decision) -> str | None:
    """Where the fire does most; it ends where it would strike more friends than enemies."""
    battery = situation.state.batteries[_battery(decision)]
    here = worth(situation, battery.at, battery.shell)
    if battery.shell in (SMOKE, ILLUMINATING):
        return "do:fire"
    value, hex_ = _best(situation, _hexes(decision), battery.shell)
    if max(value, here) <= 0 and decision.find("do:end") is not None:
        return "do:end"
    return f"hex:{hex_}" if hex_ and value > here + WORTHWHILE else "do:fire"


def renew(situation: Situation, decision: Decision) -> str | None:
    battery = situation.state.batteries[_battery(decision)]
    near = sorted(situation.content.around(battery.at, figures(situation.game).effect_correction))
    value, _ = _best(situation, near, battery.shell)
    return "do:draw" if value >= WORTHWHILE else "do:end"


def end_barrage(situation: Situation, decision: Decision) -> str | None:
    """End a barrage whose next line lies on more friends than enemies."""
    content, step = situation.content, figures(situation.game).barrage_step
    for option in decision.options:
        choice = Choice.of(option.id)
        if choice.kind != "barrage":
            continue
        i = content.board.index[situation.state.barrages[choice.name].at]
        for _ in range(step):
            i = content.board.neighbour(i, SOUTH) if i >= 0 else i
        if i >= 0 and sum(_worth_in(situation, each) for each in line_across(content, content.board.labels[i])) < 0:
            return option.id
    return "do:done"


def register(situation: Situation, decision: Decision) -> str | None:
    """On what the scenario is about."""
    hexes = _hexes(decision)
    wanted = [hex_ for hex_ in situation.goals if hex_ in hexes]
    return f"hex:{wanted[0]}" if wanted else None


def record_barrage(situation: Situation, decision: Decision) -> str | None:
    """Where it walks over most of the ground on which the enemy sets up, soon, and over none of its own; goals count
    for more, and what another barrage covers for little."""
    content, barrages = situation.content, situation.state.barrages.values()
    ours = set_up_area(content, situation.side)
    worth = {hex_: 1 + 2 / (1 + situation.to_goal(hex_)) for hex_ in set_up_area(content, other(situation.side))}
    for barrage in barrages:
        if barrage.side == situation.side and barrage.at:
            for line in _walk(situation, barrage.at):
                worth |= {hex_: COVERED * worth.get(hex_, 0.0) for hex_ in line}
    worth |= dict.fromkeys(ours, -FRIEND)
    return f"hex:{max(_hexes(decision), key=lambda hex_: _walk_over(situation, hex_, worth))}"


def _walk(situation: Situation, hex_: str) -> list[tuple[str, ...]]:
    """The lines of a barrage that begins in a hex, turn by turn."""
    board, table = situation.content.board, figures(situation.game)
    i, found = board.index[hex_], []
    for _ in range(table.barrage_begins, table.barrage_ends):
        found.append(line_across(situation.content, board.labels[i]))
        for _ in range(table.barrage_step):
            i = board.neighbour(i, SOUTH) if i >= 0 else i
        if i < 0:
            break
    return found


def _walk_over(situation: Situation, hex_: str, worth: Mapping[str, float]) -> float:
    """What a barrage is worth that begins in a hex: the sooner it strikes, the more."""
    lines = _walk(situation, hex_)
    return sum(worth.get(each, 0.0) / turn for turn, line in enumerate(lines, 1) for each in line)


def exchange(situation: Situation, decision: Decision) -> str | None:
    """A field phone is surer than a radio."""
    return "do:phone"


# Radios


def _useless(situation: Situation, weapon_id: str) -> bool:
    """Whether a radio or field phone is with men who cannot use it."""
    weapon = situation.state.weapons[weapon_id]
    card = situation.content.weapons.get(weapon.kind)
    return (
        card is not None
        and bool(card.contact)
        and not is_leader(situation.content, situation.state.units[weapon.holder])
    )


def transfer(situation: Situation, decision: Decision) -> str | None:
    """A radio is handed to a leader who is beside those who have it."""
    for option in decision.options:
        choice = Choice.of(option.id)
        if choice.kind == "weapon" and _useless(situation, choice.name):
            takers = receivers(situation.game, choice.name)
            units = situation.state.units
            if any(is_leader(situation.content, units[name]) and not units[name].acted for name in takers):
                return option.id
    return "do:done"


def transfer_to(situation: Situation, decision: Decision) -> str | None:
    units = situation.state.units
    for option in decision.options:
        choice = Choice.of(option.id)
        if choice.kind == "unit" and is_leader(situation.content, units[choice.name]):
            return option.id
    return None
