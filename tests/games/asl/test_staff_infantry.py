"""How the staff moves and fires with men."""

from __future__ import annotations

import msgspec

from games.asl.fields import meadow
from games.asl.position import Last, ca, de, position
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.attack import Attack
from sandtable.games.asl.fire.fire_phase import pieces_named
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import Move
from sandtable.games.asl.scenario import Controls, Points, Victory
from sandtable.games.asl.staff import answers, infantry
from sandtable.games.asl.staff.danger import exposure
from sandtable.games.asl.staff.routes import ways
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import Barrage, Battery, Mines
from sandtable.kernel import Decision, Option


def test_woods_cover_and_those_who_creep_risk_less_than_those_who_walk() -> None:
    game = position(units={"c": ca("F6"), "d": de("F10")}, on=meadow({"G8": "woods"}), phase="movement")
    situation = Situation(game, "canadian")
    walk, creep = (exposure(situation, "F8", manner) for manner in ("walk", "assault"))
    assert walk > creep > exposure(situation, "F8", "still") > 0
    assert exposure(situation, "G8", "walk") < walk


def test_a_hex_is_reached_by_the_safer_of_two_ways() -> None:
    units = {"c": ca("F6"), "d": de("F12")}
    game = position(units=units, on=meadow(), phase="movement", residual={"F7": 8})
    found = [way for way in ways(Situation(game, "canadian"), Move(units=("c",))) if way.end == "F8"]
    assert found[0].first != "F7"


def test_the_staff_does_not_fire_into_a_melee_of_its_own_men() -> None:
    units = {"c": ca("F6"), "mine": ca("F8"), "d": de("F8")}
    game = position(units=units, on=meadow(), phase="prep-fire", melees={"F8": "normal"})
    situation = Situation(game, "canadian")
    assert situation.worth(Attack(pieces_named(game, ("c",)), (), "F8")) < 0


def won_by(on: Content, **victory: object) -> Content:
    """The same map, with other things for the Canadians to achieve."""
    wanted = Victory(side="canadian", text={}, **victory)  # type: ignore[arg-type]
    on.scenario = msgspec.structs.replace(on.scenario, victory=wanted)
    return on


def test_defenders_press_when_the_enemy_has_the_points_that_he_needs() -> None:
    points = Points(needed=2, hexes={"F8": 2, "F14": 1})

    def presses(held: dict[str, str]) -> dict[str, bool]:
        game = position(units={"d": de("F14")}, on=won_by(meadow(), points=points), held=held)
        return {side: Situation(game, side).presses for side in ("canadian", "german")}

    assert presses({"F8": "german", "F14": "german"}) == {"canadian": True, "german": False}
    assert presses({"F8": "canadian", "F14": "german"}) == {"canadian": False, "german": True}


def test_defenders_keep_what_they_hold_and_leave_what_is_lost() -> None:
    on = won_by(meadow(), points=Points(needed=3, hexes={"F4": 1, "F14": 2}))
    game = position(units={"d": de("F14"), "c": ca("F4")}, on=on, held={"F4": "canadian", "F14": "german"})
    assert Situation(game, "german").goals == ["F14"]
    assert Situation(game, "canadian").goals == ["F14"]


def test_a_defender_near_the_goal_does_not_leave_his_position_for_it() -> None:
    on = won_by(meadow({"F12": "woods"}), controls=Controls(1, ("F14",)))
    game = position(units={"d": de("F12"), "e": de("F14"), "c": ca("F3")}, on=on, active="german", turn=1)
    game.state.held["F14"] = "german"
    assert not infantry.goes(Situation(game, "german"), "d")


def fires(far: str, **facts: bool) -> str | None:
    """What a German squad d in F10, in defence of it, answers in Defensive Fire when a squad c is somewhere."""
    on = won_by(meadow({"F10": "woods"}), controls=Controls(1, ("F10",)))
    game = position(units={"d": de("F10", **facts), "c": ca(far)}, on=on, phase="defensive-fire", turn=1)
    game.state.held["F10"] = "german"
    fire = Decision("german", "defensive-fire", "A3.4", (Option("unit:d"), Option("do:done")))
    return answers.who_fires(Situation(game, "german"), fire)


def test_hidden_men_let_poor_targets_pass() -> None:
    assert fires("F6") == "unit:d"
    assert fires("F6", hidden=True, concealed=True) == "do:done"
    assert fires("F9", hidden=True, concealed=True) == "unit:d"


