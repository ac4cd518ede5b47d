"""An agent that learns Virtus from nothing but results, in minutes on two cores, with numpy alone.

    python examples/python/learn.py --seconds 240 --out learnt

It is a policy over candidates: a small network gives each action a score from the row of the action, the rows of the
units that it names and who stands where; the odds of taking it follow from the scores. After each batch of battles
against chance, actions of battles that went better than expected become likelier (REINFORCE with a learnt baseline).
What was learnt goes to OUT.npz, the curve to OUT.csv and OUT.svg.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass, field

import numpy as np

import acies
from acies.agents import COLUMNS, Skirmish
from acies.sweep import wilson

KINDS = 16
HIDDEN = 48
PIECE = {name: at for at, name in enumerate(COLUMNS["pieces"])}
CHOICE = {name: at for at, name in enumerate(COLUMNS["candidates"])}
OF_UNITS = [PIECE[name] for name in ("left", "weight", "rout", "hit", "shield", "moved", "commander", "points")]
OF_CHOICES = [CHOICE[name] for name in ("throws", "units", "targets", "unit_left", "target_left", "moves", "step")]
NUMBERS = [CHOICE[f"n{at}"] for at in range(1, 9)]


def features(seen: dict[str, np.ndarray], most: int) -> tuple[np.ndarray, np.ndarray]:
    """What the network knows: of each of the first ``most`` actions, and of the battle."""
    choices, pieces, battle = seen["candidates"][:, :most], seen["pieces"], seen["battle"][:, 0]
    battles = np.arange(len(choices))[:, None]
    kind = np.eye(KINDS, dtype=np.float32)[np.minimum(choices[..., CHOICE["kind"]], KINDS - 1).astype(int)]
    # The rows of the units that are named; row 0 is nobody.
    nobody = np.zeros((len(pieces), 1, pieces.shape[2]), np.float32)
    known = np.concatenate([nobody, pieces], axis=1)
    unit = known[battles, choices[..., CHOICE["unit"]].astype(int)]
    target = known[battles, choices[..., CHOICE["target"]].astype(int)]
    # How much of each side stands in each area.
    areas = np.eye(24, dtype=np.float32)[np.minimum(pieces[..., PIECE["area"]], 23).astype(int)]
    left = pieces[..., PIECE["left"]]
    own = np.einsum("bp,bpa->ba", left * (pieces[..., PIECE["own"]] > 0), areas)
    enemy = np.einsum("bp,bpa->ba", left * (pieces[..., PIECE["own"]] < 0), areas)
    own[:, 0] = enemy[:, 0] = 0.0
    stands = []
    for column in (choices[..., CHOICE["to_area"]], choices[..., CHOICE["area"]], unit[..., PIECE["area"]]):
        place = column.astype(int)
        stands += [own[battles, place], enemy[battles, place]]
    forward = (choices[..., CHOICE["y"]] - unit[..., PIECE["y"]]) * unit[..., PIECE["north"]]
    parts = [
        kind,
        choices[..., OF_CHOICES],
        np.tanh(choices[..., NUMBERS] / 4),
        unit[..., OF_UNITS],
        target[..., OF_UNITS],
        np.stack([*stands, forward * choices[..., CHOICE["moves"]]], axis=-1),
    ]
    strength = np.stack([own.sum(1), enemy.sum(1)], axis=1)
    return np.concatenate(parts, axis=-1), np.concatenate([battle, strength], axis=1)


@dataclass
class Adam:
    """Steps along a gradient, each weight at its own pace."""

    pace: float
    weights: list[np.ndarray]
    times: int = 0
    mean: list[np.ndarray] = field(default_factory=list)
    square: list[np.ndarray] = field(default_factory=list)

    def step(self, gradients: list[np.ndarray]) -> None:
        if not self.mean:
            self.mean = [np.zeros_like(it) for it in self.weights]
            self.square = [np.zeros_like(it) for it in self.weights]
        self.times += 1
        for weight, gradient, mean, square in zip(self.weights, gradients, self.mean, self.square):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            expected = mean / (1 - 0.9**self.times)
            weight -= self.pace * expected / (np.sqrt(square / (1 - 0.999**self.times)) + 1e-8)


class Policy:
    """Scores of actions, and how a battle is expected to end."""

    def __init__(self, choice: int, battle: int, rng: np.random.Generator) -> None:
        def some(*shape: int) -> np.ndarray:
            return (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)

        self.weights = [
            some(choice + battle, HIDDEN),
            np.zeros(HIDDEN, np.float32),
            some(HIDDEN, 1) * 0.1,
            some(battle, HIDDEN),
            np.zeros(HIDDEN, np.float32),
            some(HIDDEN, 1) * 0.1,
        ]
        self.adam = Adam(2e-3, self.weights)

    def _hidden(self, choices: np.ndarray, battle: np.ndarray) -> np.ndarray:
        into, bias = self.weights[:2]
        of_choice = choices @ into[: choices.shape[-1]]
        return np.tanh(of_choice + (battle @ into[choices.shape[-1] :] + bias)[:, None])

    def chances(self, choices: np.ndarray, battle: np.ndarray, count: np.ndarray) -> np.ndarray:
        """How likely each action is to be taken."""
        scores = (self._hidden(choices, battle) @ self.weights[2])[..., 0]
        scores[np.arange(scores.shape[1])[None] >= count[:, None]] = -np.inf
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def learn(self, decisions: list[Decision], entropy: float = 0.01) -> None:
        """Makes what went better than expected likelier."""
        most = max(it.choices.shape[0] for it in decisions)
        choices = np.zeros((len(decisions), most, decisions[0].choices.shape[1]), np.float32)
        for row, it in enumerate(decisions):
            choices[row, : it.choices.shape[0]] = it.choices
        battle = np.stack([it.battle for it in decisions])
        count = np.array([it.choices.shape[0] for it in decisions])
        taken = np.array([it.taken for it in decisions])
        came = np.array([it.came for it in decisions], np.float32)
        rows = np.arange(len(decisions))

        hidden_value = np.tanh(battle @ self.weights[3] + self.weights[4])
        expected = (hidden_value @ self.weights[5])[:, 0]
        better = came - expected
        weight = (better - better.mean()) / (better.std() + 1e-6)

        hidden = self._hidden(choices, battle)
        chances = self.chances(choices, battle, count)
        # The gradient of -weight * log(chance of what was taken), less some of the entropy, by the scores.
        scores = chances * weight[:, None]
        scores[rows, taken] -= weight
        logs = np.log(np.maximum(chances, 1e-12))
        scores += entropy * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        scores /= len(decisions)
        inner = scores[..., None] * self.weights[2][:, 0] * (1 - hidden * hidden)
        summed = inner.sum(axis=1)
        value = (expected - came)[:, None] / len(decisions)
        inner_value = value * self.weights[5][:, 0] * (1 - hidden_value * hidden_value)
        self.adam.step(
            [
                np.concatenate([np.einsum("bkd,bkh->dh", choices, inner), battle.T @ summed]),
                summed.sum(axis=0),
                np.einsum("bkh,bk->h", hidden, scores)[:, None],
                battle.T @ inner_value,
                inner_value.sum(axis=0),
                hidden_value.T @ value,
            ]
        )


@dataclass
class Decision:
    """Something that was decided, and how the battle ended for who decided."""

    choices: np.ndarray
    battle: np.ndarray
    taken: int
    seat: int
    came: float = 0.0


def take(policy: Policy, skirmish: Skirmish, rng: np.random.Generator, greedy: bool) -> tuple[np.ndarray, ...]:
    """What the policy does in every battle, and what it knew."""
    most = int(skirmish.count.max())
    choices, battle = features(skirmish.observation, most)
    chances = policy.chances(choices, battle, skirmish.count)
    if greedy:
        taken = chances.argmax(axis=1)
    else:
        taken = (chances.cumsum(axis=1) < rng.random((len(chances), 1))).sum(axis=1)
        taken = np.minimum(taken, skirmish.count - 1)
    return choices, battle, taken


def measure(policy: Policy, ruleset: str, against: str, battles: int, seed: int) -> tuple[int, int]:
    """Battles that were won, of how many, from both seats."""
    skirmish = acies.batch(ruleset, 64, field=True, against=against, swap=True, seed=seed)
    rng = np.random.default_rng(seed)
    won = fought = 0
    # Each desk counts the same number of battles, so that short ones do not count more often.
    left = np.full(len(skirmish), -(-battles // len(skirmish)))
    while left.any():
        seats = skirmish.seat.copy()
        *_, taken = take(policy, skirmish, rng, greedy=True)
        skirmish.step(taken)
        for at in np.flatnonzero(skirmish.done & (left > 0)):
            left[at] -= 1
            fought += 1
            won += int(skirmish.winner[at] == seats[at])
    return won, fought


def train(ruleset: str, seconds: float, seed: int, told=print) -> tuple[Policy, list[tuple[float, int, float]]]:
    """Learns for so long; answers with the policy and its curve: seconds, battles, share won while learning."""
    rng = np.random.default_rng(seed)
    skirmish = acies.batch(ruleset, 128, field=True, against="random", swap=True, seed=seed)
    choices, battle = features(skirmish.observation, 1)
    policy = Policy(choices.shape[-1], battle.shape[-1], rng)
    under_way: list[list[Decision]] = [[] for _ in range(len(skirmish))]
    ended: list[Decision] = []
    results: list[float] = []
    curve: list[tuple[float, int, float]] = []
    begun = time.monotonic()
    while (passed := time.monotonic() - begun) < seconds:
        choices, battle, taken = take(policy, skirmish, rng, greedy=False)
        count, seats = skirmish.count.copy(), skirmish.seat.copy()
        for at, decisions in enumerate(under_way):
            known = choices[at, : count[at]].copy()
            decisions.append(Decision(known, battle[at], int(taken[at]), int(seats[at])))
        skirmish.step(taken)
        for at in np.flatnonzero(skirmish.done):
            for decision in under_way[at]:
                decision.came = float(skirmish.reward[at, decision.seat])
            results.append(float(skirmish.winner[at] == seats[at]))
            # Where there was nothing to choose there is nothing to learn.
            ended += [it for it in under_way[at] if len(it.choices) > 1]
            under_way[at] = []
        if len(ended) >= 4096:
            policy.learn(ended)
            ended = []
            share = float(np.mean(results[-400:]))
            curve.append((passed, len(results), share))
            if len(curve) % 10 == 1:
                told(f"{passed:5.0f} s  {len(results):6} battles  {share:.1%} of the last 400 won")
    return policy, curve


def drawn(curve: list[tuple[float, int, float]], title: str) -> str:
    """A curve as SVG: the share won, over battles."""
    width, height = 640, 320
    most = max(battles for _, battles, _ in curve)
    points = " ".join(
        f"{50 + battles / most * (width - 70):.1f},{20 + (1 - share) * (height - 60):.1f}" for _, battles, share in curve
    )
    lines = "".join(
        f'<path d="M50 {20 + (1 - at / 4) * (height - 60):.0f}H{width - 20}" stroke="#ddd"/>'
        f'<text x="44" y="{24 + (1 - at / 4) * (height - 60):.0f}" text-anchor="end">{at * 25}%</text>'
        for at in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{lines}'
        f'<polyline points="{points}" fill="none" stroke="#a4372a" stroke-width="1.5"/>'
        f'<text x="50" y="{height - 10}">{title}</text>'
        f'<text x="{width - 20}" y="{height - 24}" text-anchor="end">{most} battles</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--ruleset", default="virtus")
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--battles", type=int, default=512, help="battles to measure with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="learnt")
    asked = parser.parse_args()
    policy, curve = train(asked.ruleset, asked.seconds, asked.seed)
    np.savez(f"{asked.out}.npz", *policy.weights)
    with open(f"{asked.out}.csv", "w", newline="") as file:
        csv.writer(file).writerows([("seconds", "battles", "won"), *curve])
    if curve:
        with open(f"{asked.out}.svg", "w") as file:
            file.write(drawn(curve, f"{asked.ruleset}: won against chance while learning, last 400 battles"))
    for against in acies.players()[:2]:
        won, fought = measure(policy, asked.ruleset, against, asked.battles, asked.seed + 1)
        low, high = wilson(won, fought)
        print(f"against {against}: {won} of {fought} won, {won / fought:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
