"""What documents show is run: notebooks, the blocks of the guide, the example that learns."""

import os
import re
import runpy
import sys

from pathlib import Path

import numpy as np
import pytest

import acies
from acies import sweep
from acies.sweep import tomllib

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "python"


@pytest.mark.parametrize("notebook", ["odds", "battles", "agents"])
def test_notebooks_run(notebook, capsys):
    text = (EXAMPLES / f"{notebook}.py").read_text(encoding="utf-8")
    assert text.count("# %%") > 5 and "# %% [markdown]" in text
    runpy.run_path(str(EXAMPLES / f"{notebook}.py"))
    assert len(capsys.readouterr().out.splitlines()) > 5


def test_the_guide_runs(capsys):
    text = (ROOT / "docs" / "guides" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 5
    exec(compile("\n".join(blocks), "docs/guides/python.md", "exec"), {"__name__": "guide"})
    assert capsys.readouterr().out


def test_the_plan_of_the_guide_is_the_plan_of_the_examples():
    text = (ROOT / "docs" / "guides" / "python.md").read_text(encoding="utf-8")
    shown = re.search(r"```toml\n# examples/python/sweep.toml\n(.*?)```", text, re.DOTALL)
    with open(EXAMPLES / "sweep.toml", "rb") as file:
        assert tomllib.loads(shown[1]) == tomllib.load(file)
    plan = sweep.read(EXAMPLES / "sweep.toml")
    assert len(plan.cells) == 6 * 2 * 2


def learn():
    sys.path.insert(0, str(EXAMPLES))
    try:
        import learn
    finally:
        sys.path.remove(str(EXAMPLES))
    return learn


def test_the_gradient_of_the_example_that_learns_is_right():
    module = learn()
    rng = np.random.default_rng(1)
    policy = module.Policy(5, 3, rng)
    policy.weights[:] = [it.astype(np.float64) for it in policy.weights]
    decisions = [
        module.Decision(rng.standard_normal((2 + n % 3, 5)), rng.standard_normal(3), n % 2, 0, (-1.0) ** n)
        for n in range(6)
    ]
    came = np.array([it.came for it in decisions])
    count = np.array([len(it.choices) for it in decisions])
    taken = np.array([it.taken for it in decisions])
    battle = np.stack([it.battle for it in decisions])
    choices = np.zeros((6, 4, 5))
    for row, it in enumerate(decisions):
        choices[row, : len(it.choices)] = it.choices

    def expected():
        return (np.tanh(battle @ policy.weights[3] + policy.weights[4]) @ policy.weights[5])[:, 0]

    better = came - expected()
    weight = (better - better.mean()) / (better.std() + 1e-6)

    def loss():
        chances = policy.chances(choices, battle, count)
        logs = np.log(np.maximum(chances, 1e-12))
        of_actions = -(weight * logs[np.arange(6), taken]).mean()
        spread = (chances * logs).sum(axis=1).mean()
        return of_actions + 0.01 * spread + 0.5 * ((expected() - came) ** 2).mean()

    found = []
    policy.adam.step = found.extend
    policy.learn(decisions, entropy=0.01)
    for weights, gradient in zip(policy.weights, found):
        for place in [np.unravel_index(at, weights.shape) for at in (0, weights.size // 2, weights.size - 1)]:
            there = weights[place]
            weights[place] = there + 1e-5
            above = loss()
            weights[place] = there - 1e-5
            below = loss()
            weights[place] = there
            assert gradient[place] == pytest.approx((above - below) / 2e-5, rel=1e-3, abs=1e-7)


def test_the_example_learns_a_little_in_a_moment(tmp_path, monkeypatch, capsys):
    module = learn()
    monkeypatch.setattr(sys, "argv", ["learn.py", "--seconds", "6", "--battles", "64", "--out", str(tmp_path / "it")])
    module.main()
    assert "against random: " in capsys.readouterr().out
    with np.load(tmp_path / "it.npz") as weights:
        assert all(np.isfinite(weights[name]).all() for name in weights)
    assert (tmp_path / "it.csv").read_text().startswith("seconds,battles,won")


@pytest.mark.slow
def test_the_example_beats_chance_by_far():
    module = learn()
    policy, curve = module.train("virtus", float(os.environ.get("ACIES_LEARN_SECONDS", "180")), seed=1)
    won, fought = module.measure(policy, "virtus", "random", 512, seed=2)
    assert sweep.wilson(won, fought)[0] > 0.75, (won, fought, curve[-1])


def test_versions_agree():
    with open(ROOT / "Cargo.toml", "rb") as file:
        assert acies.__version__ == tomllib.load(file)["workspace"]["package"]["version"]