def test_hidden_defenders_do_not_move() -> None:
    def moves(**facts: bool) -> bool:
        on = won_by(meadow({"F14": "woods"}), controls=Controls(1, ("F14",)))
        units = {"d": de("F8", **facts), "e": de("F14"), "c": ca("F3")}
        game = position(units=units, on=on, active="german", turn=1, held={"F14": "german"})
        return infantry.goes(Situation(game, "german"), "d")

    assert moves()
    assert not moves(hidden=True, concealed=True)


def test_of_a_junction_what_is_still_lacking_around_it_is_wanted() -> None:
    on = won_by(meadow(), points=Points(needed=1, hexes={"F8": 1}))
    on.scenario = msgspec.structs.replace(on.scenario, junctions=("F8",))
    held = {"F8": "canadian", "F7": "canadian", **dict.fromkeys(("G8", "G9", "F9", "E9", "E8"), "german")}
    game = position(units={"c": ca("F8"), "d": de("F18")}, on=on, held=held, held_junctions={"F8": "german"})
    situation = Situation(game, "canadian")
    assert set(situation.goals) == set(on.adjacent["F8"]) - {"F7"}
    assert not infantry.holds(situation, "c")


def shelled(**facts: object) -> Situation:
    on = won_by(meadow({"F6": "woods"}), controls=Controls(1, ("F14",)))
    return Situation(position(units={"c": ca("F3")}, on=on, phase="movement", turn=1, **facts), "canadian")


def test_men_go_round_fire_for_effect_and_do_not_stay_beneath_it() -> None:
    fire = Battery(side="german", kind="de-oba-mtr81", mission="effect", at="F6", shell="he", stage=1)
    situation = shelled(batteries={"x": fire})
    assert exposure(situation, "F5", "walk") > exposure(situation, "F5", "still") > 0
    assert exposure(situation, "F4", "walk") == 0
    way, _ = infantry.plan(situation, Move(units=("c",)))
    assert situation.content.distance(way.end, "F6") > 1


def test_men_go_round_mines_that_they_know_of() -> None:
    def onto(**facts: bool) -> float:
        situation = shelled(mines={"F4": Mines("german", ap=6, **facts)})
        return next(way.risk for way in ways(situation, Move(units=("c",))) if way.end == "F4")

    assert onto(known=True) > onto() == 0


def test_the_nearest_leader_goes_to_broken_men_and_is_not_taken_on() -> None:
    units = {
        "b": ca("F3", broken=True), "c": ca("F6"), "l": ca("F6", "ca-l81"), "far": ca("F16", "ca-l80"),
        "d": de("F18"),
    }  # fmt: skip
    on = won_by(meadow({"F3": "woods"}), controls=Controls(1, ("F18",)))
    situation = Situation(position(units=units, on=on, phase="movement", turn=1, held={"F18": "german"}), "canadian")
    assert infantry.errands(situation) == {"l": "F3"}
    way, gain = infantry.plan(situation, Move(units=("l",)))
    assert (way.end, gain > 0) == ("F3", True)
    pick = Decision("canadian", "move-to", "A4.2", (Option("unit:l"), Option("do:done")), {"unit": "c"})
    assert infantry._joins(situation, pick, Move(units=("c",))) is None


def test_a_barrage_is_feared_where_it_will_be_by_those_who_stay() -> None:
    def feared(side: str) -> set[str]:
        line = Barrage(side, at="F8", placed=True)
        situation = shelled(barrages={"b": line})
        assert exposure(situation, "F8", "walk") > 0
        return {hex_ for hex_ in ("F8", "F9", "F10", "F11") if exposure(situation, hex_, "still") > 0}

    assert feared("canadian") == {"F8"}
    assert len(feared("german")) == 1
    assert feared("german") != {"F8"}


def test_of_too_many_in_a_location_the_staff_sends_one_on() -> None:
    units = {f"c{n}": ca("F6", broken=n < 3) for n in range(4)}
    on = won_by(meadow({"F6": "woods"}), points=Points(needed=2, hexes={"F6": 2}))
    game = position(units=units, on=on, phase="advance")
    game.stack.extend((Last(), AdvancePhase(side="canadian")))
    game.advance()
    game.choose("unit:c3")
    chosen = infantry.advance_to(Situation(game, "canadian"), game.decisions[0])
    assert chosen is not None
    assert chosen.startswith("hex:")
