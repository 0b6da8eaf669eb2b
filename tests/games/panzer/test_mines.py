"""Chapters 6.1.4.3.8 and 7.31: minefields are laid, run into and cleared."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.panzer.artillery import FO, MEDIUM
from games.panzer.artillery import GUN as ENEMY_GUN
from games.panzer.artillery import Placed as Observed
from games.panzer.artillery import choose as call
from games.panzer.field import offered, refused
from games.panzer.firing import aim, position, results
from games.panzer.marching import CARRIER, GUN, HMG, RIFLES, TRUCK, left, marching, mover, placed, play, unit_of
from sandtable.games.panzer.air.attacks import CRASH, Aimed, FromAbove
from sandtable.games.panzer.combat.gp_fire import GpFire
from sandtable.games.panzer.mines.laying import fields_in
from sandtable.games.panzer.movement_events import MinesFound, MinesLaid
from sandtable.games.panzer.staff import StaffPlayer
from sandtable.games.panzer.state import Mines, State
from sandtable.games.panzer.title import Panzer
from sandtable.games.panzer.units import Game
from sandtable.kernel import Table, View
from sandtable.kernel.state import fork
from sandtable.kernel.views import masked

HASTY, DELIBERATE = "mines-hasty", "mines-deliberate"
PANTHER = "pz-v-d"


def field(at: str, kind: str = HASTY, against: str = "both", side: str = "soviet", **more: object) -> dict[str, Mines]:
    """A hex of a minefield."""
    return {f"{side}-{at}": Mines(at, side, kind, against, **more)}  # type: ignore[arg-type]


def mined(game: Game, at: str = "A7", side: str = "soviet") -> Mines:
    return game.state.mines[f"{side}-{at}"]


# Running into them


def driving(*dice: int, mines: dict[str, Mines] | None = None, **more: object) -> Game:
    """A Panther, whose GP Defense is 5, drives north from A9, and there are mines in A7."""
    game = marching({"g1": mover(PANTHER, "A9", **more)}, dice=dice, mines=field("A7") if mines is None else mines)
    return play(game, "unit:g1")


@pytest.mark.rule("panzer:7.31.2.1", "panzer:7.31.2")
@pytest.mark.parametrize(
    ("roll", "harm"),
    [(10, (True, False)), (11, (False, True)), (50, (False, True)), (51, (False, False))],
)
def test_a_vehicle_in_a_hasty_minefield(roll: int, harm: tuple[bool, bool]) -> None:
    """The example: 01-10 damages a vehicle of GP Defense 5, 11-50 hits its tracks. Nobody leaves on 100."""
    game = play(driving(roll, 100, 100), "hex:A5")
    assert (unit_of(game).at, unit_of(game).damaged, unit_of(game).tracks) == ("A7", *harm)
    assert mined(game).known
    assert left(game) == (2 if harm == (True, False) else 4)
    assert ("A6" in offered(game, "hex")) == (not harm[1])


@pytest.mark.rule("panzer:7.31.2.1")
def test_a_deliberate_minefield_does_more_and_a_second_damage_knocks_out() -> None:
    assert play(driving(20, 100, mines=field("A7", DELIBERATE)), "hex:A5").state.units["g1"].damaged
    assert play(driving(71, mines=field("A7", DELIBERATE)), "hex:A5").state.units["g1"].tracks is False
    assert "g1" not in play(driving(10, damaged=True), "hex:A7").state.units


@pytest.mark.rule("panzer:7.31.2.1", "panzer:5.15")
def test_a_crew_may_leave_a_vehicle_that_mines_have_damaged() -> None:
    """A ruling: it checks as after GP fire, and with the switch it does not."""
    assert play(driving(10, 1), "hex:A7").state.lost["g1"].how == "abandoned"
    units = {"g1": mover(PANTHER, "A9")}
    stays = marching(units, dice=[10], mines=field("A7"), switches=("7.31.2.1",))
    assert play(stays, "unit:g1", "hex:A7").state.units["g1"].damaged


@pytest.mark.rule("panzer:7.31.2", "panzer:6.1.4.3.8")
def test_mines_are_not_used_up_and_attack_who_moves_there_again() -> None:
    game = driving(100, 100, mines={**field("A9"), **field("A8")})
    assert results(game) == []
    play(game, "hex:A8")
    assert (results(game), unit_of(game).at) == (["unharmed"], "A9")
    play(game, "hex:A8")
    assert (results(game), unit_of(game).at) == (["unharmed", "unharmed"], "A8")
    assert {each.at for each in game.state.mines.values()} == {"A8", "A9"}


@pytest.mark.rule("panzer:7.31.2")
@pytest.mark.parametrize(("switches", "attacks"), [((), 1), (("7.31.2",), 2)])
def test_to_turn_among_mines_is_no_new_move(switches: tuple[str, ...], attacks: int) -> None:
    units = {"g1": mover(PANTHER, "A9")}
    game = marching(units, dice=[100, 100], mines=field("A8"), switches=switches)
    play(game, "unit:g1", "hex:A8", "face:NE")
    assert results(game) == ["unharmed"] * attacks


@pytest.mark.rule("panzer:7.31.2", "panzer:7.31")
@pytest.mark.parametrize("mines", [field("A7", against="men"), field("A7", side="german")])
def test_a_vehicle_passes_mines_against_men_and_those_of_its_own_side_unnoticed(mines: dict[str, Mines]) -> None:
    game = play(driving(mines=mines), "hex:A6")
    assert unit_of(game).at == "A6"
    assert not any(each.known for each in game.state.mines.values())


@pytest.mark.rule("panzer:7.31.2.2", "panzer:7.31.2")
@pytest.mark.parametrize(("roll", "hit"), [(70, True), (71, False)])
def test_men_in_a_deliberate_minefield(roll: int, hit: bool) -> None:
    """The example: 01-70 is effective. A squad is halved and suppressed."""
    game = marching({"g1": mover(RIFLES, "A8")}, dice=[roll], mines=field("A7", DELIBERATE, "men"))
    play(game, "unit:g1", "hex:A7")
    assert (unit_of(game).reduced, unit_of(game).suppressed == "on") == (hit, hit)


@pytest.mark.rule("panzer:7.31.2.2")
@pytest.mark.parametrize("card", [HMG, GUN])
def test_sections_and_guns_are_lost_and_mines_against_vehicles_let_them_be(card: str) -> None:
    lost = marching({"g1": mover(card, "A8")}, dice=[50], mines=field("A7"))
    assert "g1" not in play(lost, "unit:g1", "hex:A7").state.units
    spared = marching({"g1": mover(card, "A8")}, mines=field("A7", against="vehicles"))
    assert unit_of(play(spared, "unit:g1", "hex:A7")).at == "A7"
    assert not mined(spared).known


@pytest.mark.rule("panzer:7.31.2.2", "panzer:6.6.4.2")
@pytest.mark.parametrize(("roll", "hit"), [(70, True), (71, False)])
def test_who_quickmarches_runs_into_more(roll: int, hit: bool) -> None:
    """50 against a hasty minefield, and 20 off the roll."""
    game = marching({"g1": mover(RIFLES, "A8")}, dice=[roll], mines=field("A7"))
    play(game, "unit:g1", "do:quickmarch", "hex:A7")
    assert unit_of(game).reduced == hit


@pytest.mark.rule("panzer:7.31.2")
def test_to_get_out_among_mines_is_to_run_into_them_and_to_get_in_is_not() -> None:
    halted = {
        "g1": placed(CARRIER, "A7", order="no-command"),
        "g2": placed(RIFLES, "A7", carrier="g1", order="no-command"),
    }
    game = marching(halted, dice=[50], mines=field("A7", against="men"))
    play(game, "dismount:g2", "hex:A7", "face:N")
    assert unit_of(game, "g2").reduced
    waiting = {"g1": placed(CARRIER, "A7", order="no-command"), "g2": mover(RIFLES, "A8")}
    game = marching(waiting, mines=field("A7", against="men"))
    play(game, "unit:g2", "mount:g1")
    assert unit_of(game, "g2").carrier == "g1"
    assert not mined(game).known


@pytest.mark.rule("panzer:7.31.2", "panzer:4.5.1.1.8")
def test_who_gets_in_where_mines_are_or_stays_there_is_not_attacked() -> None:
    units = {"g1": placed(CARRIER, "A7", order="no-command"), "g2": mover(RIFLES, "A7"), "g3": mover(RIFLES, "A7")}
    game = marching(units, mines=field("A7", against="men"))
    play(game, "unit:g2", "mount:g1", "unit:g3", "do:stop")
    assert unit_of(game, "g2").carrier == "g1"
    assert not mined(game).known


@pytest.mark.rule("panzer:7.31.2.1", "panzer:7.31.2.2")
def test_who_bails_out_among_mines_runs_into_them() -> None:
    """The truck is damaged by 20, its crew stays, its section leaves it and is lost to 50."""
    units = {"g1": mover(TRUCK, "A8"), "g2": placed(HMG, "A8", carrier="g1", order="no-command")}
    game = play(marching(units, dice=[20, 100, 1, 50], mines=field("A7")), "unit:g1", "hex:A7")
    assert unit_of(game).damaged
    assert game.state.lost["g2"].how == "eliminated"


# Clearing them


@pytest.mark.rule("panzer:7.31.3", "panzer:7.31.3.1", "panzer:6.5.4.4.3/blocks-mines-wire")
@pytest.mark.parametrize(("known", "cleared"), [(True, True), (False, False)])
def test_indirect_fire_clears_mines_that_are_known_with_one_effective_result(known: bool, cleared: bool) -> None:
    game = (
        Observed().stand(FO, "H01", "overwatch").stand(ENEMY_GUN, "H13").spot(FO, ENEMY_GUN).play(5, 1, *[99] * known)
    )
    game.state.mines = field("H13", known=known)
    call(game, f"unit:{FO}", "hex:H13", "shell:gp", f"battery:{MEDIUM}", "do:call", "sheaf:closed")
    assert (game.state.mines == {}) == cleared


@pytest.mark.rule("panzer:7.31.3")
def test_direct_fire_clears_no_mines() -> None:
    units = {"g1": placed("pz-iv-h", "A2"), "s1": placed("su-rifle", "A1")}
    game = position(units, GpFire(aim=aim("g1", "s1", "kwk40-75")), mines=field("A1", known=True), dice=[1])
    assert mined(game, "A1").known


@pytest.mark.rule("panzer:7.31.3.2")
def test_an_aircraft_that_crashes_among_known_mines_may_clear_them() -> None:
    crash = FromAbove(aircraft="g-aircraft-1", aimed=Aimed(CRASH, 0, ("A7",)), units=())
    units = {"g1": placed("pz-iv-h", "A2")}
    assert position(units, crash, mines=field("A7", known=True), dice=[100]).state.mines == {}
    assert position(units, crash, mines=field("A7", known=True), dice=[1]).state.mines != {}


# Laying them


def laying() -> Table:
    """The Soviets lay eight hexes of deliberate minefield of both kinds, in two fields or more."""
    table = Table.new("panzer", "belt", seed=1)
    while table.decisions[0].prompt != "place-work":
        table.choose(table.decisions[0].ids[0])
    table.choose("do:done", "soviet")
    assert table.decisions[0].prompt == "lay-mines"
    return table


def state_of(table: Table) -> State:
    assert isinstance(table.game.state, State)
    return table.game.state


def around(table: Table, label: str) -> set[str]:
    return set(table.game.content.adjacent[label])  # type: ignore[attr-defined]


@pytest.mark.rule("panzer:7.31.1", "panzer:7.31", "panzer:6.1.4.3.8")
def test_minefields_hang_together_and_none_has_a_single_hex() -> None:
    table = laying()
    first = sorted(offered(table.game, "hex"))[30]
    table.choose(f"hex:{first}", "soviet")
    assert offered(table.game, "hex") <= around(table, first)
    assert "done" not in offered(table.game, "do")
    assert refused(table.game, f"hex:{first}") == ("refused.no-mines-there", "7.31.1")
    table.choose(f"hex:{min(offered(table.game, 'hex'))}", "soviet")
    assert "done" in offered(table.game, "do")
    assert any(label not in around(table, first) for label in offered(table.game, "hex"))
    mines = state_of(table).mines.values()
    assert {(each.kind, each.against, each.side) for each in mines} == {(DELIBERATE, "both", "soviet")}


@pytest.mark.rule("panzer:7.31.1")
def test_enough_mines_are_left_for_the_fields_that_the_scenario_asks_for() -> None:
    table = laying()
    while len(state_of(table).mines) < 6:
        near = {label for each in state_of(table).mines.values() for label in around(table, each.at)}
        hexes = sorted(offered(table.game, "hex"))
        table.choose(f"hex:{next((each for each in hexes if each in near), hexes[len(hexes) // 2])}", "soviet")
    own = {each.at for each in state_of(table).mines.values()}
    assert len(fields_in(table.game.content, own)) == 1  # type: ignore[arg-type]
    near = {label for each in own for label in around(table, each)}
    assert offered(table.game, "hex").isdisjoint(near)


@pytest.mark.rule("panzer:7.31.1")
def test_no_mines_lie_in_buildings_gullies_and_works() -> None:
    table = laying()
    content, state = table.game.content, state_of(table)
    kinds = {content.terrain[label] for label in offered(table.game, "hex")}  # type: ignore[attr-defined]
    assert kinds.isdisjoint({"gully", "stream", "water", "ford", "bridge", "shellhole"})
    assert not any(kind.startswith("building") for kind in kinds)
    assert offered(table.game, "hex").isdisjoint({work.at for work in state.works.values()})


@pytest.mark.rule("panzer:7.31.1")
def test_the_standard_lays_the_mines_that_are_left() -> None:
    table = laying()
    first = sorted(offered(table.game, "hex"))[0]
    table.choose(f"hex:{first}", "soviet")
    table.choose("do:standard", "soviet")
    assert len(state_of(table).mines) == 8
    assert first in {field.at for field in state_of(table).mines.values()}


@pytest.mark.rule("panzer:7.31.1", "panzer:6.1.4.3.8")
def test_the_enemy_knows_of_mines_when_he_has_run_into_them() -> None:
    table = laying()
    table.choose("do:standard", "soviet")
    game = table.game
    assert len(state_of(table).mines) == 8
    assert masked(game, "soviet").mines == state_of(table).mines  # type: ignore[attr-defined]
    assert masked(game, "german").mines == {}  # type: ignore[attr-defined]
    assert all(event.seen_by == ("soviet",) for event in game.events if isinstance(event, MinesLaid))
    world = fork(masked(game, "german"))
    Panzer().fill(world, game.content, "german", random.Random(1))  # type: ignore[arg-type]
    assert len(world.mines) == 8  # type: ignore[attr-defined]
    run_into = driving(100)
    assert masked(run_into, "german").mines == {}  # type: ignore[attr-defined]
    play(run_into, "hex:A7")
    assert len(masked(run_into, "german").mines) == 1  # type: ignore[attr-defined]
    assert [event.at for event in run_into.events if isinstance(event, MinesFound)] == ["A7"]


def known_world(table: Table, labels: set[str], seed: int) -> State:
    """What the other side may take for true once it has run into the mines of some hexes."""
    game, state = table.game, state_of(table)
    owner = next(iter(state.mines.values())).side
    side = "soviet" if owner == "german" else "german"
    state.mines = {key: replace(each, known=each.at in labels) for key, each in state.mines.items()}
    world = fork(masked(game, side))
    Panzer().fill(world, game.content, side, random.Random(seed))  # type: ignore[arg-type]
    assert isinstance(world, State)
    return world


@pytest.mark.rule("panzer:7.31.1", "panzer:6.1.4.3.8")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_who_knows_some_of_the_mines_guesses_at_the_others_and_at_no_more(step: int) -> None:
    """Also where those that are known lie apart, or are all that there are."""
    table = laying()
    while table.decisions[0].prompt == "lay-mines":
        hexes = sorted(offered(table.game, "hex"))
        table.choose(f"hex:{hexes[-1]}", "soviet")
    assert len(state_of(table).mines) == 8
    known = set(sorted(each.at for each in state_of(table).mines.values())[::step])
    for seed in range(5):
        world = known_world(table, known, seed)
        assert len(world.mines) == 8
        assert known <= {each.at for each in world.mines.values()}


@pytest.mark.rule("panzer:7.31.1", "panzer:6.1.4.3.8")
def test_a_field_whose_ends_are_known_is_guessed_to_hang_together() -> None:
    table = Table.new("panzer", "causeway", seed=1)
    while table.decisions[0].prompt != "lay-mines":
        table.choose(StaffPlayer(1).choose(View(table.game, table.decisions[0].side), table.decisions[0]))
    content, laid = table.game.content, list[str]()
    while table.decisions[0].prompt == "lay-mines":
        farthest = max(
            sorted(offered(table.game, "hex")),
            key=lambda label: content.distance(laid[0], label) if laid else 0,  # type: ignore[attr-defined]
        )
        laid.append(farthest)
        table.choose(f"hex:{farthest}")
    assert content.distance(laid[0], laid[-1]) == 3  # type: ignore[attr-defined]
    for seed in range(5):
        world = known_world(table, {laid[0], laid[-1]}, seed)
        fields = fields_in(content, [each.at for each in world.mines.values()])  # type: ignore[arg-type]
        assert [len(field) for field in fields] == [4]


@pytest.mark.rule("panzer:7.31.1")
def test_a_staff_puts_its_works_on_the_map_and_lays_its_mines() -> None:
    table = Table.new("panzer", "causeway", seed=1)
    while table.decisions[0].prompt != "set-up":
        decision = table.decisions[0]
        table.choose(StaffPlayer(1).choose(View(table.game, decision.side), decision), decision.side)
    state = state_of(table)
    assert sorted(work.kind for work in state.works.values()) == ["block", "block"]
    assert {(each.kind, each.against, each.side) for each in state.mines.values()} == {(HASTY, "vehicles", "german")}
    assert len(fields_in(table.game.content, [each.at for each in state.mines.values()])) == 1  # type: ignore[arg-type]
