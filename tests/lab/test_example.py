"""The example under examples/: its gradient is the derivative of its loss, and it runs from end to end."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

FILE = Path(__file__).parents[2] / "examples" / "train_ppo.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_ppo", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_ppo"] = module
    spec.loader.exec_module(module)
    return module


def test_the_slope_of_the_policy_is_the_derivative_of_its_loss(example: ModuleType) -> None:
    rng = np.random.default_rng(1)
    logits = rng.normal(size=(5, 4))
    actions = np.array([0, 1, 2, 3, 1])
    advantages = np.array([1.0, -1.0, 0.5, 2.0, -0.5])
    old_logs = np.log(np.array([0.3, 0.2, 0.6, 0.01, 0.9]))

    def logs_of(values: np.ndarray) -> np.ndarray:
        return values - np.log(np.exp(values).sum(axis=1, keepdims=True))

    def loss(values: np.ndarray) -> float:
        logs = logs_of(values)
        ratio = np.exp(logs[np.arange(5), actions] - old_logs)
        clipped = np.clip(ratio, 1 - example.CLIP, 1 + example.CLIP)
        entropy = -(np.exp(logs) * logs).sum(axis=1)
        gain = np.minimum(ratio * advantages, clipped * advantages) + example.ENTROPY_WEIGHT * entropy
        return -float(gain.mean())

    slope = example._policy_slope(logs_of(logits), actions, old_logs, advantages)
    step = 1e-6
    for row, column in np.ndindex(logits.shape):
        nudge = np.zeros_like(logits)
        nudge[row, column] = step
        derivative = (loss(logits + nudge) - loss(logits - nudge)) / (2 * step)
        assert slope[row, column] == pytest.approx(derivative, abs=1e-5)


def test_forbidden_actions_are_never_chosen(example: ModuleType) -> None:
    network = example.Network(3, 6, np.random.default_rng(1))
    mask = np.array([[0, 1, 0, 0, 1, 0]], np.int8)
    logs, _, _ = network.forward(np.ones((1, 3), np.float32), mask)
    chances = np.exp(logs[0])
    assert chances[mask[0] == 0].tolist() == [0.0] * 4
    assert chances.sum() == pytest.approx(1.0)


def test_a_lesson_makes_what_was_good_likelier(example: ModuleType) -> None:
    rng = np.random.default_rng(1)
    network = example.Network(3, 2, rng)
    seen, mask = np.ones(3, np.float32), np.ones(2, np.int8)
    memory = example.Memory()
    for action in (0, 1) * 64:
        memory.seen.append(seen)
        memory.masks.append(mask)
        memory.actions.append(action)
        memory.logs.append(float(network.forward(seen[None], mask[None])[0][0, action]))
        memory.values.append(0.0)
        memory.judge([float(action == 1)])
    before = network.forward(seen[None], mask[None])[0][0, 1]
    for _ in range(5):
        example.improve(network, memory, rng)
    assert network.forward(seen[None], mask[None])[0][0, 1] > before


def test_rewards_reach_the_actions_that_led_to_them(example: ModuleType) -> None:
    memory = example.Memory(values=[0.0, 0.0])
    memory.judge([0.0, 1.0])
    assert memory.advantages == [pytest.approx(example.DISCOUNT * example.TRACE), 1.0]


def test_it_runs_from_end_to_end(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = ["--scenario", "meeting", "--iterations", "1", "--games", "2", "--test-games", "4", "--goal", "2"]
    monkeypatch.setattr(sys, "argv", [str(FILE), *settings, "--plot", str(tmp_path / "curve.svg")])
    example.main()
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["0", "games"],
        ["2", "games"],
        ["in", "8"],
    ]
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")
