"""The title's own computer opponent: what its staff orders at positions, and how it fares against chance."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.gts.positions import TITLE, activated, content, position, quiet
from games.gts.test_command import Idle
from sandtable.games.gts.arnhem.withdrawal import OrderWithdrawal
from sandtable.games.gts.assault.assault_procedure import Assault
from sandtable.games.gts.conditions.air_power import AirAttacks
from sandtable.games.gts.events.fighting import Fired
from sandtable.games.gts.fire.combat_results import CombatResult
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire
from sandtable.games.gts.sequence.actions import Order
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.sequence.dispatch import Buying
from sandtable.games.gts.sequence.leaders import Reposition
from sandtable.games.gts.staff import StaffPlayer, openings
from sandtable.games.gts.staff.doctrine import Doctrine
from sandtable.games.gts.state import ALLIED, GERMAN, Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import View
from sandtable.players import Player, RandomPlayer, player

ACTING = Activation(step="pick")
RICH = {"1ab": Points(8, 4), "9ss": Points(8, 4)}
POOR = {"1ab": Points(0, 0), "9ss": Points(0, 0)}


def answer(game: Game, seed: int = 1) -> str:
    """What the staff chooses at the open decision."""
    decision = game.decisions[0]
    return StaffPlayer(seed).choose(View(game, decision.side), decision)


def ordered(
    units: Mapping[str, str | Unit],
    unit_id: str,
    *,
    kind: str = "formation",
    owner: str = "1para",
    side: str = ALLIED,
    second: bool = False,
    first: str = "",
    leaders: Mapping[str, str] | None = None,
    points: Mapping[str, Points] | None = None,
    scenario: str = "krafft",
    turn: int = 3,
) -> Game:
    """A unit about to be told what to do."""
    order = Order(units=(unit_id,), second=second, first=first)
    return position(
        units, ACTING, order, active=activated(kind, owner, side, second=second), leaders=leaders, points=points,
        scenario=scenario, turn=turn,
    )  # fmt: skip


def carry_out(game: Game) -> list[str]:
    """Let the staff tell a unit what to do, and how to go on, to the end of its action."""
    chosen = []
    while game.decisions[0].prompt in ("action", "move-on"):
        chosen.append(answer(game))
        game.choose(chosen[-1])
    return chosen


def play(allied: Player, german: Player, scenario: str, seed: int) -> Game:
    game = TITLE.new_game(scenario, (), seed)
    players = {ALLIED: allied, GERMAN: german}
    while game.decisions:
        decision = game.decisions[0]
        game.choose(players[decision.side].choose(View(game, decision.side), decision), decision.side)
        game.events.clear()
    return game


# Movement


def test_a_company_at_its_goal_leaves_the_map() -> None:
    game = ordered({"1pb3-a": "2416", "kra-2": "1616"}, "1pb3-a")
    assert answer(game) == "do:column"
    game.choose("do:column")
    assert answer(game) == "do:exit"


def test_a_company_in_reach_of_its_goal_marches_there() -> None:
    units = {"1pb3-a": Unit(at="2216", steps=2, column=True), "kra-2": "1616"}
    game = ordered(units, "1pb3-a")
    assert answer(game).removeprefix("hex:") in content("krafft").region("krafft-exit")


def test_a_long_march_far_from_the_enemy_is_made_in_column() -> None:
    assert answer(ordered({"1pb3-a": "0918", "kra-2": "1816"}, "1pb3-a")) == "do:column"


def test_a_column_under_the_guns_breaks_up_rather_than_march_on_the_road_into_them() -> None:
    units = {"1pb3-a": Unit(at="1417", steps=2, column=True), "kra-2": "1616", "kra-4": "1716"}
    game = ordered(units, "1pb3-a")
    assert "1517" in content("krafft").adjacent["1616"]
    assert answer(game) not in ("hex:1517", "hex:1616")


def test_a_column_that_comes_within_reach_of_the_enemy_deploys() -> None:
    units = {"kra-4": Unit(at="1716", steps=2, column=True), "kra-2": "1815", "1pb3-a": "1517", "1pb3-b": "1417"}
    game = ordered(units, "kra-4", owner="krafft", side=GERMAN)
    carry_out(game)
    assert not game.state.units["kra-4"].column


def test_a_company_that_has_come_to_its_post_deploys_there() -> None:
    units = {"kra-4": Unit(at="2216", steps=2, column=True), "1pb3-a": "1416", "1pb3-b": "1416"}
    game = ordered(units, "kra-4", owner="krafft", side=GERMAN, turn=6)
    assert answer(game) == "do:uncolumn"


def test_a_mortar_in_range_stays_ready_to_fire() -> None:
    game = ordered({"1pb3-mor": "1417", "1pb3-a": "1517", "kra-2": "1817"}, "1pb3-mor")
    assert answer(game) not in ("do:column", "do:drop-column")


def test_a_mortar_in_column_deploys_before_it_fires() -> None:
    units = {"1pb3-mor": Unit(at="1417", steps=1, column=True), "1pb3-a": "1517", "kra-2": "1616"}
    game = ordered(units, "1pb3-mor", leaders={"lathbury": "1417"})
    assert any(option.startswith("unit:") for option in game.decisions[0].ids)
    assert "do:uncolumn" in carry_out(game)


def test_a_gun_does_not_drive_to_and_fro() -> None:
    units = {"1pb-at2": Unit(at="1017", steps=1, mounted=True, column=True), "1pb3-a": "0918", "kra-2": "1616"}
    entered = [chosen for chosen in carry_out(ordered(units, "1pb-at2")) if chosen.startswith("hex:")]
    assert len(entered) == 1


def test_nobody_makes_for_a_way_out_that_the_enemy_holds() -> None:
    """The company could be in 2411 and next to it in 2312, where the enemy would have it in column."""
    units = {"1pb3-a": Unit(at="2211", steps=2, column=True), "kra-2": "2411", "kra-4": "1616"}
    game = ordered(units, "1pb3-a")
    assert "2411" in content("krafft").region("krafft-exit")
    assert answer(game) not in ("hex:2312", "hex:2310", "hex:2410")


def test_guns_far_from_the_enemy_mount_their_vehicles() -> None:
    game = ordered({"1pb-at2": "0918", "kra-2": "2016"}, "1pb-at2")
    assert answer(game) in ("do:mount", "do:mount-column")


def test_guns_in_range_are_set_up() -> None:
    units = {"1pb-at2": Unit(at="1415", steps=1, mounted=True), "1pb3-a": "0918", "kra-2": "1615"}
    game = ordered(units, "1pb-at2")
    carry_out(game)
    assert not game.state.units["1pb-at2"].mounted


# Fighting


def test_a_unit_in_contact_fires() -> None:
    game = ordered({"kra-9p": "1616", "1pb3-a": "1517"}, "kra-9p", owner="krafft", side=GERMAN)
    assert answer(game) == "unit:1pb3-a"


def test_the_weaker_cover_draws_the_fire() -> None:
    units = {"kra-9p": "1514", "1pb3-a": "1614", "1pb3-b": "1513"}
    terrain = content("krafft").terrain
    assert (terrain["1614"], terrain["1513"]) == ("woods", "village")
    assert answer(ordered(units, "kra-9p", owner="krafft", side=GERMAN)) == "unit:1pb3-b"


def test_a_suppressed_unit_rallies_before_the_others_act() -> None:
    units = {"1pb3-a": "1517", "1pb3-b": Unit(at="1417", steps=2, suppressed=True), "kra-2": "1616"}
    game = position(units, ACTING, active=activated(), scenario="krafft", turn=3)
    game.choose(answer(game))
    assert (game.decisions[0].args["unit"], answer(game)) == ("1pb3-b", "do:rally")


def test_helpless_defenders_are_assaulted() -> None:
    units = {"1pb3-a": "1517", "1pb3-b": "1517", "kra-2": Unit(at="1616", steps=1, suppressed=True, hits=2)}
    game = ordered(units, "1pb3-a", scenario="perimeter", turn=8)
    assert answer(game) in ("join:1pb3-b", "do:assault")


def test_a_platoon_does_not_assault_two_full_companies_in_woods() -> None:
    units = {"1pb-hq": "1517", "kra-2": "1616", "kra-4": "1616"}
    assert answer(ordered(units, "1pb-hq", scenario="perimeter", turn=8)) != "do:assault"


def gun_in_a_second_action(target: Unit, points: int) -> Game:
    """A gun that has passed under a division chit and may fire for a command point."""
    return ordered(
        {"kra-9p": "1616", "1pb3-a": target}, "kra-9p", kind="division", owner="9ss", side=GERMAN, second=True,
        first="pass", leaders={"krafft": "1616"}, points={"9ss": Points(points, 0)},
    )  # fmt: skip


@pytest.mark.rule("gts:10.0.2")
def test_under_a_division_chit_a_unit_fires_with_its_second_action() -> None:
    assert answer(gun_in_a_second_action(Unit(at="1517", steps=2, column=True), points=8)) == "unit:1pb3-a"


def test_nobody_spends_his_last_point_on_a_poor_shot() -> None:
    assert answer(gun_in_a_second_action(Unit(at="1517", steps=2, works="improved"), points=1)) == "do:no-second"


@pytest.mark.parametrize(("hit", "chosen"), [(1.0, "do:no-second"), (5.0, "unit:1pb3-a")])
def test_what_a_doctrine_makes_more_of_is_worth_a_point(hit: float, chosen: str) -> None:
    game = gun_in_a_second_action(Unit(at="1517", steps=2, works="improved"), points=1)
    decision = game.decisions[0]
    staff = StaffPlayer(1, doctrines={decision.side: Doctrine(hit=hit)})
    assert staff.choose(View(game, decision.side), decision) == chosen


@pytest.mark.parametrize(("touch", "enters"), [(0.0, False), (3.0, True)])
def test_a_company_on_its_way_out_enters_what_counts_for_whoever_was_there_last(touch: float, enters: bool) -> None:
    game = ordered({"1pb3-a": Unit(at="2215", steps=2, column=True)}, "1pb3-a", turn=4)
    decision = game.decisions[0]
    staff = StaffPlayer(1, doctrines={decision.side: Doctrine(touch=touch)})
    assert (staff.choose(View(game, decision.side), decision) == "hex:2216") is enters


@pytest.mark.rule("gts:22.2.1")
def test_a_company_at_its_post_digs_in_before_the_enemy_comes() -> None:
    units = {"kra-4": "2216", "1pb3-a": "1716", "1pb3-b": "1716"}
    assert answer(ordered(units, "kra-4", owner="krafft", side=GERMAN, turn=6)) == "do:improve"


@pytest.mark.rule("gts:16.4.2.1")
def test_a_mortar_without_a_target_shells_the_way_ahead_of_the_enemy() -> None:
    units = {"kra-9m": "1616", "1pb3-a": Unit(at="1018", steps=2, column=True), "kra-2": "1216"}
    game = ordered(units, "kra-9m", owner="krafft", side=GERMAN, leaders={"krafft": "1616"})
    assert not any(option.startswith("unit:") for option in game.decisions[0].ids)
    assert answer(game) == "do:barrage"
    game.choose("do:barrage")
    shelled = answer(game).removeprefix("hex:")
    assert 0 < content("krafft").distance("1018", shelled) <= 6


@pytest.mark.rule("gts:17.8")
def test_opportunity_fire_is_never_held() -> None:
    units = {"1pb3-a": "1517", "kra-2": "1616", "kra-4": "1617"}
    fire = OpportunityFire(trigger="leave-hex", units=("1pb3-a",), into="1516")
    game = position(units, fire, active=activated())
    assert answer(game).startswith("unit:kra-")


def test_the_best_shot_comes_first() -> None:
    units = {"1pb3-a": "1517", "kra-2": Unit(at="1616", steps=1, hits=2), "kra-4": "1617"}
    fire = OpportunityFire(trigger="leave-hex", units=("1pb3-a",), into="1516")
    assert answer(position(units, fire, active=activated())) == "unit:kra-4"


@pytest.mark.rule("gts:18.7/5A")
def test_defenders_who_cannot_get_away_stand() -> None:
    units = {"1pb3-a": "1517", "kra-2": Unit(at="1616", steps=2, suppressed=True)}
    storm = Assault(attackers=("1pb3-a",), target="1616", step="round_begins")
    assert answer(position(units, storm, active=activated())) == "do:stand"


@pytest.mark.rule("gts:18.7/5B")
def test_suppressed_defenders_of_poor_quality_are_charged() -> None:
    units = {"1pb3-a": "1517", "kra-orpo": Unit(at="1616", steps=2, suppressed=True, hits=2)}
    storm = Assault(attackers=("1pb3-a",), target="1616", step="charge_or_fire")
    assert answer(position(units, storm, active=activated())) == "do:charge"


@pytest.mark.rule("gts:19.2.2")
def test_a_fresh_company_takes_a_hit_rather_than_be_suppressed() -> None:
    game = position({"1pb3-a": "1517", "kra-2": "1616"}, CombatResult(unit="1pb3-a", result="S", by="19.2.2"))
    assert answer(game) == "do:convert"


@pytest.mark.rule("gts:19.2.2")
def test_a_gun_that_a_hit_would_destroy_is_suppressed() -> None:
    game = position({"kra-9f": "1616", "1pb3-a": "1517"}, CombatResult(unit="kra-9f", result="S", by="19.2.2"))
    assert answer(game) == "do:accept"


# Command


@pytest.mark.rule("gts:7.2")
def test_a_chit_is_bought_for_a_formation_in_contact() -> None:
    units = {"1pb3-a": "1517", "1pb3-b": "1517", "1pb3-c": "1417", "kra-2": "1616"}
    game = position(units, Buying(side=ALLIED), leaders={"lathbury": "1517"}, points=RICH, scenario="krafft", turn=3)
    assert answer(game) in ("now:1para", "next:1para")


def buying(units: Mapping[str, str | Unit], dispatch: int, turn: int = 3, scenario: str = "krafft") -> Game:
    points = {"1ab": Points(4, dispatch), "9ss": Points(4, 0)}
    leaders = {"lathbury": "1517", "hicks": "1417"} if scenario == "perimeter" else {"lathbury": "1517"}
    return position(units, Buying(side=ALLIED), leaders=leaders, points=points, scenario=scenario, turn=turn)


IN_CONTACT = {"1pb3-a": "1517", "1pb3-b": "1517", "1pb3-c": "1417", "kra-2": "1616"}


@pytest.mark.rule("gts:7.2/cost")
@pytest.mark.parametrize(("dispatch", "chosen"), [(1, "next:1para"), (2, "now:1para"), (5, "now:1para")])
def test_a_formation_that_shares_its_points_with_nobody_has_its_chit_at_once(dispatch: int, chosen: str) -> None:
    assert answer(buying(IN_CONTACT, dispatch)) == chosen


@pytest.mark.rule("gts:7.2/division")
@pytest.mark.parametrize(("dispatch", "when"), [(2, "next"), (3, "now")])
def test_a_chit_is_had_at_once_only_if_the_others_can_still_be_ordered(dispatch: int, when: str) -> None:
    units = IN_CONTACT | {"alk-a": "1417", "alk-b": "1417"}
    assert answer(buying(units, dispatch, 8, "perimeter")) == f"{when}:1para"


@pytest.mark.rule("gts:7.2")
def test_in_the_last_turn_the_points_are_spent_on_whoever_is_there() -> None:
    far_away = {"1pb3-a": "0918", "kra-2": "2016"}
    assert answer(buying(far_away, 2, turn=6)) == "now:1para"
    assert answer(buying(far_away, 1, turn=6)) == "do:done"


def test_points_are_saved_when_a_formation_is_alone_and_far_away() -> None:
    units = {"1pb3-a": "0918", "kra-2": "2016"}
    game = position(units, Buying(side=ALLIED), leaders={"lathbury": "0918"}, points=RICH, scenario="krafft", turn=3)
    assert answer(game) == "do:done"


@pytest.mark.rule("gts:21.2")
def test_a_leader_goes_where_most_of_his_units_are_in_range() -> None:
    units = {"1pb3-a": "1517", "1pb3-b": "1517", "1pb3-c": "1417", "1pb3-mor": "0713", "kra-2": "1616"}
    game = position(
        units,
        Reposition(leader="lathbury"),
        leaders={"lathbury": "0713"},
        active=activated(),
        scenario="krafft",
        turn=3,
    )
    assert answer(game) in ("hex:1517", "hex:1417")


@pytest.mark.rule("gts:10.0.5")
def test_nothing_worth_a_point_ends_a_direct_command() -> None:
    game = position(
        {"kra-9f": "1616", "1pb3-a": "0918"}, ACTING, active=activated("direct", GERMAN, GERMAN),
        leaders={"krafft": "1616"}, points={"9ss": Points(9, 0)}, scenario="krafft", turn=3,
    )  # fmt: skip
    assert answer(game) == "do:end"


@pytest.mark.rule("gts:10.0.5")
def test_command_points_are_spent_on_all_who_have_something_to_fire_at_under_direct_command() -> None:
    units = {"kra-9p": "1616", "kra-2": "1616", "1pb3-a": "1517", "1pb3-b": "1516"}
    game = position(
        units, Idle(), ACTING, active=activated("direct", GERMAN, GERMAN), leaders={"krafft": "1616"},
        points={"9ss": Points(6, 0)}, scenario="krafft", turn=3, dice=[5] * 40,
    )  # fmt: skip
    acted = set()
    while game.decisions:
        chosen = answer(game)
        if game.decisions[0].prompt == "act" and chosen.startswith("unit:"):
            acted.add(chosen.removeprefix("unit:"))
        game.choose(chosen)
    assert acted == {"kra-9p", "kra-2"}


@pytest.mark.rule("gts:14.7/limits")
def test_a_direct_command_cannot_end_before_a_crowded_hex_is_left() -> None:
    five = ("1pb3-a", "1pb3-b", "1pb3-c", "1pb3-mg", "1pb3-mor")
    units = dict.fromkeys(five, "0918") | {"kra-2": "1616"}
    game = position(
        units, ACTING, active=activated("direct", ALLIED), leaders={"lathbury": "0918"}, points=RICH,
        scenario="krafft", turn=3,
    )  # fmt: skip
    assert game.decisions[0].find("do:end") is None
    assert answer(game).removeprefix("unit:") in five


# Coming and going


def last_night(places: Mapping[str, str]) -> Game:
    return position(places, OrderWithdrawal(), turn=60)


@pytest.mark.rule("gts:13.2/7")
def test_the_withdrawal_is_ordered_when_the_division_is_at_the_river() -> None:
    river = sorted(content().region("withdrawal"))[0]
    assert answer(last_night({"1pb3-a": river, "1pb3-b": river, "kra-2": "1616"})) == "do:order-withdrawal"


@pytest.mark.rule("gts:13.2/7")
def test_it_is_not_ordered_while_most_are_far_from_the_river() -> None:
    river = sorted(content().region("withdrawal"))[0]
    assert answer(last_night({"1pb-hq": river, "1pb3-b": "2216", "1pb3-a": "2215"})) == "do:hold-out"


@pytest.mark.rule("gts:27.0/attack")
def test_aircraft_attack_who_suffers_most() -> None:
    units = {"kra-2": "1616", "kra-4": Unit(at="1413", steps=2, column=True), "1pb3-a": "0918"}
    game = quiet(units)
    game.state.air[ALLIED] = 1
    game.state.stack.append(AirAttacks(side=ALLIED))
    game.advance()
    assert answer(game) == "unit:kra-4"


def test_a_place_that_is_not_quite_good_enough_does_not_keep_the_set_up_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither question may be answered as if the other had been answered otherwise."""
    monkeypatch.setattr(openings, "best_place", lambda plans, unit_id, labels: (openings.BETTER, labels[0]))
    game = TITLE.new_game("krafft", (), 1)
    assert game.decisions[0].prompt == "set-up"
    assert answer(game) == "do:done"


