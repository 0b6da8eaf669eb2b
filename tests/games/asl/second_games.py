"""Games that are played beside the second reckonings, by players who look for a fight, or by the staff.

To play many, from the directory of the tests: `python -m games.asl.second_games 20 farm pak-front raid`, or with the
seeds from 100 to 119 `... 100-120`; with `staff` before the names of the scenarios the staff plays both sides.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

from games.asl import (
    second_aiming,
    second_bursts,
    second_checks,
    second_driving,
    second_effects,
    second_fates,
    second_going,
    second_hits,
    second_hulls,
    second_melee,
    second_opinion,
    second_routs,
    second_shots,
    second_standing,
    second_veils,
)
from games.asl.position import board
from games.asl.second_opinion import Compared, Difference, apart, hex_of
from games.asl.second_shots import Memory
from sandtable.games.asl.state import State
from sandtable.kernel import Decision, Event, Table
from sandtable.players import player

SHY = ("break:", "destroy:", "abandon:", "do:cancel", "do:pass", "starshell", "do:screen")
"""What no player who looks for a fight does often."""
BOLD = ("vehicle:", "hex:", "do:fire", "do:attack", "arm:ma")


def enemies(state: State, side: str) -> set[str]:
    men = {hex_of(unit.at) for unit in state.units.values() if unit.side != side and not unit.hidden}
    machines = {hex_of(vehicle.at) for vehicle in state.vehicles.values() if vehicle.side != side}
    return {hex_ for hex_ in men | machines if hex_ in board().index}


def drawn(state: State, decision: Decision, random: Random) -> str:
    """An answer by lot, in which what leads to a fight weighs more."""
    foes = enemies(state, decision.side)
    weights = []
    for option in decision.options:
        weight = 3.0
        head, _, place = option.id.partition(":")
        if option.id.startswith(SHY):
            weight = 0.3
        elif option.id.startswith(BOLD):
            weight = 6
        if (
            decision.prompt in ("move-to", "advance-to", "drive")
            and head == "hex"
            and foes
            and hex_of(place) in board().index
        ):
            near = min(apart(hex_of(place), foe) for foe in foes)
            weight = 40 if near == 0 else 12 if near == 1 else 4 / near
        weights.append(weight)
    return random.choices([option.id for option in decision.options], weights)[0]


class Watch:
    """What a game has shown so far that a single position does not tell."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.phase = ("", "")
        self.snipers = second_checks.Snipers()

    def look(self, state: State) -> None:
        now = (state.phase, f"{state.turn} {state.active}")
        if now != self.phase:
            if state.phase == "rally":
                self.memory = Memory()
            if state.phase == "movement":
                own = {name for name, v in state.vehicles.items() if v.motion and v.side == state.active}
                self.memory = Memory(frozenset(own))
            self.phase = now


def compared(table: Table, watch: Watch) -> Iterator[Compared]:
    yield from second_opinion.compared(table)
    yield from second_shots.compared(table, watch.memory)
    yield from second_driving.compared(table)
    yield from second_melee.compared(table)
    yield from second_routs.compared(table)
    yield from second_going.compared(table)
    yield from second_aiming.compared(table)
    yield from second_hulls.compared(table)
    yield from second_bursts.compared(table)


def audited(before: second_effects.Before, now: State, events: list[Event], choice: str) -> Iterator[Compared]:
    yield from second_effects.audited(before, events)
    yield from second_melee.audited(before, events)
    yield from second_driving.audited(before, events)
    yield from second_veils.audited(before, now, events)
    yield from second_fates.audited(before, now, events, choice)
    yield from second_standing.audited(before, now, events)
    yield from second_hulls.audited(before, events, choice)
    yield from second_hits.audited(before, now, events, choice)
    yield from second_checks.audited(before, events)
    yield from second_bursts.audited(before, events)
    yield from second_routs.audited(before, now, events)


class Brawlers:
    """Players who answer by lot, and look for a fight."""

    def __init__(self, table: Table, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, table: Table, decision: Decision) -> str:
        return drawn(table.state, decision, self.random)


class Staffs:
    """The staff on both sides."""

    def __init__(self, table: Table, seed: int) -> None:
        sides = ("german", "canadian")
        self.players = {side: player("greedy", seed + place, table.title) for place, side in enumerate(sides)}

    def choose(self, table: Table, decision: Decision) -> str:
        return self.players[decision.side].choose(table.view(decision.side), decision)


def play_beside(
    scenario: str, seed: int, most: int = 3000, players: type[Brawlers | Staffs] = Brawlers
) -> tuple[Counter[str], list[Difference]]:
    """Play a game and hold its decisions against the second reckonings: what was compared, what differs."""
    table, watch = Table.new("rileys_road", scenario, seed=seed), Watch()
    playing = players(table, seed)
    counted, found = Counter[str](), []
    for number in range(most):
        decision = table.decision
        if decision is None:
            break
        if decision.find("do:suggested"):
            table.choose("do:suggested")
            continue
        watch.look(table.state)
        for what, mine, engine in compared(table, watch):
            counted[what] += 1
            if mine != engine:
                found.append(Difference(what, mine, engine, f"{scenario} {seed} {number} {decision.prompt}"))
        before, told = second_effects.Before.of(table.state), len(table.events)
        choice = playing.choose(table, decision)
        if choice == "do:fire-lane":
            before = before._replace(manner="lane")
        table.choose(choice)
        events = table.events[told:]
        told_ = chain(audited(before, table.state, events, choice), watch.snipers.heard(before, table.state, events))
        for what, mine, engine in told_:
            counted[what] += 1
            if mine != engine:
                found.append(Difference(what, mine, engine, f"{scenario} {seed} {number} {decision.prompt}"))
    return counted, found


def main(seeds: range, scenarios: list[str], most: int, players: type[Brawlers | Staffs] = Brawlers) -> None:
    total: Counter[str] = Counter()
    differing: dict[str, list[Difference]] = {}
    for scenario in scenarios:
        for seed in seeds:
            counted, found = play_beside(scenario, seed, most, players)
            total += counted
            for difference in found:
                differing.setdefault(difference.what, []).append(difference)
    print(dict(total))
    for what, differences in differing.items():
        places = dict.fromkeys(difference.where for difference in differences)
        print(what, len(differences), sep=": ")
        print(*[next(d for d in differences if d.where == place) for place in list(places)[:5]], sep="\n  ")


if __name__ == "__main__":
    first, _, last = sys.argv[1].rpartition("-")
    names = [name for name in sys.argv[2:] if name != "staff"] or ["farm", "pak-front", "raid"]
    main(range(int(first or 0), int(last)), names, 3000, Staffs if "staff" in sys.argv else Brawlers)
