"""Looking back with the log in step, and playing on from a position at a table of its own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from sandtable.kernel import Rolled, Table, replay
from server.harness import Client, Server

MARCH, HOLD = "order:march", "order:hold"


def bearer(*tokens: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {' '.join(tokens)}"}


def study(server: Server, table: str, number: int, *tokens: str) -> Any:
    return server.http.post(f"/api/tables/{table}/study", json={"number": number}, headers=bearer(*tokens))


def test_an_earlier_position_says_how_much_of_the_log_lies_before_it(local: Server) -> None:
    keys = local.new_table()
    blue, red = (local.sit(keys["table"], keys["tokens"][side]) for side in ("blue", "red"))
    with blue, red:
        blue.choose(MARCH)
        red.choose(HOLD)
        blue.hear_until(lambda: blue.position["number"] == 2)
        seen = [blue.ask("replay", number=number, side="blue")["position"]["lines"] for number in range(3)]
        assert seen == sorted(seen)
        assert seen[-1] == len(blue.log)
        assert "order" in blue.log[seen[1]]["text"]


def test_one_plays_on_from_a_position_of_a_game_against_the_computer(local: Server) -> None:
    keys = local.new_table(red="bot")
    with local.sit(keys["table"], keys["tokens"]["blue"]) as client:
        client.choose(MARCH)
    answer = study(local, keys["table"], 0, keys["tokens"]["blue"])
    assert answer.status_code == 201
    branch = answer.json()
    assert branch["table"] != keys["table"]
    with local.sit(branch["table"], branch["tokens"]["blue"]) as client:
        assert client.welcome["seats"]["red"] == "bot"
        assert client.position["number"] == 0
        assert client.choose(HOLD)["ok"]


def save_of(server: Server, table: str, token: str, path: Path) -> Table:
    path.write_bytes(server.http.get(f"/api/tables/{table}/save", headers=bearer(token)).content)
    return Table.load(path)


def test_a_study_has_dice_of_its_own_and_the_past_of_the_game(local: Server, tmp_path: Path) -> None:
    keys = local.new_table(red="bot")
    token = keys["tokens"]["blue"]
    with local.sit(keys["table"], token) as client:
        client.choose(MARCH)
        client.hear_until(lambda: client.position["number"] == 2)
        rolled = play_until_dice(client)
    branch = study(local, keys["table"], rolled, token).json()
    game = save_of(local, keys["table"], token, tmp_path / "game")
    twin = save_of(local, branch["table"], branch["tokens"]["blue"], tmp_path / "twin")
    assert twin.entries[:rolled] == game.entries[:rolled]
    past = [event for event in game.events if isinstance(event, Rolled)][: twin.state.rolls]
    assert [event for event in twin.events if isinstance(event, Rolled)][: len(past)] == past
    assert past
    ahead = range(twin.state.rolls, twin.state.rolls + 20)
    assert [game.header.dice.faces(game.header.seed, roll, "d6", None) for roll in ahead] != [
        twin.header.dice.faces(twin.header.seed, roll, "d6", None) for roll in ahead
    ]
    *_, again = replay(tmp_path / "twin")
    assert again.hash == twin.hash


def play_until_dice(client: Client) -> int:
    """Play by lot until dice have fallen; after how many choices."""
    rng = random.Random(4)
    while not any(line["kind"] == "Rolled" for line in client.log):
        client.hear_until(lambda: client.position["question"] is not None)
        client.choose(rng.choice(client.options))
    client.hear_until(lambda: client.position["question"] is not None)
    number: int = client.position["number"]
    return number


def test_a_running_game_against_people_is_not_studied(shared: Server) -> None:
    keys = shared.new_table(red="open")
    answer = study(shared, keys["table"], 0, keys["tokens"]["blue"])
    assert (answer.status_code, answer.json()["code"]) == (403, "secret")


def test_there_is_no_study_of_what_has_not_happened(local: Server) -> None:
    keys = local.new_table(red="bot")
    assert study(local, keys["table"], 99, keys["tokens"]["blue"]).status_code == 404