def test_the_set_up_ends() -> None:
    game = TITLE.new_game("krafft", (), 1)
    while game.decisions[0].prompt in ("set-up", "set-up-hex"):
        game.choose(answer(game))
    assert all(unit.at in content("krafft").board.index for unit in game.state.units.values())


# The player as a whole


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_plays_the_same_game(seed: int) -> None:
    games = [play(StaffPlayer(seed), StaffPlayer(seed + 1), "krafft", seed) for _ in range(2)]
    assert TITLE.codec.canonical(games[0].state) == TITLE.codec.canonical(games[1].state)


@pytest.mark.rule("gts:7.2")
def test_what_the_enemy_has_bought_changes_nothing() -> None:
    units = {"1pb3-a": "1517", "1pb3-b": "1417", "kra-2": "1616", "kra-4": "1615"}
    chosen = set()
    for cup in (["fmn-krafft", "div-9ss"], ["div-9ss", "fmn-9ss-ind"]):
        game = position(units, ACTING, active=activated(), scenario="krafft", turn=3)
        game.state.cup = cup
        chosen.add(answer(game))
    assert len(chosen) == 1


def test_an_exited_company_is_looked_for_no_more() -> None:
    game = ordered({"1pb3-b": "1018", "kra-2": "1616"}, "1pb3-b")
    game.state.exited["1pb3-a"] = 2
    assert answer(game) in game.decisions[0].ids


