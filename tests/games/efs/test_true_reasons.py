"""What is not offered is explained by what really forbids it, and by its rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.moves import moving, reach
from games.efs.positions import (
    ASSAULT_GUNS,
    CADETS,
    GUNS,
    HOWITZERS,
    HQ,
    INFANTRY,
    NKVD,
    PANZER,
    PIONEERS,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TITLE,
    Afterwards,
    asked,
    content,
    marked,
    quiet,
    running,
    with_counters,
)
from games.efs.readings import on_ground
from sandtable.games.efs.artillery.commit import CommitArtillery
from sandtable.games.efs.combat.organize_attack import OrganizeAttack
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.content import Edge, load
from sandtable.games.efs.declaration.attackers import why_no_target
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase, DeclareAttack
from sandtable.games.efs.declaration.give_orders import GiveOrders
from sandtable.games.efs.declaration.reaction import may_enter
from sandtable.games.efs.fortifications.construction import BuildStrongpoints
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.movement.overrun import may_overrun
from sandtable.games.efs.movement.rail import rail_net
from sandtable.games.efs.movement.ride import RideByRail
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Box, Strongpoint, SupplyUnit, Unit
from sandtable.games.efs.supply.supply_phase import Feed
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Procedure
from sandtable.mechanics.roster import units_in

OPEN, NEXT_TO_OPEN, BESIDE = "0809", "0810", "0808"
RIVER = {(NEXT_TO_OPEN, OPEN): "major-river"}
WEAK = {SCOUTS: {"faces": ((1, 1, 7), (1, 1, 7))}}
ENGINEERS = "su-51-eng-eng"


def reason(game: Game, option_id: str) -> tuple[str, str]:
    refusal = game.explain(option_id)
    assert refusal is not None, f"{option_id} is offered"
    return refusal.reason, refusal.rule


def why(game: Game, edge: Edge) -> tuple[str, str]:
    """Why all units in a hex may not overrun the next."""
    refusal = may_overrun(game, units_in(game, edge[0]), edge)
    assert refusal is not None
    return refusal.reason, refusal.rule


def going(game: Game, procedure: Procedure) -> Game:
    game.state.stack += [Afterwards(), procedure]
    game.advance()
    return game


@pytest.mark.rule("efs:11.22", "efs:11.23")
def test_what_closes_a_hex_to_strategic_movement_is_enemies_or_the_want_of_a_road() -> None:
    game = moving({INFANTRY: "0613", NKVD: "0910"}, f"unit:{INFANTRY}", "do:strategic")
    assert reason(game, "hex:0711") == ("refused.near-enemies", "11.23")
    assert reason(game, "hex:0512") == ("refused.no-road-there", "11.22")
    assert reason(game, "hex:0712") == ("refused.no-road-there", "11.22")
    assert reason(game, "hex:0910") == ("refused.enemy-in-hex", "10.24")


@pytest.mark.rule("efs:11.23")
def test_a_hex_without_general_supply_is_closed_to_strategic_movement() -> None:
    game = moving({INFANTRY: "0613"}, f"unit:{INFANTRY}", "do:strategic")
    hungry = [label for label in game.content.board.labels if (found := game.explain(f"hex:{label}")) is not None
              and found.reason == "refused.hex-not-supplied"]  # fmt: skip
    assert hungry


@pytest.mark.rule("efs:10.29")
def test_who_only_rides_does_not_get_off_in_open_country() -> None:
    game = quiet({CADETS: "0403"}, phase="soviet/movement")
    game = with_counters(game, {CADETS: {"type": "anti-aircraft", "ma": "", "faces": ((1, 1, 0),)}})
    net, towns, rails = rail_net(game, SOVIET), game.content.towns, game.content.rails
    steps = [(at, there) for at, there in sorted(rails) if at in net & towns and there in net - towns]
    start, between = next(edge for edge in steps if edge[1] not in game.content.cities)
    marked(game, CADETS, at=start, start=start)
    going(game, RideByRail(units=(CADETS,), supplies=(), side=SOVIET))
    assert reason(game, f"hex:{between}") == ("refused.gets-off-in-towns", "10.29")


@pytest.mark.rule("efs:3.44", "efs:12.15b")
def test_who_may_not_join_an_attack_is_halved_to_nothing_or_wants_company() -> None:
    alone = on_ground(
        {PANZER: NEXT_TO_OPEN, ASSAULT_GUNS: BESIDE, CADETS: OPEN}, (), phase="axis/combat", hexsides=RIVER
    )
    alone.state.attacks[OPEN] = Attack(AXIS, (OPEN,), (ASSAULT_GUNS,))
    going(alone, OrganizeAttack(side=AXIS, name=OPEN))
    assert reason(alone, f"unit:{PANZER}") == ("refused.needs-company", "12.15b")
    units = {SCOUTS: NEXT_TO_OPEN, INFANTRY: BESIDE, CADETS: OPEN}
    weak = on_ground(units, (), phase="axis/combat", hexsides=RIVER, counters=WEAK)
    weak.state.attacks[OPEN] = Attack(AXIS, (OPEN,), (INFANTRY,))
    going(weak, OrganizeAttack(side=AXIS, name=OPEN))
    assert reason(weak, f"unit:{SCOUTS}") == ("refused.halved-to-nothing", "3.44")


@pytest.mark.rule("efs:3.44")
def test_who_may_not_be_designated_and_what_may_not_be_attacked_for_want_of_strength() -> None:
    units = {SCOUTS: NEXT_TO_OPEN, INFANTRY: BESIDE, CADETS: OPEN}
    game = on_ground(units, (), phase="axis/declaration", hexsides=RIVER, counters=WEAK)
    going(game, DeclareAttack(side=AXIS, hexes=(OPEN,)))
    assert reason(game, f"unit:{SCOUTS}") == ("refused.halved-to-nothing", "3.44")
    units = {SCOUTS: NEXT_TO_OPEN, CADETS: OPEN, RIFLES: "1413", NKVD: "1412"}
    nobody = on_ground(units, (), phase="axis/declaration", hexsides=RIVER, counters=WEAK)
    nobody.content.faces["1412"] = frozenset()
    going(nobody, AttackDeclarationPhase(side=AXIS))
    assert asked(nobody).prompt == "declare"
    assert reason(nobody, f"hex:{OPEN}") == ("refused.halved-to-nothing", "3.44")


@pytest.mark.rule("efs:18.43a", "efs:18.43c", "efs:22.11")
@pytest.mark.parametrize(
    ("hinders", "rule_id"), [("refused.strongpoint-there", "18.43a"), ("refused.site-under-idle-hq", "18.43c")]
)
def test_engineers_are_told_what_is_wrong_with_their_site(hinders: str, rule_id: str) -> None:
    game = quiet({ENGINEERS: OPEN, HQ: NEXT_TO_OPEN}, phase="soviet/engineering")
    marked(game, HQ, operational=rule_id == "18.43a")
    if rule_id == "18.43a":
        game.state.strongpoints[OPEN] = Strongpoint(SOVIET, "completed", 1)
    game.state.units[STRONG_DIVISION] = game.state.units[ENGINEERS].__class__(at="0403", steps=1, start="0403")
    game.state.replacements["soviet/strongpoints"] = 1
    going(game, BuildStrongpoints(side=SOVIET))
    assert reason(game, f"unit:{ENGINEERS}") == (hinders, rule_id)


@pytest.mark.rule("efs:11.35a", "efs:11.35c", "efs:11.36c", "efs:10.45c")
def test_what_forbids_an_overrun_or_a_step_is_named_by_its_own_rule() -> None:
    edge = ("0806", "0805")
    wide = on_ground({PANZER: edge[0], CADETS: edge[1]}, (), hexsides={edge: "major-river"})
    assert why(wide, edge) == ("refused.ground-forbids-overrun", "11.35a")
    weak = quiet({SCOUTS: edge[0], STRONG_DIVISION: edge[1]})
    assert why(weak, edge) == ("refused.too-weak-to-overrun", "11.36c")
    works = quiet({PANZER: edge[0], PIONEERS: edge[0], STRONG_DIVISION: edge[1]})
    works.state.strongpoints[edge[1]] = Strongpoint(SOVIET, "completed", 1)
    assert why(works, edge) == ("refused.too-weak-to-overrun", "11.35c")
    island = {(other, "0512"): "major-river" for other in content().adjacent["0512"]}
    banks = moving({PANZER: "0613"}, f"unit:{PANZER}", hexsides=island)
    assert reason(banks, "hex:0512") == ("refused.too-heavy-for-boats", "10.45c")


@pytest.mark.rule("efs:16.21")
def test_a_unit_that_is_gone_loses_no_step_more() -> None:
    units = dict.fromkeys((INFANTRY, SCOUTS, RIFLES), OPEN)
    losing = TakeSteps(side=AXIS, units=tuple(units), steps=5, cause="16.12")
    game = running(quiet(units, phase="axis/combat", steps={SCOUTS: 1}), Afterwards(), losing)
    game.choose(f"unit:{SCOUTS}")
    assert reason(game, f"unit:{SCOUTS}") == ("refused.off-map", "16.21")


@pytest.mark.rule("efs:10.24", "efs:12.42", "efs:12.43")
def test_each_bar_to_reaction_has_its_own_rule() -> None:
    game = quiet({STRONG_DIVISION: "0608", CADETS: OPEN, INFANTRY: NEXT_TO_OPEN}, phase="axis/reaction")
    game.state.attacks[OPEN] = Attack(AXIS, (OPEN,), (INFANTRY,))
    found = [may_enter(game, STRONG_DIVISION, label) for label in (NEXT_TO_OPEN, "0909", "0608")]
    assert [each and each.rule for each in found] == ["10.24", "12.43", None]


@pytest.mark.rule("efs:10.33/note", "efs:21.32b")
def test_a_train_is_told_that_it_keeps_to_its_rails_before_and_after_it_has_set_out() -> None:
    train = "su-1-tk-tr-arm"
    game = moving({train: "1615"}, f"unit:{train}", scenario="perekop", phase="soviet/movement")
    assert reason(game, "hex:1614") == ("refused.keeps-to-rails", "10.33/note")
    game.choose("hex:1714")
    beside = next(label for label in game.content.adjacent["1714"] if label not in game.content.rail_hexes)
    assert reason(game, f"hex:{beside}") == ("refused.keeps-to-rails", "10.33/note")


@pytest.mark.rule("efs:10.25", "efs:10.35")
def test_a_supply_unit_in_a_zone_is_told_of_the_zone_that_it_leaves_where_a_friend_waits() -> None:
    supplies = {"axis-s1": SupplyUnit(AXIS, "1012", 1)}
    units = {STRONG_DIVISION: "1011", RIFLES: "1111"}
    game = moving(units, "unit:axis-s1", supplies=supplies, parts={"1112": "sea"})
    assert reason(game, "hex:1111") == ("refused.zone-to-zone", "10.35")
    assert reason(game, "hex:0911") == ("refused.supply-in-zone", "10.25")


@pytest.mark.rule("efs:10.4", "efs:10.47a", "efs:6.46")
@pytest.mark.parametrize("steps", [(), ("hex:0808",)])
def test_a_supply_unit_is_told_of_ground_that_it_may_never_enter(steps: tuple[str, ...]) -> None:
    supplies = {"soviet-s1": SupplyUnit(SOVIET, "0707", 1)}
    at, here = steps[-1][4:] if steps else "0707", content()
    beside = next(there for there in here.adjacent[at] if (at, there) not in here.roads)
    game = moving({}, "unit:soviet-s1", *steps, phase="soviet/movement", supplies=supplies, parts={beside: "sea"})
    assert beside not in reach(game)
    assert reason(game, f"hex:{beside}") == ("refused.prohibited-terrain", "10.4")


@pytest.mark.rule("efs:10.45c", "efs:6.46")
def test_a_supply_unit_that_has_set_out_is_told_that_boats_take_its_whole_allowance() -> None:
    island = {(other, "0810"): "major-river" for other in content().adjacent["0810"]}
    supplies = {"axis-s1": SupplyUnit(AXIS, "0812", 1)}
    game = moving({}, "unit:axis-s1", "hex:0811", supplies=supplies, hexsides=island)
    assert reason(game, "hex:0810") == ("refused.full-allowance-to-cross", "10.45c")


@pytest.mark.rule("efs:10.13e")
def test_who_was_activated_is_told_so_in_the_movement_phase() -> None:
    supplies = {"soviet-s1": SupplyUnit(SOVIET, "0903", 1, activated=True)}
    game = moving({CADETS: "0904"}, phase="soviet/movement", supplies=supplies, markers={CADETS: {"activated": True}})
    assert reason(game, f"unit:{CADETS}") == ("refused.was-activated", "10.13e")
    assert reason(game, "unit:soviet-s1") == ("refused.was-activated", "10.13e")


@pytest.mark.rule("efs:10.32", "efs:11.0", "efs:11.61")
def test_what_keeps_units_from_leaving_the_map_is_the_zone_or_another_special_movement() -> None:
    ground = load(TITLE, "luga-line", ())
    ground.card = replace(ground.card, exits={"west": "west"})
    ground.regions["west"] = frozenset({"0514"})
    state = quiet({PANZER: "0613", NKVD: "0414"}).state
    state.stack = [MovementPhase(side=AXIS)]
    game = Game(TITLE, ground, state)
    game.advance()
    game.choose(f"unit:{PANZER}")
    assert reason(game, "exit:west") == ("refused.no-exit", "10.27b")
    game.choose("hex:0514")
    assert "overrun:0414" in asked(game).ids
    assert reason(game, "exit:west") == ("refused.in-zone", "10.32")
    state = quiet({SCOUTS: "0514"}).state
    state.stack = [MovementPhase(side=AXIS)]
    game = Game(TITLE, ground, state)
    game.advance()
    for choice in (f"unit:{SCOUTS}", "do:strategic"):
        game.choose(choice)
    assert reason(game, "exit:west") == ("refused.special-used", "11.0")


@pytest.mark.rule("efs:6.26a")
def test_a_hex_in_which_the_enemy_stands_is_not_fed_for_that_reason() -> None:
    game = quiet({INFANTRY: "1012", NKVD: "1010"}, phase="strategic/supply")
    game.state.supplies = {"axis-s1": SupplyUnit(AXIS, "1012", 1)}
    game.state.control["1012"] = AXIS
    marked(game, INFANTRY, supply="out")
    going(game, Feed(side=AXIS, supply="axis-s1"))
    assert reason(game, "hex:1010") == ("refused.enemy-in-hex", "6.26a")
    assert reason(game, "hex:0201") == ("refused.beyond-loc", "6.26b")


@pytest.mark.rule("efs:12.54b", "efs:21.12e")
def test_the_attacker_is_told_that_an_nkvd_unit_is_not_his_to_overrule() -> None:
    game = quiet({INFANTRY: "1305", NKVD: "1204"}, phase="axis/combat")
    attack = Attack(AXIS, ("1204",), (INFANTRY,), defender_orders="no-retreat", nkvd=NKVD)
    game.state.attacks["1204"] = attack
    going(game, GiveOrders(side=AXIS))
    assert asked(game).prompt == "orders"
    assert reason(game, f"unit:{NKVD}") == ("refused.not-active", "3.11/phases")


@pytest.mark.rule("efs:13.11a", "efs:15.33")
def test_artillery_supports_nobody_before_somebody_has_been_picked_to_attack() -> None:
    game = quiet({RIFLES: NEXT_TO_OPEN, GUNS: NEXT_TO_OPEN, CADETS: OPEN}, phase="axis/combat")
    game.state.attacks[OPEN] = Attack(AXIS, (OPEN,), (RIFLES,))
    going(game, OrganizeAttack(side=AXIS, name=OPEN))
    assert reason(game, f"unit:{GUNS}") == ("refused.no-attackers-yet", "13.11a")
    game.choose(f"unit:{RIFLES}")
    assert reason(game, f"unit:{GUNS}") == ("refused.guns-unfed", "15.34")


@pytest.mark.rule("efs:12.15b", "efs:13.1")
def test_a_hex_is_refused_for_what_bars_those_who_attack_not_for_the_guns_beside_them() -> None:
    game = quiet({GUNS: NEXT_TO_OPEN, RIFLES: NEXT_TO_OPEN, CADETS: OPEN}, phase="axis/declaration")
    marked(game, RIFLES, garrison=True)
    assert why_no_target(game, AXIS, OPEN).reason == "refused.garrison"
    alone = quiet({GUNS: NEXT_TO_OPEN, CADETS: OPEN}, phase="axis/declaration")
    assert why_no_target(alone, AXIS, OPEN).reason == "refused.artillery-supports"


@pytest.mark.rule("efs:13.11b", "efs:13.11d")
def test_guns_are_told_what_bars_them_from_the_combat_in_their_range() -> None:
    """The first combat is out of range; it is the enemy zone that keeps them from the second."""
    units = {HOWITZERS: "0808", CADETS: OPEN, RIFLES: "0810", NKVD: "1311", INFANTRY: "1412", PANZER: "0807"}
    game = quiet(units, phase="axis/reaction")
    game.state.attacks["1311"] = Attack(AXIS, ("1311",), (INFANTRY,))
    game.state.attacks[OPEN] = Attack(AXIS, (OPEN,), (RIFLES,))
    committing = CommitArtillery(side=SOVIET)
    game.state.stack += [Afterwards(), committing]
    refusal = committing.begin_refused(game, Choice("unit", HOWITZERS))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.guns-in-zone", "13.11d")


@pytest.mark.rule("efs:7.1", "efs:8.22", "efs:8.51", "efs:11.62")
@pytest.mark.parametrize(
    ("box", "rule"), [("group", "8.22"), ("withdrawn", "8.51"), ("exited", "11.62"), ("cadre", "7.1")]
)
def test_who_is_off_the_map_is_told_what_keeps_him_there(box: Box, rule: str) -> None:
    game = moving({PANZER: "0613"})
    game.state.units[INFANTRY] = Unit(at="", steps=1, box=box)
    refused = game.explain(f"unit:{INFANTRY}")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.in-box", rule)


@pytest.mark.rule("efs:6.48", "efs:10.13e", "efs:10.23")
@pytest.mark.parametrize(
    ("at", "marker", "told"),
    [
        ("1510", {}, None),
        ("1510", {"activated": True}, ("refused.was-activated", "10.13e")),
        ("1510", {"finished": True}, ("refused.has-moved", "10.23")),
        ("1511", {"activated": True}, ("refused.dump", "6.48")),
    ],
)
def test_a_dump_at_a_railroad_is_told_what_keeps_it_from_riding(
    at: str, marker: dict[str, bool], told: tuple[str, str] | None
) -> None:
    """One that was made of mobile supply units that an HQ had moved in the same turn."""
    dump = SupplyUnit(side=SOVIET, at=at, points=2, **marker)
    game = moving({}, phase="soviet/movement", supplies={"soviet-s1": dump})
    refused = game.explain("unit:soviet-s1")
    assert (refused and (refused.reason, refused.rule)) == told


@pytest.mark.rule("efs:10.32", "efs:10.35")
def test_a_hex_behind_enemy_zones_is_not_called_too_far() -> None:
    """The panzers stand beside the division; Vyritsa they could not reach in any case."""
    game = moving({PANZER: "1005", STRONG_DIVISION: "1006"}, f"unit:{PANZER}")
    told = {}
    for label in ("0906", "1007", "1803"):
        refused = game.explain(f"hex:{label}")
        assert refused is not None
        told[label] = (refused.reason, refused.rule)
    zones = ("refused.zones-in-the-way", "10.32")
    assert told == {"0906": zones, "1007": zones, "1803": ("refused.too-far", "10.21")}


@pytest.mark.rule("efs:10.34")
def test_who_lacks_the_point_for_a_zone_is_told_so() -> None:
    """Infantry from 1005 reaches 0602 with its last points, but not the zone of a division beside it."""
    assert "0602" in reach(moving({INFANTRY: "1005"}, f"unit:{INFANTRY}"))
    game = moving({INFANTRY: "1005", STRONG_DIVISION: "0601"}, f"unit:{INFANTRY}")
    refused = game.explain("hex:0602")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.zone-too-dear", "10.34")
