"""What a player has at hand: the briefing, the charts, the course of a turn, and all rules."""

from __future__ import annotations

import pytest

from sandtable.kernel import Table, titles
from sandtable.kernel import title as title_of
from server.harness import Server

SCENARIOS = {title_id: title_of(title_id).scenario(None).id for title_id in titles()}


@pytest.mark.parametrize("title", SCENARIOS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_title_has_its_book(local: Server, title: str, lang: str) -> None:
    book = local.http.get(f"/api/titles/{title}/scenarios/{SCENARIOS[title]}/book?lang={lang}").json()
    assert book["description"]
    assert "terrain" in {chart["id"] for chart in book["charts"]}
    assert len(book["charts"]) > 1
    for chart in book["charts"]:
        assert {len(row["cells"]) for row in chart["rows"]} == {len(chart["columns"])}
    rules = {rule["id"] for rule in local.http.get(f"/api/titles/{title}/rules?lang={lang}").json()}
    assert {chart["rule"] for chart in book["charts"]} | {phase["rule"] for phase in book["track"]} <= rules


def test_the_optional_rules_in_force_count(local: Server) -> None:
    found = local.http.get("/api/titles/primer/scenarios/bridge/book?options=no-such-rule")
    assert found.status_code == 404


@pytest.mark.parametrize("title", SCENARIOS)
def test_a_game_stands_in_a_phase_of_its_track(title: str) -> None:
    table = Table.new(title, SCENARIOS[title], seed=1)
    known = {phase.id for phase in table.title.track(table.game.content, "en")}  # type: ignore[attr-defined]
    met = set()
    for step in range(150):
        if table.result is not None:
            break
        met.add(table.title.phase(table.game))  # type: ignore[attr-defined]
        decision = table.decisions[0]
        goes_on = step % 10 and decision.find(decision.done) is not None
        table.choose(decision.done if goes_on else decision.ids[0], decision.side)
    assert len(met & known) >= 2
    assert met <= known | {""}
