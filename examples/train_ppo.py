"""Trains a small masked-PPO agent against the random player until it beats it on both sides.

Everything is plain NumPy. Run it with `python examples/train_ppo.py --help`; it needs the extra `pettingzoo`.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sandtable.lab.pettingzoo import Environment, raw_env
from sandtable.lab.statistics import Estimate, wilson
from sandtable.render.plot import Curve, plot

Array = npt.NDArray[np.float32]

HIDDEN = 128
LEARNING_RATE = 3e-4
DISCOUNT, TRACE = 0.995, 0.95
CLIP, EPOCHS, BATCH = 0.2, 4, 256
VALUE_WEIGHT, ENTROPY_WEIGHT = 0.5, 0.01
MOST_GRADIENT = 0.5
FORBIDDEN = np.float32(-1e9)
TEST_SEED = 2**31
"""The games to measure by have seeds from here on, those to learn from have lower ones."""


class Network:
    """Two layers of neurons, from which one head makes a policy and another the value of the position."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def layer(rows: int, columns: int, gain: float) -> Array:
            return (rng.standard_normal((rows, columns)) * gain / math.sqrt(rows)).astype(np.float32)

        self.weights = {
            "first": layer(inputs, HIDDEN, 1.0),
            "second": layer(HIDDEN, HIDDEN, 1.0),
            "policy": layer(HIDDEN, actions, 0.01),
            "value": layer(HIDDEN, 1, 1.0),
        }
        self.weights |= {f"{name} bias": np.zeros(w.shape[1], np.float32) for name, w in self.weights.items()}
        self._means = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._squares = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def _layer(self, name: str, inputs: Array) -> Array:
        return inputs @ self.weights[name] + self.weights[f"{name} bias"]

    def forward(self, seen: Array, mask: npt.NDArray[np.int8]) -> tuple[Array, Array, tuple[Array, Array]]:
        """The log of the probability of each action, the value, and what the neurons said on the way."""
        first = np.tanh(self._layer("first", seen))
        second = np.tanh(self._layer("second", first))
        logits = np.where(mask == 1, self._layer("policy", second), FORBIDDEN)
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logs, self._layer("value", second)[:, 0], (first, second)

    def learn(self, seen: Array, neurons: tuple[Array, Array], logits: Array, values: Array) -> None:
        """One step of Adam down the gradient, given the derivatives of the loss by logits and values."""
        first, second = neurons
        by_second = (logits @ self.weights["policy"].T + values[:, None] @ self.weights["value"].T) * (1 - second**2)
        by_first = (by_second @ self.weights["second"].T) * (1 - first**2)
        inputs = {"first": seen, "second": first, "policy": second, "value": second}
        errors = {"first": by_first, "second": by_second, "policy": logits, "value": values[:, None]}
        gradients = {name: inputs[name].T @ errors[name] for name in inputs}
        gradients |= {f"{name} bias": errors[name].sum(axis=0) for name in inputs}
        length = math.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values()))
        self._descend(gradients, min(1.0, MOST_GRADIENT / (length + 1e-8)))

    def _descend(self, gradients: dict[str, Array], scale: float) -> None:
        self._steps += 1
        rate = LEARNING_RATE * math.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for name, gradient in gradients.items():
            mean, square, scaled = self._means[name], self._squares[name], gradient * np.float32(scale)
            mean += np.float32(0.1) * (scaled - mean)
            square += np.float32(0.001) * (scaled**2 - square)
            self.weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-5))


