"""What a shot shows before it is fired, held against a second reckoning in positions thrown together at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from games.panzer.firing import TITLE
from games.panzer.second_opinion import Row, SecondOpinion
from games.panzer.shipped import scenario
from sandtable.games.panzer.cards import Leg, Vehicle
from sandtable.games.panzer.combat.declared_fire import preview_of
from sandtable.games.panzer.combat.weapons import Aim, aims_at, overwatch_aims_at
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Command, Mission, Order, Sheaf, Smoke, State, Unit, Work, Wreck
from sandtable.games.panzer.units import Game
from sandtable.kernel import Line

ORDERS: tuple[Order, ...] = ("fire", "move", "short-halt", "overwatch", "no-command")
SHEAFS: dict[Sheaf, int] = {"on-map": 0, "closed": 1, "open": 2}
NEAR = 7


def melee(content: Content, rng: Random) -> Game:
    """Units of a scenario in the hexes around one, in all states, with wrecks, smoke, barrages and works among them."""
    board, state = content.board, State(scenario="any", step="direct-fire")
    middle = rng.randrange(board.size)
    around = [board.labels[i] for i in board.within(middle, NEAR)]
    for unit_id in rng.sample(sorted(content.counters), 10):
        card = content.card(content.counters[unit_id].card)
        if isinstance(card, Vehicle | Leg) or rng.random() < 0.5:
            state.units[unit_id] = one_unit(content, isinstance(card, Vehicle), rng.choice(around), rng)
            state.commands[unit_id] = Command(rng.choice(ORDERS), shown=rng.random() < 0.7)

    def somewhere() -> str:
        return rng.choice([rng.choice(around), rng.choice([unit.at for unit in state.units.values()])])

    def cloud(sheaf: Sheaf) -> tuple[str, ...]:
        return tuple(board.labels[i] for i in board.within(board.index[somewhere()], SHEAFS[sheaf]))

    for n in range(rng.randrange(5)):
        state.wrecks[somewhere()] = Wreck(rng.random() < 0.8, since=rng.choice(["", "direct-fire"]))
        sheaf = rng.choice(sorted(SHEAFS))
        state.smoke[str(n)] = Smoke(cloud(sheaf), sheaf, since=rng.choice(["", "direct-fire"]))
        sheaf = rng.choice(sorted(SHEAFS))
        hexes = cloud(sheaf)
        state.missions[f"g{n}"] = Mission(side="german", sources=("any",), at=hexes[0], hexes=hexes, sheaf=sheaf)
        burning = somewhere()
        state.works[f"fire-{burning}"] = Work(burning, "on-fire")
    for unit_id, unit in state.units.items():
        if rng.random() < 0.2 and not unit.indoors:
            is_vehicle = isinstance(content.card(content.counters[unit_id].card), Vehicle)
            kind = rng.choice(["improved-position", *(() if is_vehicle else ("hasty-entrenchment",))])
            state.works[unit_id] = Work(unit.at, kind, holds=(unit_id,), facing=rng.randrange(6))
    return Game(TITLE, content, state)


def one_unit(content: Content, is_vehicle: bool, at: str, rng: Random) -> Unit:
    unit = Unit(at, rng.randrange(6), suppressed=rng.choice(["", "", "", "on", "off"]))
    if is_vehicle:
        hidden = rng.choice(["", "", "full", "partial"])
        inside = content.board.named(at).terrain.startswith("building") and rng.random() < 0.5
        return replace(
            unit, damaged=rng.random() < 0.2, tracks=rng.random() < 0.1, indoors=inside, hull_down=hidden,
            hull_down_in_reverse=hidden != "" and rng.random() < 0.3,
        )  # fmt: skip
    return replace(unit, full_cover=rng.random() < 0.2, crawled=rng.random() < 0.1)


def sums(lines: tuple[Line, ...]) -> dict[str, int]:
    """The modifiers among the lines of a shot; all that hinders is one of them."""
    found: Counter[str] = Counter()
    for line in lines:
        if line.rule.partition("/")[0] in ("4.4.3.2.2", "6.5.2.4", "6.5.4.3") and line.label != "net-modifier":
            found[line.label] += int(line.value)
    return {name: number for name, number in found.items() if number}


def places(lines: tuple[Line, ...]) -> dict[str, tuple[str, dict[Row, int]]]:
    """What hits do, by the angle: how the hull is hidden, and each place with its share."""
    found: dict[str, tuple[str, dict[Row, int]]] = {}
    for line in lines:
        kind, _, what = line.label.partition("-")
        if line.label.startswith("hit-angle-"):
            angle = what.removeprefix("angle-")
            found[angle] = ("", {})
        elif line.label.startswith("hull-down-"):
            found[angle] = (what.removeprefix("down-"), found[angle][1])
        elif kind == "strike":
            args = {name: value for name, value in line.args.items() if name != "location"}
            numbers = [int(str(args[name]).removesuffix("%")) for name in args]
            found[angle][1][str(line.args["location"]), what, *numbers] = share(line.value)
    return found


def share(text: str) -> int:
    return int(text.removesuffix("%"))


def check(game: Game, second: SecondOpinion, aim: Aim) -> None:
    lines = preview_of(game, aim).lines
    shown = {line.label: line.value for line in lines}
    if aim.load == "GP":
        attack = second.attack(aim)
        assert (shown["range-factor"], int(shown["gp-factor"])) == (attack.band, attack.factor)
        assert shown["gp-defense-factor"] == attack.defense
        assert (int(shown["no-effect-to"]), int(shown["suppressed-to"])) == (attack.no_effect, attack.suppressed)
        assert sums(lines) == attack.modifiers
        assert int(shown["net-modifier"]) == sum(attack.modifiers.values())
    else:
        shot = second.shot(aim)
        assert (int(shown["range"]), shown["range-factor"]) == (shot.distance, shot.band)
        assert sums(lines) == shot.modifiers
        assert int(shown["hit-number"]) == shot.number
        chances = [share(shown.get(label, "0%")) for label in ("hit-chance", "chance-of-2", "chance-of-3")]
        assert tuple(chances) == shot.hits
        assert places(lines) == shot.angles


@pytest.mark.rule("panzer:4.4.3.2", "panzer:5.11", "panzer:6.1.4.1", "panzer:6.5.2.2", "panzer:6.5.2.3")
@pytest.mark.rule("panzer:6.5.2.4", "panzer:6.5.2.5", "panzer:6.5.4.2", "panzer:6.5.4.3")
@pytest.mark.parametrize("name", ["crossroads", "houses", "don", "belt"])
def test_what_a_shot_shows_is_what_a_second_reckoning_finds(name: str) -> None:
    content, rng, shots = scenario(name), Random(name), 0
    for _ in range(2):
        game = melee(content, rng)
        second = SecondOpinion(game)
        for firer in game.state.units:
            usable = overwatch_aims_at if game.state.commands[firer].order == "overwatch" else aims_at
            for target in game.state.units:
                for aim in usable(game, firer, target):
                    check(game, second, aim)
                    shots += 1
    assert shots > 20
