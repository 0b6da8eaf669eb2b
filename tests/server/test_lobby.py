"""The calls about titles, and what surrounds every call."""

from __future__ import annotations

import pytest

from server.harness import Server

TERRAIN = "/api/titles/primer/scenarios/bridge/terrain.svg"


def test_titles_are_listed_in_both_languages(local: Server) -> None:
    english, japanese = (local.http.get(f"/api/titles?lang={lang}").json() for lang in ("en", "ja"))
    card = next(card for card in english if card["id"] == "primer")
    assert card["tutorial"]
    assert {"random", "greedy"} <= set(card["bots"])
    assert [side["id"] for side in card["scenarios"][0]["sides"]] == ["blue", "red"]
    assert card["scenarios"][0]["name"] == "The Bridge at Holm"
    assert next(card for card in japanese if card["id"] == "primer")["scenarios"][0]["name"] == "ホルムの橋"


def test_a_map_is_drawn_once_and_then_known_by_its_tag(local: Server) -> None:
    first = local.http.get(TERRAIN)
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert 'id="hex-0905"' in first.text
    again = local.http.get(TERRAIN, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "immutable" in local.http.get(f"{TERRAIN}?v=1").headers["cache-control"]
    assert local.http.get(f"{TERRAIN}?lang=ja").text != first.text


def test_the_picture_of_the_set_up_gives_nothing_away(local: Server) -> None:
    drawn = local.http.get("/api/titles/primer/scenarios/bridge/picture.svg").text
    assert 'id="unit-b1"' in drawn
    assert "hidden-0804-0" in drawn
    assert 'id="unit-r1"' not in drawn


def test_a_rule_is_told_in_short(local: Server) -> None:
    rule = local.http.get("/api/titles/primer/rules/6.1").json()
    assert rule["id"] == "6.1"
    assert rule["title"]
    assert rule["summary"]
    assert rule["note"] == ""


def test_a_rule_that_the_booklet_only_refers_to_says_how_sure_it_is(local: Server) -> None:
    told = {rule["id"]: rule["note"] for rule in local.http.get("/api/titles/rileys_road/rules").json()}
    assert "fairly certain" in told["A22.1"]
    assert told["A.1"] == ""
    assert "ほぼ確か" in local.http.get("/api/titles/rileys_road/rules/A22.1?lang=ja").json()["note"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/titles?lang=fr", 400, "bad-language"),
        ("/api/titles/nothing/rules/1", 404, "no-such-title"),
        ("/api/titles/primer/rules/99.9", 404, "no-such-rule"),
        ("/api/titles/primer/scenarios/nowhere/terrain.svg", 404, "no-such-scenario"),
        ("/api/nothing", 404, "no-such-call"),
        ("/api/tables/nothing/save", 404, "no-such-table"),
    ],
)
def test_what_does_not_exist_is_said_plainly(local: Server, path: str, status: int, code: str) -> None:
    answer = local.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


def test_every_answer_carries_security_headers(local: Server) -> None:
    for path in ("/", "/api/titles", "/api/nothing"):
        headers = local.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self'" in policy
        assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
        assert "access-control-allow-origin" not in headers


def test_the_description_names_every_call(local: Server) -> None:
    described = local.http.get("/api/openapi.json").json()
    assert described["openapi"] == "3.1.0"
    assert set(described["paths"]["/api/tables"]) == {"get", "post"}
    assert "NewTable" in described["components"]["schemas"]
    assert "/api/tables/{table}/save" in local.http.get("/api/docs").text
