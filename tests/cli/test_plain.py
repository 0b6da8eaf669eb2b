"""The game line by line, as a script plays it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from sandtable.cli.plain import PlainGame
from sandtable.cli.session import Session
from sandtable.kernel import Table, title, titles
from sandtable.players import player

from .conftest import SCENARIO, TITLE, Run

TERMINAL = {**os.environ, "TERM": "xterm-256color"}


def test_without_a_title_the_tutorial_is_played(run: Run) -> None:
    (tutorial,) = [title_id for title_id in titles() if title(title_id).tutorial]
    assert run("play", "--seed", 1, stdin="quit\n").out == run("play", tutorial, "--seed", 1, stdin="quit\n").out


def test_without_a_tutorial_a_title_must_be_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for title_id in titles():
        monkeypatch.setattr(type(title(title_id)), "tutorial", False)
    outcome = run("play")
    assert (outcome.code, "no tutorial is installed; name a title" in outcome.err) == (2, True)


def test_options_are_numbered_and_chosen_by_number_or_id(run: Run) -> None:
    shown = run("play", TITLE, "--seed", 1, stdin="2\nunit:b1\nquit\n").out
    assert "   2  order:assault" in shown
    assert "Blue has ordered: Assault" in shown
    assert "Where does Blue 1 go?" in shown


def test_undo_asks_again_and_redo_goes_on(run: Run) -> None:
    shown = run("play", TITLE, "--seed", 1, stdin="1\nunit:b1\nundo\nredo\nquit\n").out
    prompts = [line for line in shown.splitlines() if line.startswith("Blue: ")]
    assert prompts[1:] == [
        "Blue: Pick a counter to move [3.1]",
        "Blue: Where does Blue 1 go? [3.1]",
        "Blue: Pick a counter to move [3.1]",
        "Blue: Where does Blue 1 go? [3.1]",
    ]


def test_nothing_to_undo_is_said(run: Run) -> None:
    assert "nothing can be taken back" in run("play", TITLE, "--seed", 1, stdin="undo\nquit\n").out


def test_an_illegal_choice_is_refused_with_the_reason(run: Run) -> None:
    outcome = run("play", TITLE, "--seed", 1, stdin="do:nonsense\nquit\n")
    assert outcome.code == 0
    assert "do:nonsense cannot be chosen" in outcome.out


@pytest.mark.parametrize("answer", ["99", "nonsense", "helpp"])
def test_an_answer_that_is_nothing_is_told_where_help_is(run: Run, answer: str) -> None:
    shown = run("play", TITLE, "--seed", 1, stdin=f"{answer}\nquit\n").out
    assert f"{answer}: neither a number of the list, nor an id, nor a command. help tells" in shown


def test_a_question_mark_asks_for_help(run: Run) -> None:
    shown = run("play", TITLE, "--seed", 1, stdin="?\nq\nhelp\n").out
    assert shown.count("a number or an id: choose") == 1, "what comes after q is not read"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("odds 1", "These odds are"),
        ("odds order:march", "These odds are"),
        ("hint", "The computer would choose: "),
        ("why hex:0101", "first this is to be answered: Choose your order"),
        ("why order:march", "this can be chosen now"),
        ("rule 3.1", "Each counter may move once"),
        ("rule 99.9", "There is no rule 99.9."),
        ("help", "undo, redo"),
    ],
)
def test_questions_are_answered_and_change_nothing(run: Run, command: str, answer: str) -> None:
    shown = run("play", TITLE, "--seed", 1, stdin=f"{command}\nquit\n").out
    assert answer in shown
    assert shown.count("Blue: Choose your order") == 2


def test_a_saved_game_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    assert f"saved as {path}" in run("play", TITLE, "--seed", 1, stdin=f"1\nunit:b1\nsave {path}\nquit\n").out
    shown = run("play", "--load", path, stdin="quit\n").out
    assert "Where does Blue 1 go?" in shown


def test_a_folder_that_is_not_there_is_said(run: Run, tmp_path: Path) -> None:
    shown = run("play", TITLE, "--seed", 1, stdin=f"save {tmp_path / 'no' / 'game'}\nquit\n").out
    assert "cannot be written" in shown


def test_a_whole_game_against_a_bot_ends_with_its_result(run: Run) -> None:
    shown = run("play", TITLE, "--scenario", SCENARIO, "--bot", "random", "--seed", 4, stdin="1\n" * 3000).out
    assert shown.splitlines()[-1].startswith("The game is over: ")


def test_the_end_of_the_script_ends_the_program(run: Run) -> None:
    assert run("play", TITLE, "--seed", 1, stdin="").code == 0


def test_a_hot_seat_asks_every_side(run: Run) -> None:
    shown = run("play", TITLE, "--hot-seat", "--seed", 1, stdin="1\n1\nquit\n").out
    assert "Blue: Choose your order" in shown
    assert "Red: Choose your order" in shown


def test_a_player_may_take_the_other_side(run: Run) -> None:
    shown = run("play", TITLE, "--side", "red", "--bot", "random", "--seed", 1, stdin="quit\n").out
    assert "Red: Choose your order" in shown
    assert "Blue: " not in shown


def test_the_game_speaks_japanese(run: Run) -> None:
    shown = run("play", TITLE, "--lang", "ja", "--seed", 1, stdin="help\nquit\n").out
    assert "番号または ID" in shown


def test_nobody_sees_an_event_that_is_not_for_them() -> None:
    table = Table.new(TITLE, "bridge", seed=3)
    session = Session(table, {"red": player("random", 1, table.title)}, "en")
    told: list[str] = []
    answers = random.Random(2)
    while not session.over:
        side = session.bot_to_move()
        if side is not None:
            table.choose(session.bot_choice(side), side)
        else:
            assert session.decision is not None
            session.choose(answers.choice(session.decision.ids))
    assert any(event.seen_by == ("red",) for event in table.events)
    PlainGame(session, say=told.append).run()
    secret = {session.texts.event(event) for event in table.events if not event.visible_to("blue")}
    shown = {session.texts.event(event) for event in table.events if event.visible_to("blue")}
    assert not any(line.startswith(sentence) for line in told for sentence in secret - shown)


def test_a_terminal_gets_the_full_screen(tmp_path: Path) -> None:
    keyboard, screen = pty.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    program = f"from sandtable.cli.main import app; app(['play', '{TITLE}', '--seed', '1'])"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=screen, stdout=screen, stderr=screen, cwd=tmp_path, env=TERMINAL
    )
    os.close(screen)
    shown, deadline = b"", time.monotonic() + 20
    while process.poll() is None and time.monotonic() < deadline:
        if select.select([keyboard], [], [], 0.2)[0]:
            with contextlib.suppress(OSError):
                shown += os.read(keyboard, 65536)
        elif b"\x1b[?1049h" in shown:
            os.write(keyboard, b"q")
    process.kill()
    os.close(keyboard)
    assert process.wait() == 0
    assert b"\x1b[?1049h" in shown
