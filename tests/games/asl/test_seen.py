"""A12.1, A12.16: what a side knows of counters is the same, kept from look to look or made from nothing."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from games.asl.heavy import ca, de, position, tank
from sandtable.games.asl import hidden
from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.sequence.setup import SetUp
from sandtable.games.asl.state import Battery, Mines, State, Weapon, Works
from sandtable.games.asl.terrain.mines import find_mines
from sandtable.games.asl.units import Game
from sandtable.kernel import title as title_of
from sandtable.kernel.derived import verify
from sandtable.kernel.state import fork

SIDES = ("canadian", "german", "")


def from_nothing(game: Game, side: str) -> State:
    state = fork(game.state)
    hidden.mask(state, game.content, side)
    return state


def look(game: Game, side: str) -> State:
    """What is seen at a glance, which is what is made from nothing, in the same order."""
    before, state = fork(game.state), fork(game.state)
    hidden.glance(game, state, side)
    made = from_nothing(game, side)
    for field in State.__struct_fields__:
        assert getattr(state, field) == getattr(made, field), field
        assert list(getattr(state, field) or ()) == list(getattr(made, field) or ()) if field == "units" else True
    assert game.state == before, "nothing is altered by it"
    verify(game)
    return state


def all_look(game: Game) -> State:
    """What the Canadians see; the Germans and a spectator look as well."""
    canadian, *_ = [look(game, side) for side in SIDES]
    return canadian


def alter(game: Game, name: str, **facts: object) -> None:
    game.state.units[name] = replace(game.state.units[name], **facts)


@pytest.fixture
def game() -> Game:
    units = {
        "a": de("F6", concealed=True),
        "c": ca("F9"),
        "b": de("F6", concealed=True),
        "d": de("F7"),
        "h": de("F8", hidden=True),
    }
    return position(units=units, weapons={"w": Weapon("de-lmg", "german", holder="a")})


@pytest.mark.rule("rileys_road:A12.1")
def test_a_stack_is_one_question_mark_until_the_last_of_it_has_gone(game: Game) -> None:
    assert list(all_look(game).units) == ["c", "d", "?F6"]
    alter(game, "a", at="E6")
    assert list(all_look(game).units) == ["c", "d", "?E6", "?F6"]
    del game.state.units["b"]
    assert list(all_look(game).units) == ["c", "d", "?E6"]


@pytest.mark.rule("rileys_road:A12.14")
def test_who_comes_to_be_known_stands_where_he_does_for_all(game: Game) -> None:
    all_look(game)
    reveal_unit(game, "a")
    seen = all_look(game)
    assert list(seen.units) == ["a", "c", "d", "?F6"]
    assert "w" in seen.weapons


@pytest.mark.rule("rileys_road:A12.1")
def test_who_is_concealed_takes_his_weapon_along(game: Game) -> None:
    game.state.weapons["v"] = Weapon("de-lmg", "german", holder="d")
    assert list(all_look(game).weapons) == ["v"]
    alter(game, "d", concealed=True)
    assert not all_look(game).weapons
    game.state.weapons["v"] = replace(game.state.weapons["v"], holder="", at="F7")
    assert list(all_look(game).weapons) == ["v"]
    game.state.weapons["v"] = replace(game.state.weapons["v"], holder="h", at="")
    assert not all_look(game).weapons


@pytest.mark.rule("rileys_road:A12.1", "rileys_road:A4.34", "rileys_road:B9.32")
def test_that_one_of_a_stack_is_in_bypass_and_one_behind_a_wall_is_seen(game: Game) -> None:
    all_look(game)
    alter(game, "b", stance="bypass", vertices=(1, 2))
    assert all_look(game).units["?F6"].vertices == (1, 2)
    alter(game, "a", stance="bypass", vertices=(3, 4), wall=True)
    assert all_look(game).units["?F6"] == replace(all_look(game).units["?F6"], vertices=(3, 4), wall=True)
    game.state.units["a"] = game.state.units.pop("a")
    assert all_look(game).units["?F6"].vertices == (1, 2), "the first of them is seen, who is another one now"


@pytest.mark.rule("rileys_road:E1.4")
def test_a_cloaking_counter_is_seen_until_nobody_is_beneath_it(game: Game) -> None:
    for name in ("a", "b"):
        alter(game, name, cloak=3, concealed=True)
    assert list(all_look(game).units) == ["c", "d", "?german-3"]
    alter(game, "a", cloak=0)
    assert list(all_look(game).units) == ["c", "d", "?F6", "?german-3"]
    alter(game, "b", cloak=0, at="E6")
    assert list(all_look(game).units) == ["c", "d", "?E6", "?F6"]


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:D11.1")
def test_a_vehicle_comes_from_beneath_its_question_mark(game: Game) -> None:
    game.state.vehicles["v"] = replace(tank("F7", concealed=True, gyro=True), side="german")
    game.state.weapons["m"] = Weapon("de-lmg", "german", holder="v")
    assert "v" not in all_look(game).vehicles
    game.state.vehicles["v"] = replace(game.state.vehicles["v"], concealed=False)
    seen = all_look(game)
    assert not seen.vehicles["v"].gyro
    assert "m" in seen.weapons


@pytest.mark.rule("rileys_road:A12.3", "rileys_road:A12.16", "rileys_road:B26/infantry")
def test_that_known_men_are_beneath_hidden_wire_is_not_seen(game: Game) -> None:
    game.state.works["F7"] = Works("german", wire=True, known=False)
    alter(game, "d", stance="beneath-wire")
    assert all_look(game).units["d"].stance == ""
    assert look(game, "german").units["d"].stance == "beneath-wire"
    game.state.works["F7"] = replace(game.state.works["F7"], known=True)
    assert all_look(game).units["d"].stance == "beneath-wire"


@pytest.mark.rule("rileys_road:A12.3", "rileys_road:B27/infantry")
def test_with_men_who_come_to_be_known_the_trench_is_in_which_they_are(game: Game) -> None:
    game.state.works |= {"F8": Works("german", trench=True, known=False), "F6": Works("german", wire=True, known=False)}
    alter(game, "h", stance="trench")
    alter(game, "a", stance="beneath-wire")
    reveal_unit(game, "h")
    reveal_unit(game, "a")
    seen = all_look(game)
    assert (list(seen.works), seen.units["h"].stance, seen.units["a"].stance) == (["F8"], "trench", "")


@pytest.mark.rule("rileys_road:B28/infantry", "rileys_road:B28.5", "rileys_road:A12.16")
def test_mines_of_one_kind_do_not_show_those_of_the_other_in_their_hex(game: Game) -> None:
    game.state.mines["F7"] = Mines("german", ap=6, at=3)
    find_mines(game, "F7", "ap")
    assert all_look(game).mines["F7"] == Mines("german", ap=6, known=True)
    assert look(game, "german").mines["F7"] == Mines("german", ap=6, at=3, known=True, unknown="at")
    find_mines(game, "F7", "at")
    assert all_look(game).mines["F7"] == Mines("german", ap=6, at=3, known=True)
    game.state.mines["F6"] = Mines("german", ap=6, at=1)
    find_mines(game, "F6", "at")
    assert all_look(game).mines["F6"] == Mines("german", at=1, known=True)
    game.state.mines["F8"] = Mines("german", ap=6, at=1)
    find_mines(game, "F8")
    assert all_look(game).mines["F8"] == Mines("german", ap=6, at=1, known=True)


@pytest.mark.rule("rileys_road:A12.1")
def test_works_and_mines_are_seen_once_they_are_known(game: Game) -> None:
    game.state.works |= {"F6": Works("german", foxholes=2, known=False), "E6": Works("german", wire=True)}
    game.state.mines |= {"F7": Mines("german", ap=6), "F9": Mines("canadian", ap=6)}
    seen = all_look(game)
    assert (list(seen.works), list(seen.mines)) == (["E6"], ["F9"])
    game.state.works["F6"] = replace(game.state.works["F6"], known=True)
    game.state.mines["F7"] = replace(game.state.mines["F7"], known=True)
    del game.state.works["E6"]
    seen = all_look(game)
    assert (list(seen.works), list(seen.mines)) == (["F6"], ["F7", "F9"])


@pytest.mark.rule("rileys_road:C1.9", "rileys_road:CG8")
def test_by_what_artillery_is_called_is_not_known_before_the_device_is_placed(game: Game) -> None:
    device = next(iter(game.content.arms))
    kind = game.content.arms[device].kind
    game.state.batteries["o"] = Battery("german", "battalion-mortar", device=device)
    game.state.weapons[device] = Weapon("de-mmg", "german", at="F7")
    game.state.to_place[device] = "company"
    assert all_look(game).weapons[device].kind == kind
    del game.state.to_place[device]
    assert all_look(game).weapons[device].kind == "de-mmg"


@pytest.mark.rule("rileys_road:2.5193")
def test_leaders_who_wait_are_known_once_they_are_on_the_map() -> None:
    game = title_of("rileys_road").new_game("initial", (), 3)
    names = [name for name, each in game.content.received.items() if each.side == "german" and name in game.state.units]
    assert names
    assert not any(name in all_look(game).units for name in names)
    for name in names:
        alter(game, name, at="U17")
        game.state.to_place.pop(name, None)
        assert name in all_look(game).units
    alter(game, names[0], concealed=True)
    assert names[0] not in all_look(game).units
    del game.state.units[names[1]]
    all_look(game)


@pytest.mark.rule("rileys_road:A2.9")
def test_a_look_while_the_other_side_sets_up_takes_nothing_from_the_game() -> None:
    """It took its fortified Locations away, for good."""
    game = title_of("rileys_road").new_game("raid", (), 3)
    side = next(frame.side for frame in game.state.stack if isinstance(frame, SetUp))
    other = next(each for each in SIDES if each != side)
    game.state.fortified["U17"] = side
    seen = look(game, other)
    assert "U17" not in seen.fortified
    assert game.state.fortified == {"U17": side}


Alteration = Callable[[Game, random.Random], None]


def a_unit_changes(game: Game, rng: random.Random) -> None:
    name = rng.choice(list(game.state.units))
    unit = game.state.units[name]
    game.state.units[name] = replace(unit, concealed=rng.random() < 0.5, hidden=rng.random() < 0.2)


def a_unit_moves(game: Game, rng: random.Random) -> None:
    name = rng.choice(list(game.state.units))
    game.state.units[name] = replace(game.state.units[name], at=rng.choice(("F6", "F7", "F8", "E6")))


def a_unit_stands_last(game: Game, rng: random.Random) -> None:
    name = rng.choice(list(game.state.units))
    game.state.units[name] = game.state.units.pop(name)


def a_unit_comes_or_goes(game: Game, rng: random.Random) -> None:
    name = rng.choice("xyz")
    if game.state.units.pop(name, None) is None:
        game.state.units[name] = de("F7", concealed=rng.random() < 0.5)


def a_weapon_changes_hands(game: Game, rng: random.Random) -> None:
    holder = rng.choice([*game.state.units, ""])
    game.state.weapons[rng.choice("vw")] = Weapon("de-lmg", "german", holder=holder, at="" if holder else "F6")


ALTERATIONS: tuple[Alteration, ...] = (
    a_unit_changes,
    a_unit_moves,
    a_unit_stands_last,
    a_unit_comes_or_goes,
    a_weapon_changes_hands,
)


@pytest.mark.rule("rileys_road:A12.1", "rileys_road:A12.16")
@pytest.mark.parametrize("seed", range(4))
def test_many_changes_between_looks_come_to_the_same(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(120):
        for _ in range(rng.randrange(1, 6)):
            rng.choice(ALTERATIONS)(game, rng)
        look(game, rng.choice(SIDES))


def test_in_a_game_they_are_the_same_at_every_step() -> None:
    for scenario in ("raid", "pak-front"):
        game = title_of("rileys_road").new_game(scenario, (), 5)
        rng = random.Random(5)
        for number in range(300):
            if not game.decisions:
                break
            decision = game.decisions[0]
            if number % 2:
                look(game, rng.choice(SIDES))
            game.choose(rng.choice(decision.options).id, decision.side)
