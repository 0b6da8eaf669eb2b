"""Who is at a table: told to everybody there when somebody comes or goes."""

from __future__ import annotations

from server.harness import Server


def test_everybody_is_told_who_comes_and_goes(shared: Server) -> None:
    keys = shared.new_table()
    tokens = keys["tokens"]
    with shared.sit(keys["table"], tokens["blue"]) as blue:
        blue.hear_until(lambda: bool(blue.presence))
        assert (blue.presence["here"], blue.presence["watching"]) == ({"blue": "blue"}, 0)
        with shared.sit(keys["table"], tokens["red"]) as red, shared.sit(keys["table"], keys["spectator"]):
            blue.hear_until(lambda: blue.presence["watching"] == 1)
            assert blue.presence["here"] == {"blue": "blue", "red": "red"}
            red.hear_until(lambda: red.presence.get("watching") == 1)
        blue.hear_until(lambda: blue.presence["here"] == {"blue": "blue"} and blue.presence["watching"] == 0)


def test_a_second_page_of_the_same_seat_is_not_missed_when_it_goes(shared: Server) -> None:
    keys = shared.new_table()
    tokens = keys["tokens"]
    with shared.sit(keys["table"], tokens["blue"]) as blue, shared.sit(keys["table"], tokens["red"]):
        with shared.sit(keys["table"], tokens["red"]):
            pass
        blue.hear_all(0.2)
        assert blue.presence["here"] == {"blue": "blue", "red": "red"}
