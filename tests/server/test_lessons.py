"""Lessons on the server: begun with one call, followed choice by choice, and kept out of the list of games."""

from __future__ import annotations

from pathlib import Path

from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Client, Server, serving

FIRST = {"title": "primer", "lesson": "1-march"}


def begin(server: Server, lesson: dict[str, str]) -> dict[str, str]:
    answer = server.http.post("/api/lessons", json=lesson)
    assert answer.status_code == 201, answer.text
    keys = answer.json()
    return {"table": keys["table"], "token": keys["tokens"]["blue"], "spectator": keys["spectator"]}


def learner(server: Server, lesson: dict[str, str]) -> Client:
    keys = begin(server, lesson)
    return server.sit(keys["table"], keys["token"])


def test_a_title_lists_its_lessons_in_either_language(local: Server) -> None:
    for lang, name in (("en", "Your first march"), ("ja", "はじめての行軍")):
        (primer, *_) = local.http.get("/api/titles", params={"lang": lang}).json()
        assert (primer["lessons"][0]["id"], primer["lessons"][0]["name"]) == ("1-march", name)


def test_a_learner_is_led_from_pick_to_pick(local: Server) -> None:
    with learner(local, FIRST) as client:
        sheet = client.welcome["lesson"]
        assert (sheet["number"], sheet["next"]) == (1, "2-stack")
        assert client.position["lesson"] == {"step": 1, "next": "unit:b1", "strayed": False}
        client.choose("unit:b1")
        assert client.position["lesson"] == {"step": 2, "next": "hex:0605", "strayed": False}
        client.choose("hex:0505")
        assert client.position["lesson"] == {"step": 2, "next": "", "strayed": True}
        client.act("undo")
        client.hear_until(lambda: not client.position["lesson"]["strayed"])
        client.choose("hex:0605")
        assert client.position["lesson"]["next"] == "do:done"
        client.choose("do:done")
        client.hear_until(lambda: client.position["lesson"]["step"] == len(sheet["steps"]))


def test_the_other_side_plays_as_the_lesson_says(local: Server) -> None:
    with learner(local, {"title": "primer", "lesson": "4-fire"}) as client:
        client.hear_until(lambda: client.position["question"] is not None)
        assert client.options == ["unit:b1", "do:pass"]
        assert client.log[-1]["text"] == "Red 1 moves to 0805"


def test_a_lesson_outlives_the_server(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", limits=NO_LIMITS, pause=0)
    with serving(settings) as before:
        keys = begin(before, FIRST)
        with before.sit(keys["table"], keys["token"]) as client:
            client.choose("unit:b1")
            reached = client.position["lesson"]
    with serving(settings) as after, after.sit(keys["table"], keys["token"]) as client:
        assert client.position["lesson"] == reached == {"step": 2, "next": "hex:0605", "strayed": False}


def test_only_who_learns_is_taught(local: Server) -> None:
    keys = begin(local, FIRST)
    with local.sit(keys["table"], keys["spectator"]) as onlooker:
        assert onlooker.welcome["lesson"] is None
        assert onlooker.position["lesson"] is None


def test_lessons_are_not_among_the_games(local: Server) -> None:
    keys = begin(local, FIRST)
    headers = {"Authorization": f"Bearer {keys['token']}"}
    listed = [card["id"] for card in local.http.get("/api/tables", headers=headers).json()]
    assert keys["table"] not in listed


def test_a_lesson_that_does_not_exist_is_refused(local: Server) -> None:
    answer = local.http.post("/api/lessons", json={"title": "primer", "lesson": "99"})
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-lesson")


def test_an_ordinary_game_teaches_nothing(local: Server) -> None:
    keys = local.new_table()
    with local.sit(keys["table"], keys["tokens"]["blue"]) as client:
        assert client.welcome["lesson"] is None
        assert client.position["lesson"] is None
