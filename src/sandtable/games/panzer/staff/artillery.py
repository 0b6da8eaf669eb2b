"""What a staff has its observers call, and what it has planned before the battle."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.batteries import is_available
from sandtable.games.panzer.indirect.observers import may_call, row_of, target_hexes
from sandtable.games.panzer.indirect.sheafs import CLOSED, LINEAR, sheaf_hexes
from sandtable.games.panzer.indirect.sources import battery_weapon
from sandtable.games.panzer.movement.reach import facings_by_name
from sandtable.games.panzer.staff.estimates import worth
from sandtable.games.panzer.staff.goals import objectives_to_take
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.staff.smoke import screen, smoke_on
from sandtable.games.panzer.units import Game, vehicles
from sandtable.kernel import Decision, derived, of_content

SHARE, SHARE_OF_VEHICLES = 0.25, 0.08
"""The share of their worth that a salvo takes of men and guns, and of vehicles."""
FRIENDS = 2.0
"""How much more a friend counts under his own fire than an enemy."""
ANSWERED = 0.5
"""How often a battery responds to a call."""
EARLY, BARRAGE = 2, 3
"""The turn in which planned fire begins, and for how many turns it is planned."""


def salvo(situation: Situation, hexes: Collection[str]) -> float:
    """What fire on some hexes promises, in victory points."""
    found = 0.0
    for units, sign in ((situation.enemies, 1.0), (situation.mine, -FRIENDS)):
        for unit_id, unit in units.items():
            if unit.at in hexes:
                share = SHARE_OF_VEHICLES if unit_id in vehicles(situation.content) else SHARE
                found += sign * share * worth(situation.content, unit_id)
    return found


def around(situation: Situation, at: str) -> float:
    """What closed fire on a hex promises."""
    return salvo(situation, sheaf_hexes(situation.content, CLOSED, at, 0))


@derived("batteries", "missions", "turn")
def batteries_of(game: Game, side: str) -> list[str]:
    """The batteries of a side that can be called now."""
    own = [key for key, one in game.content.batteries.items() if one.side == side]
    return [key for key in own if is_available(game, key)]


@of_content
def has_smoke(content: Content, battery: str) -> bool:
    """Whether a battery fires smoke."""
    return battery_weapon(content, battery).smoke


def call_on(situation: Situation, at: str) -> float:
    """What it promises to call fire on a hex, with what does more there."""
    game, best = situation.game, around(situation, at)
    if any(has_smoke(situation.content, key) for key in batteries_of(game, situation.side)):
        best = max(best, smoke_on(situation, at))
    return best


def calling(situation: Situation, unit_id: str) -> float:
    """What it promises to an observer to stay on overwatch: a new call, or that his mission goes on."""
    game = situation.game
    if row_of(game, unit_id) is None:
        return 0.0
    found = [0.0]
    found += [goes_on(situation, each.at) for each in situation.state.missions.values() if each.observer == unit_id]
    if any(may_call(game, unit_id, key) for key in batteries_of(game, situation.side)):
        found += [ANSWERED * call_on(situation, at) for at in target_hexes(game, unit_id)]
    return max(found)


def goes_on(situation: Situation, at: str) -> float:
    """What a mission promises that goes on where it lies, with shells or with smoke."""
    return max(around(situation, at), screen(situation, sheaf_hexes(situation.content, CLOSED, at, 0)))


def indirect_fire(situation: Situation, decision: Decision) -> str:
    """What stands first, and then the call that promises most."""
    standing = [option for option in decision.ids if option.startswith("mission:")]
    if standing:
        return standing[0]
    observers = [option for option in decision.ids if option.startswith("unit:")]
    best = max(observers, key=lambda option: calling(situation, option.removeprefix("unit:")), default="")
    return best if best and calling(situation, best.removeprefix("unit:")) > 0 else "do:done"


def call_hex(situation: Situation, decision: Decision) -> str:
    """The hex on which fire promises most."""
    return max(decision.ids, key=lambda option: call_on(situation, option.removeprefix("hex:")))


def shell(situation: Situation, decision: Decision) -> str:
    """Smoke on those whom shells would hardly harm, and who are dangerous."""
    at = str(decision.args["hex"])
    saved = screen(situation, sheaf_hexes(situation.content, CLOSED, at, 0))
    return "shell:smoke" if saved > max(0.0, around(situation, at)) else "shell:gp"


def sources(situation: Situation, decision: Decision) -> str:
    """Everything that can be called."""
    return decision.ids[0]


def sheaf(situation: Situation, decision: Decision) -> str:
    """Closed fire is the most deadly."""
    return f"sheaf:{CLOSED}"


def sheaf_way(situation: Situation, decision: Decision) -> str:
    """The way on which most of the enemy stands."""
    at, facings = str(decision.args["hex"]), facings_by_name(situation.content)

    def along(option: str) -> float:
        way = facings[option.removeprefix("face:")]
        return salvo(situation, sheaf_hexes(situation.content, LINEAR, at, way))

    return max(decision.ids, key=along)


def mission(situation: Situation, decision: Decision) -> str:
    """Go on while the enemy is there, follow him, or check the fire."""
    here = goes_on(situation, str(decision.args["hex"]))
    if here > 0 and decision.find("do:continue") is not None:
        return "do:continue"
    near = target_hexes(situation.game, str(decision.args["unit"]))
    follows = decision.find("do:adjust") is not None and any(around(situation, at) > 0 for at in near)
    return "do:adjust" if follows else "do:check"


def planned_hex(situation: Situation, decision: Decision) -> str | None:
    """Where the enemy is, as far as the plan can be shifted; where it was plotted if he is nowhere near."""
    best = max(decision.ids, key=lambda option: around(situation, option.removeprefix("hex:")))
    return best if around(situation, best.removeprefix("hex:")) > 0 else decision.default


def plan(situation: Situation, decision: Decision) -> str:
    """The first objective that the enemy holds or has to come for."""
    aims = [f"hex:{at}" for at in objectives_to_take(situation.game, situation.side)]
    return next((aim for aim in aims if decision.find(aim) is not None), str(decision.done))


def plan_turn(situation: Situation, decision: Decision) -> str:
    """Early, before friends come near."""
    return f"turn:{EARLY}"


def plan_volley(situation: Situation, decision: Decision) -> str:
    """Closed fire, for a few turns."""
    over = int(decision.args["turn"]) >= EARLY + BARRAGE and decision.find(str(decision.done)) is not None
    return str(decision.done) if over else f"volley:gp-{CLOSED}"


def misdirect(situation: Situation, decision: Decision) -> str:
    """Where it hurts the enemy most."""
    return max(decision.ids, key=lambda option: around(situation, option.removeprefix("hex:")))