def test_the_staff_is_the_greedy_player_of_the_title() -> None:
    assert isinstance(player("greedy", 1, TITLE), StaffPlayer)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_the_staff_beats_chance(side: str, seed: int) -> None:
    staff, chance = StaffPlayer(seed), RandomPlayer(seed)
    players: tuple[Player, Player] = (staff, chance) if side == ALLIED else (chance, staff)
    result = play(*players, "krafft", seed).state.result
    assert result is not None
    assert result.winner == side


def test_the_staff_seldom_fights_in_column() -> None:
    """Of all shots in some games few come from columns, and most chits and points find their use."""
    shots, in_column, left = 0, 0, 0
    for seed in (1, 2, 3, 4):
        game = TITLE.new_game("krafft", (), seed)
        players = {ALLIED: StaffPlayer(seed), GERMAN: StaffPlayer(seed + 1)}
        while game.decisions:
            decision = game.decisions[0]
            columns = {unit_id for unit_id, unit in game.state.units.items() if unit.column}
            game.choose(players[decision.side].choose(View(game, decision.side), decision), decision.side)
            fired = [event.unit for event in game.events if isinstance(event, Fired)]
            shots, in_column = shots + len(fired), in_column + len(columns.intersection(fired))
            game.events.clear()
        left += sum(points.dispatch for points in game.state.divisions.values())
    assert in_column < shots / 3
    assert left <= 4 * 6


def test_the_germans_take_the_bridge_from_chance() -> None:
    result = play(RandomPlayer(1), StaffPlayer(1), "bridge", 1).state.result
    assert result is not None
    assert result.winner == GERMAN
