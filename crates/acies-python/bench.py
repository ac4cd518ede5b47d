"""Steps a second through Python, beside other environments in the same run: `cargo xtask python bench`."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import numpy as np

import acies
from acies import sweep

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
BATTLES = 256
#: Batches of a second in a sweep, and how often it is played.
BATCHES = 24
ROUNDS = 3


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


def swept(players: sweep.Players) -> float:
    """Battles a second of a sweep with two workers in batches of a second, once they have begun."""
    plan = sweep.planned({"ruleset": "virtus", "battles": ["tapae"], "games": 1_000_000})
    games = sweep.measured(plan)
    plan = sweep.planned({"ruleset": "virtus", "battles": ["tapae"], "games": BATCHES * games})
    done: list[tuple[float, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        sweep.run(plan, folder, players, games=games, told=lambda it: done.append((time.perf_counter(), it.battles)))
    # Starting workers is no part of it: it begins when each of them has played its first.
    (begun, before), (ended, after) = done[1], done[-1]
    return (after - before) / (ended - begun)


def listed(numbers: list[float]) -> str:
    return " ".join(f"{number:.0f}" for number in numbers)


def sweeps() -> None:
    """Ray against a plain pool of processes, in turn."""
    pool, ray = [], []
    for _ in range(ROUNDS):
        pool.append(swept(sweep.pool(2)))
        ray.append(swept(sweep.cluster(None, num_cpus=2, include_dashboard=False)))
    ratio = statistics.median(ray) / statistics.median(pool)
    print(f"sweeps of Virtus by two workers, battles/s: pool {listed(pool)}, Ray {listed(ray)}; medians 1 to {ratio:.3f}")


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
    sweeps()


if __name__ == "__main__":
    main()
