"""Questions whose answers could rest on what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.primer.state import UNKNOWN, State
from sandtable.kernel import Game, Line, Preview, Refusal, Table
from sandtable.mechanics.inspection import Fact
from sandtable.server import asking
from sandtable.server.match import WORLDS, Match
from sandtable.server.problems import Refused


class World:
    """A made-up world that answers what it is told to."""

    def __init__(self, preview: Preview | None = None, refusal: Refusal | None = None) -> None:
        self._preview, self._refusal = preview, refusal

    def preview(self, option: str, side: str) -> Preview | None:
        return self._preview

    def explain(self, option: str, side: str) -> Refusal | None:
        if self._refusal is None:
            raise KeyError(option)
        return self._refusal


@pytest.fixture
def match() -> Match:
    return Match(Table.new("primer", "bridge", seed=1))


def guess(monkeypatch: pytest.MonkeyPatch, *worlds: World) -> None:
    monkeypatch.setattr(Match, "worlds", lambda match, side: list(worlds))


def test_a_preview_holds_only_what_all_worlds_agree_on(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    known, weak, strong = Line("attack", "4"), Line("defence", "1"), Line("defence", "6")
    guess(monkeypatch, World(Preview(("0101",), (known, weak))), World(Preview(("0102",), (known, strong))))
    shown = asking.preview(match, "blue", "order:march", "en")
    assert shown.path == ()
    assert [line.value for line in shown.lines] == ["4"]


def test_a_reason_that_worlds_disagree_on_is_not_given(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    guns, dummy = Refusal("refused.no-guns", "4.1"), Refusal("refused.no-attack", "5.1")
    guess(monkeypatch, World(refusal=guns), World(refusal=guns))
    assert match.refusal("blue", "unit:r1") == guns
    guess(monkeypatch, World(refusal=guns), World(refusal=dummy))
    assert match.refusal("blue", "unit:r1").reason == "refused.hidden"


def test_a_click_is_refused_with_the_reason_of_what_it_may_have_meant(match: Match) -> None:
    match.table.choose("order:march", "blue")
    match.table.choose("order:hold", "red")
    match.table.choose("unit:b4", "blue")
    own, counter = "hex:0306", "unit:hidden-0804-0"
    assert asking.why(match, "blue", (counter, "hex:0804"), "en").reason.startswith("0804")
    assert asking.why(match, "blue", ("hex:nowhere", own), "en").reason == "Blue 4 is there already"
    assert asking.why(match, "blue", ("unit:b1",), "en").offered is False


def test_a_title_that_stumbles_over_nonsense_still_gets_an_answer(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess(monkeypatch, World(), World())
    assert match.refusal("blue", "unit:nonsense").reason == "refused.not-now"


def test_worlds_are_made_from_the_view(match: Match) -> None:
    worlds = match.worlds("blue")
    assert len(worlds) == WORLDS
    assert match.table.game not in worlds
    assert match.worlds("blue") is worlds
    match.act("choose", "blue", "order:hold", "key")
    assert match.worlds("blue") is not worlds


def test_where_nothing_is_hidden_one_world_will_do() -> None:
    match = Match(Table.new("gsfg", "hamburg", seed=1))
    [world] = match.worlds("nato")
    assert world is not match.table.game
    assert world.state.seed != match.table.state.seed


def test_what_there_is_to_know_of_a_hex_is_worked_out_from_the_view_of_the_asker(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []

    def inspect(game: Game[State, Any], label: str, lang: str) -> list[Fact]:
        given.append(game.state)
        return [Fact("Terrain", "clear")]

    monkeypatch.setattr(match.title, "inspect", inspect)
    assert asking.hex_facts(match, "blue", "0905", "en").facts[0].value == "clear"
    assert given == [match.view("blue").state]


def test_an_overlay_is_worked_out_from_the_view_of_the_asker(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def overlay(game: Game[State, Any], overlay_id: str, label: str, side: str) -> frozenset[str]:
        given.append((game.state, side))
        return frozenset({"0202", "0101"})

    monkeypatch.setattr(match.title, "overlay", overlay)
    assert asking.overlay(match, "blue", "zones", "").hexes == ("0101", "0202")
    [(state, side)] = given
    assert side == "blue"
    assert state is match.view("blue").state
    assert {unit.kind for unit in state.units.values() if unit.side == "red" and unit.at} == {UNKNOWN}


def test_a_seat_is_told_of_a_counter_only_what_it_may_know(match: Match) -> None:
    hidden = next(name for name, unit in match.table.state.units.items() if unit.hidden and unit.side == "red")
    seen, owned = (asking.unit_facts(match, side, hidden, "en").facts for side in ("blue", "red"))
    assert [(fact.label, fact.value, fact.rule) for fact in seen] == [("Kind", "not known", "6.1")]
    assert {"Attack strength", "Defence strength", "Movement points"} <= {fact.label for fact in owned}
    assert asking.unit_facts(match, "blue", "hidden-0804-0", "en").facts == ()


def test_the_printed_card_of_a_counter_comes_with_what_is_told_of_it() -> None:
    match = Match(Table.new("panzer", "gully", seed=1))
    told = asking.unit_facts(match, "soviet", "gA1-1", "en")
    gun, armor = told.charts
    assert [head.name for head in gun.columns] == ["P", "S", "M", "L", "E"]
    assert [row.cells for row in armor.rows] == [("18", "6")]
    assert asking.unit_facts(match, "soviet", "gA1-9", "en").charts == ()


def test_a_line_of_sight_is_told_step_by_step_and_drawn() -> None:
    match = Match(Table.new("panzer", "gully", seed=1))
    blocked, clear = (asking.sight(match, "soviet", *ends, "en") for ends in (("1A1", "1R4"), ("1A1", "1B1")))
    assert blocked.verdict.startswith("Blocked by ")
    assert "level 1, at 1" in blocked.verdict
    assert blocked.rule.startswith("4.1.4")
    assert any(step.blocks and step.rule == blocked.rule for step in blocked.steps)
    assert blocked.drawing.startswith("<svg")
    assert blocked.ends not in blocked.drawing
    assert (clear.clear, clear.rule) == (True, "")


@pytest.mark.parametrize("title", ["primer", "panzer"])
def test_every_title_that_explains_sights_does_so_in_a_game(title: str) -> None:
    scenario = {"primer": "bridge", "panzer": "gully"}[title]
    match = Match(Table.new(title, scenario, seed=1))
    assert match.title.sight_maps()
    ends = match.title.board(match.table.game.content).labels
    assert asking.sight(match, "", ends[0], ends[-1], "ja").drawing.startswith("<svg")
    with pytest.raises(Refused, match="no such hex"):
        asking.sight(match, "", ends[0], "nowhere", "en")


def test_a_title_without_sights_says_so() -> None:
    match = Match(Table.new("gsfg", "hamburg", seed=1))
    assert not match.title.sight_maps()
    ends = match.title.board(match.table.game.content).labels
    with pytest.raises(Refused, match="does not explain lines of sight"):
        asking.sight(match, "", ends[0], ends[1], "en")