@dataclass
class Memory:
    """What the learner saw, did and got for it, over some games."""

    seen: list[Array] = field(default_factory=list)
    masks: list[npt.NDArray[np.int8]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    logs: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    advantages: list[float] = field(default_factory=list)

    def judge(self, rewards: list[float]) -> None:
        """Generalised advantages of the actions of a game that has just ended, with what followed on each."""
        values = [*self.values[len(self.values) - len(rewards) :], 0.0]
        advantage, found = 0.0, []
        for step in range(len(rewards) - 1, -1, -1):
            surprise = rewards[step] + DISCOUNT * values[step + 1] - values[step]
            advantage = surprise + DISCOUNT * TRACE * advantage
            found.append(advantage)
        self.advantages += reversed(found)


def play(
    env: Environment, network: Network, learner: str, seed: int, rng: np.random.Generator, memory: Memory | None = None
) -> float:
    """One game between the network and a player that chooses at random; what it is worth to the network.

    With a memory the network tries things out and remembers them, without one it does what it thinks best.
    """
    env.reset(seed)
    rewards: list[float] = []
    for side in env.agent_iter():
        _, reward, ended, cut_off, info = env.last(observe=False)
        if side == learner and rewards:
            rewards[-1] = reward
        if ended or cut_off:
            env.step(None)
        elif side != learner:
            env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        else:
            rewards.append(0.0)
            env.step(_decide(env.observe(side), network, rng, memory))
    if memory is not None:
        memory.judge(rewards)
    result = env.match.game.state.result
    return 0.5 if result is None or result.winner is None else float(result.winner == learner)


def _decide(
    observed: dict[str, npt.NDArray[np.generic]], network: Network, rng: np.random.Generator, memory: Memory | None
) -> int:
    seen, mask = observed["observation"].astype(np.float32), observed["action_mask"].astype(np.int8)
    logs, value, _ = network.forward(seen[None], mask[None])
    if memory is None:
        return int(logs[0].argmax())
    chances = np.exp(logs[0].astype(np.float64))
    action = int(rng.choice(len(chances), p=chances / chances.sum()))
    memory.seen.append(seen)
    memory.masks.append(mask)
    memory.actions.append(action)
    memory.logs.append(float(logs[0, action]))
    memory.values.append(float(value[0]))
    return action


def improve(network: Network, memory: Memory, rng: np.random.Generator) -> None:
    """The PPO update: several passes over what was remembered, none of them straying far from the old policy."""
    seen, masks = np.array(memory.seen), np.array(memory.masks)
    actions, old_logs = np.array(memory.actions), np.array(memory.logs, np.float32)
    advantages = np.array(memory.advantages, np.float32)
    targets = advantages + np.array(memory.values, np.float32)
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        order = rng.permutation(len(actions))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            logs, values, neurons = network.forward(seen[rows], masks[rows])
            logits = _policy_slope(logs, actions[rows], old_logs[rows], advantages[rows])
            slope = VALUE_WEIGHT * (values - targets[rows]) / len(rows)
            network.learn(seen[rows], neurons, logits, slope.astype(np.float32))


def _policy_slope(logs: Array, actions: npt.NDArray[np.int64], old_logs: Array, advantages: Array) -> Array:
    """The derivative of the clipped loss, less the bonus for variety, by the logits."""
    chances = np.exp(logs)
    rows = np.arange(len(actions))
    ratio = np.exp(logs[rows, actions] - old_logs)
    clipped = ((advantages > 0) & (ratio > 1 + CLIP)) | ((advantages < 0) & (ratio < 1 - CLIP))
    weight = np.where(clipped, 0.0, -advantages * ratio).astype(np.float32)
    slope = -chances * weight[:, None]
    slope[rows, actions] += weight
    finite = np.where(chances > 0, logs, 0.0)
    entropy = -(chances * finite).sum(axis=1, keepdims=True)
    slope += ENTROPY_WEIGHT * chances * (finite + entropy)
    found: Array = (slope / len(actions)).astype(np.float32)
    return found


def wins(env: Environment, network: Network, games: int, seed: int) -> Estimate:
    """The share of games won against the random player, as many on each side; a draw counts half."""
    rng = np.random.default_rng(seed)
    sides = env.possible_agents
    return wilson(sum(play(env, network, sides[n % len(sides)], seed + n, rng) for n in range(games)), games)


def train(arguments: argparse.Namespace) -> list[tuple[int, float]]:
    """The curve: how many games were played for training, and the share won against the random player then."""
    rng = np.random.default_rng(arguments.seed)
    env = raw_env(arguments.title, arguments.scenario, rewards="shaped")
    network = Network(env.match.observations.size, env.match.actions.size, rng)
    curve: list[tuple[int, float]] = []
    started, steps = time.perf_counter(), 0
    for iteration in range(arguments.iterations + 1):
        games = iteration * arguments.games
        share = wins(env, network, arguments.test_games, TEST_SEED)
        curve.append((games, share.value))
        print(
            f"{games:6} games {steps:7} decisions {time.perf_counter() - started:5.0f} s  "
            f"wins {share.value:6.1%} ({share.low:.1%} to {share.high:.1%})",
            flush=True,
        )
        if share.low >= arguments.goal:
            break
        memory = Memory()
        for number in range(arguments.games):
            learner = env.possible_agents[number % len(env.possible_agents)]
            play(env, network, learner, int(rng.integers(TEST_SEED)), rng, memory)
        steps += len(memory.actions)
        improve(network, memory, rng)
    share = wins(env, network, 2 * arguments.test_games, TEST_SEED + arguments.test_games)
    print(f"in {2 * arguments.test_games} fresh games: wins {share.value:.1%} ({share.low:.1%} to {share.high:.1%})")
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", default="primer")
    parser.add_argument("--scenario", help="the first of the title, unless given")
    parser.add_argument("--iterations", type=int, default=60, help="how often to learn, at most")
    parser.add_argument("--games", type=int, default=48, help="games between two lessons")
    parser.add_argument("--test-games", type=int, default=200, help="games to measure by")
    parser.add_argument("--goal", type=float, default=0.75, help="stop when sure to win this share of games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="where to draw the curve, as SVG")
    arguments = parser.parse_args()
    curve = train(arguments)
    if arguments.plot is not None:
        drawn = tuple((games, round(100 * rate)) for games, rate in curve)
        even = tuple((games, 50) for games, _ in curve)
        arguments.plot.write_text(
            plot([Curve("wins, %", "#2f5d8a", drawn), Curve("even", "#c0392b", even)]), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
