"""Steps a second through Python, beside other environments in the same run: `cargo xtask python bench`."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

import acies

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
BATTLES = 256


def alone(env) -> Iterator[int]:
    """One environment of PettingZoo: what its own performance test does at each step."""
    env.reset(seed=1)
    while True:
        for _ in env.agent_iter(1000):
            seen, _, over, broken_off, _ = env.last()
            if over or broken_off:
                env.reset()
                break
            rows = np.flatnonzero(seen["action_mask"])
            env.step(int(rows[random.randrange(len(rows))]))
            yield 1


def together(ruleset: str, threads: int) -> Iterator[int]:
    """Many battles side by side."""
    skirmish = acies.batch(ruleset, BATTLES, seed=1, threads=threads)
    rng = np.random.default_rng(1)
    while True:
        skirmish.step(skirmish.sample(rng))
        yield BATTLES


def chess() -> Iterator[int]:
    from pettingzoo.classic import chess_v6

    return alone(chess_v6.env())


def backgammon() -> Iterator[int]:
    """OpenSpiel: a step is a move with its observation; dice are thrown by the way."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            np.array(state.observation_tensor(state.current_player()), np.float32)
            state.apply_action(random.choice(state.legal_actions()))
            yield 1


def measured(steps: Callable[[], Iterator[int]]) -> tuple[float, float]:
    """Steps a second: by the clock, and by the processor time of this process."""
    running = steps()
    for _ in range(3):
        next(running)
    done, begun, worked = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begun < SECONDS:
        done += next(running)
    return done / (time.perf_counter() - begun), done / (time.process_time() - worked)


def main() -> None:
    random.seed(1)
    lines: list[tuple[str, Callable[[], Iterator[int]]]] = [
        ("PettingZoo chess_v6", chess),
        ("OpenSpiel backgammon", backgammon),
    ]
    for ruleset in acies.rulesets():
        lines.append((f"{ruleset.id}, one environment", lambda id=ruleset.id: alone(acies.env(id))))
        lines.append((f"{ruleset.id}, {BATTLES} side by side, one thread", lambda id=ruleset.id: together(id, 1)))
        lines.append((f"{ruleset.id}, {BATTLES} side by side, two threads", lambda id=ruleset.id: together(id, 2)))
    print(f"{'':44} {'steps/s':>10} {'per core-second':>16}")
    for name, steps in lines:
        try:
            clock, core = measured(steps)
        except ImportError as missing:
            print(f"{name:44} not measured: {missing}")
            continue
        print(f"{name:44} {clock:10.0f} {core:16.0f}", flush=True)


if __name__ == "__main__":
    main()
