"""The peers of random play: whole games at random on other engines, driven from Python like ours."""

from __future__ import annotations

import importlib.util
import random

import chess

from sandtable.cli.measuring import Peer, Work

_OPENSPIEL = {"OpenSpiel chess": "chess", "OpenSpiel rummy": "gin_rummy"}


def peers_of_play() -> tuple[Peer, ...]:
    """python-chess, and chess and gin rummy of OpenSpiel, written in C++, where it is installed."""
    peers = [Peer("python-chess", _chess())]
    if importlib.util.find_spec("pyspiel") is not None:
        peers += [Peer(name, _openspiel(game)) for name, game in _OPENSPIEL.items()]
    return tuple(peers)


def _chess() -> Work:
    rng = random.Random(3)

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


def _openspiel(name: str) -> Work:
    """A game of OpenSpiel; what chance decides does not count as a decision."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(3)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play
