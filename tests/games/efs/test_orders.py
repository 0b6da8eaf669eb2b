"""Orders markers (12.5), and the NKVD, which needs none (21.5)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.efs.positions import CADETS, HQ, INFANTRY, NKVD, RIFLE_DIVISION, TITLE, Afterwards, asked, marked, quiet
from sandtable.games.efs.declaration.give_orders import GiveOrders
from sandtable.games.efs.declaration.orders import affect, in_force, kinds, may_order
from sandtable.games.efs.headquarters.command import points_left
from sandtable.games.efs.state import AXIS, SOVIET, Attack, State, Strongpoint, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel.views import View, masked

OTHER_HQ, OTHER_NKVD = "su-kingisepp-gp-hea", "su-26-nkvd-bor"
WOODS, CLEAR, TOWN = "1204", "1005", "1102"
MUD = Weather(kind="mud")


def under_attack(
    *hexes: str, units: dict[str, str] | None = None, turn: int = 0, weather: Weather | None = None
) -> Game:
    """Soviet units under attack, who give orders in their Reaction Phase."""
    there = units if units is not None else {RIFLE_DIVISION: hexes[0], HQ: "1103"}
    game = quiet({INFANTRY: "1305", **there}, phase="axis/reaction", turn=turn, weather=weather)
    game.state.attacks[hexes[0]] = Attack(AXIS, hexes, (INFANTRY,))
    game.state.stack += [Afterwards(), GiveOrders(side=SOVIET)]
    return game


def why(game: Game, label: str, side: str = SOVIET) -> tuple[str, str]:
    found = may_order(game, game.state.attacks[label], side)
    assert found is not None
    assert game.texts("en").refusal(found) != game.texts("ja").refusal(found)
    return found.reason, found.rule


def known_to(game: Game, side: str) -> State:
    state = masked(game, side)
    assert isinstance(state, State)
    return state


def play(game: Game, *option_ids: str) -> None:
    """Answer questions, without going on to what follows the last."""
    for option_id in option_ids:
        game.advance()
        game.choose(option_id)


@pytest.mark.rule("efs:12.5", "efs:12.51", "efs:12.52", "efs:12.53a", "efs:12.54a", "efs:21.12d")
def test_orders_lie_face_down_for_the_other_side_and_cost_a_command_point() -> None:
    game = under_attack(WOODS, units={RIFLE_DIVISION: WOODS, CADETS: TOWN, HQ: "1103"})
    game.state.attacks["1304"] = Attack(AXIS, ("1304",), ())
    play(game, f"hex:{WOODS}", "do:additional-retreat")
    assert game.state.attacks[WOODS].defender_orders == "additional-retreat"
    assert points_left(game, HQ) == 1
    assert known_to(game, AXIS).attacks[WOODS].defender_orders == "face-down"
    assert known_to(game, "").attacks[WOODS].defender_orders == "face-down"
    assert known_to(game, SOVIET).attacks[WOODS].defender_orders == "additional-retreat"
    told = {type(event).__name__ for event in game.events if event.visible_to(AXIS)}
    assert "OrdersPlaced" in told
    assert "OrdersAre" not in told


@pytest.mark.rule("efs:12.51", "efs:12.54a")
def test_no_orders_are_given_to_attackers_who_have_left_the_map() -> None:
    game = quiet({INFANTRY: WOODS, RIFLE_DIVISION: "", HQ: "1103"}, phase="soviet/combat")
    game.state.attacks[WOODS] = Attack(SOVIET, (WOODS,), (RIFLE_DIVISION,), defender_orders="no-retreat")
    assert why(game, WOODS) == ("refused.no-attackers-left", "12.51")


@pytest.mark.rule("efs:12.53a", "efs:12.54b")
def test_the_map_shows_what_a_side_may_know_of_orders() -> None:
    game = under_attack(WOODS)
    game.state.attacks[WOODS] = Attack(AXIS, (WOODS,), (INFANTRY,), defender_orders="additional-retreat")
    game.advance()
    for side, label, said in ((AXIS, "?", "face down"), (SOVIET, "A", "Additional Retreat")):
        seen = View(game, side).game
        shown = [marker.label for marker in TITLE.scene(seen, "en").markers if marker.at == WOODS]
        assert shown == ["!", label]
        facts = {fact.label: fact.value for fact in TITLE.inspect(seen, WOODS, "en")}
        assert facts["Declared attack"] == "7 to 4 (3:2)"
        assert facts["Orders"].endswith(said)


@pytest.mark.rule("efs:12.53a", "efs:12.53d")
def test_who_looks_ahead_takes_orders_in_the_mud_for_no_retreat() -> None:
    game = under_attack(WOODS, weather=MUD)
    game.state.attacks[WOODS] = Attack(AXIS, (WOODS,), (INFANTRY,), defender_orders="no-retreat")
    state = known_to(game, AXIS)
    TITLE.fill(state, game.content, AXIS, random.Random(1))
    assert state.attacks[WOODS].defender_orders == "no-retreat"


@pytest.mark.rule("efs:12.53b")
def test_orders_need_ground_in_one_of_the_hexes() -> None:
    assert why(under_attack(CLEAR), CLEAR) == ("refused.no-ground-for-orders", "12.53b")
    game = under_attack(CLEAR, WOODS)
    assert may_order(game, game.state.attacks[CLEAR], SOVIET) is None
    game = under_attack(CLEAR)
    game.state.strongpoints[CLEAR] = Strongpoint(SOVIET, "completed", 11)
    assert may_order(game, game.state.attacks[CLEAR], SOVIET) is None
    assert why(under_attack(TOWN), TOWN) == ("refused.no-ground-for-orders", "12.53b")
    game = under_attack(TOWN, weather=MUD)
    assert may_order(game, game.state.attacks[TOWN], SOVIET) is None


@pytest.mark.rule("efs:12.53d")
def test_no_additional_retreat_in_the_mud() -> None:
    game = under_attack(TOWN, weather=MUD)
    assert kinds(game, game.state.attacks[TOWN], SOVIET) == ("no-retreat",)
    play(game, f"hex:{TOWN}")
    refused = game.explain("do:additional-retreat")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.mud", "12.53d")


@pytest.mark.rule("efs:12.52", "efs:12.53c")
def test_the_attacker_answers_orders_of_the_defender_wherever_he_stands() -> None:
    game = quiet({INFANTRY: "1305", RIFLE_DIVISION: WOODS}, phase="axis/combat")
    game.state.attacks[WOODS] = Attack(AXIS, (WOODS,), (INFANTRY,), defender_orders="no-retreat")
    game.state.stack += [Afterwards(), GiveOrders(side=AXIS)]
    play(game, f"hex:{WOODS}", "do:no-retreat")
    assert game.state.attacks[WOODS].attacker_orders == "no-retreat"
    assert known_to(game, SOVIET).attacks[WOODS].attacker_orders == "face-down"


@pytest.mark.rule("efs:12.53c", "efs:12.54b")
def test_without_orders_of_the_defender_the_attacker_gives_none() -> None:
    game = quiet({INFANTRY: "1305", RIFLE_DIVISION: WOODS, NKVD: WOODS}, phase="axis/combat")
    game.state.attacks[WOODS] = Attack(AXIS, (WOODS,), (INFANTRY,))
    assert why(game, WOODS, AXIS) == ("refused.defender-gave-none", "12.53c")
    game.state.attacks[WOODS] = Attack(AXIS, (WOODS,), (INFANTRY,), nkvd=NKVD)
    assert may_order(game, game.state.attacks[WOODS], AXIS) is None
    game.state.attacks[WOODS] = Attack(AXIS, (WOODS,), (INFANTRY,), nkvd=NKVD, nkvd_lifted=True)
    assert why(game, WOODS, AXIS)[0] == "refused.defender-gave-none"


@pytest.mark.rule("efs:12.51a")
def test_one_order_holds_for_all_hexes_of_a_combat() -> None:
    attack = Attack(AXIS, (CLEAR, WOODS), (INFANTRY,), defender_orders="additional-retreat")
    assert in_force(attack, SOVIET) == "additional-retreat"
    assert in_force(attack, AXIS) == ""
    game = under_attack(CLEAR, WOODS)
    game.state.attacks[CLEAR] = attack
    assert why(game, CLEAR) == ("refused.has-orders", "12.51")


@pytest.mark.rule("efs:12.53e")
def test_orders_do_not_affect_who_cannot_move() -> None:
    game = quiet({"su-725-naval-coa": "0909", "su-156-inf": "0909"}, scenario="perekop")
    assert not affect(game, "su-725-naval-coa")
    assert affect(game, "su-156-inf")


@pytest.mark.rule("efs:12.53e", "efs:15.52")
def test_no_orders_are_placed_where_nobody_can_move() -> None:
    flak = "su-aa-dzhankoi-ant"
    units = {flak: "1914", "su-batov-hea": "1915", "ax-46-inf": "1913"}
    game = quiet(units, scenario="perekop", phase="axis/reaction")
    game.state.strongpoints["1914"] = Strongpoint(SOVIET, "completed", 1)
    game.state.attacks["1914"] = Attack(AXIS, ("1914",), ("ax-46-inf",))
    assert why(game, "1914") == ("refused.orders-affect-nobody", "12.53e")
    for other in ("su-156-inf", "su-mg-a-inf"):
        game.state.units[other] = replace(game.state.units[flak])
        assert may_order(game, game.state.attacks["1914"], SOVIET) is None
        del game.state.units[other]


@pytest.mark.rule("efs:12.54", "efs:12.54a", "efs:21.12d", "efs:21.25")
def test_soviet_orders_need_an_operational_hq() -> None:
    assert why(under_attack(WOODS, units={RIFLE_DIVISION: WOODS}), WOODS) == ("refused.no-command", "21.12")
    game = under_attack(WOODS, units={RIFLE_DIVISION: WOODS, HQ: "1103", OTHER_HQ: "1203"})
    marked(game, OTHER_HQ, operational=False)
    assert why(game, WOODS) == ("refused.idle-hq", "21.22")


@pytest.mark.rule("efs:12.54b", "efs:21.5", "efs:21.51", "efs:21.51a")
def test_an_nkvd_unit_makes_its_hex_stand_without_an_hq() -> None:
    game = under_attack(WOODS, units={NKVD: WOODS, RIFLE_DIVISION: WOODS, OTHER_HQ: "1103"})
    game.advance()
    attack = game.state.attacks[WOODS]
    assert (attack.nkvd, in_force(attack, SOVIET)) == (NKVD, "no-retreat")
    assert known_to(game, AXIS).attacks[WOODS].nkvd == NKVD
    assert asked(game).ids == [f"unit:{NKVD}", "do:done"]
    assert why(game, WOODS) == ("refused.nkvd-stands", "12.54b")


@pytest.mark.rule("efs:21.12e", "efs:21.51c", "efs:12.54b")
def test_an_hq_overrules_the_nkvd_for_a_point_and_nothing_takes_its_place() -> None:
    """The example of 21.12: with a single point it is either an order or the NKVD."""
    units = {NKVD: WOODS, CADETS: "1303", OTHER_HQ: "1103"}
    game = under_attack(WOODS, units=units)
    game.state.attacks["1303"] = Attack(AXIS, ("1303",), ())
    game.advance()
    assert asked(game).ids == ["hex:1303", f"unit:{NKVD}", "do:done"]
    game.choose(f"unit:{NKVD}")
    attack = game.state.attacks[WOODS]
    assert attack.nkvd_lifted
    assert in_force(attack, SOVIET) == ""
    assert points_left(game, OTHER_HQ) == 0
    assert why(game, "1303") == ("refused.no-command", "21.12")
    assert why(game, WOODS) == ("refused.nkvd-stands", "21.12e")


@pytest.mark.rule("efs:21.51a", "efs:21.51d")
@pytest.mark.parametrize(("at", "turn", "stands"), [(WOODS, 30, True), (WOODS, 31, False), (CLEAR, 12, False)])
def test_nkvd_units_stand_on_ground_that_allows_orders_and_on_foot_only_before_turn_31(
    at: str, turn: int, stands: bool
) -> None:
    game = under_attack(at, units={NKVD: at, CADETS: WOODS, HQ: "1103"}, turn=turn)
    game.state.attacks["1204"] = game.state.attacks.get("1204") or Attack(AXIS, ("1204",), ())
    game.advance()
    assert (game.state.attacks[at].nkvd == NKVD) == stands


@pytest.mark.rule("efs:21.51b")
def test_of_several_nkvd_units_the_soviet_player_names_the_one_that_stands() -> None:
    game = under_attack(WOODS, units={NKVD: WOODS, OTHER_NKVD: WOODS, HQ: "1103"})
    game.advance()
    assert asked(game).prompt == "who-stands"
    game.choose(f"unit:{OTHER_NKVD}")
    assert game.state.attacks[WOODS].nkvd == OTHER_NKVD
