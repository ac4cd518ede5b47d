"""Environments: the tests of PettingZoo and Gymnasium, what is seen, what is hidden, what is rewarded."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

import acies
from acies import agents

REFERENCE = "docs/reference/python.md"


def at_random(env, rng, actions=10**6):
    """Plays an environment at random and gives each decision."""
    for agent in env.agent_iter(actions):
        seen, _, over, broken_off, _ = env.last()
        if over or broken_off:
            env.step(None)
            continue
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        yield agent, seen, action
        env.step(action)


def test_pettingzoo_accepts_it(ruleset):
    api_test(acies.env(ruleset), num_cycles=300)


def test_pettingzoo_accepts_it_with_points_on_any_field(ruleset):
    api_test(acies.env(ruleset, field=True, reward="points"), num_cycles=100)


def test_seeds_decide_everything(ruleset):
    seed_test(lambda: acies.env(ruleset, field=True), num_cycles=60)


def test_pettingzoo_accepts_it_in_parallel(ruleset):
    parallel_api_test(acies.parallel_env(ruleset), num_cycles=300)


def test_pettingzoo_measures_it(ruleset, monkeypatch, capsys):
    # Its clock is made to run fast: what is tested is that it runs, not how fast this machine is.
    import sys
    import time

    module = sys.modules["pettingzoo.test.performance_benchmark"]
    begun = time.time()

    class Fast:
        @staticmethod
        def time():
            return begun + 20 * (time.time() - begun)

    monkeypatch.setattr(module, "time", Fast)
    performance_benchmark(acies.env(ruleset))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("seat", agents.SEATS)
def test_gymnasium_accepts_a_duel(ruleset, seat):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(acies.duel(ruleset, "random", seat=seat), skip_render_check=True)


@pytest.mark.parametrize("player", acies.players())
def test_duels_against_every_player_end(player):
    duel = acies.duel("virtus", player, reward="points", render_mode="ansi")
    seen, _ = duel.reset(seed=3)
    rng, total, over = np.random.default_rng(3), 0.0, False
    for _ in range(40):
        seen, reward, over, _, _ = duel.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        total += reward
        if over:
            break
    red, blue = duel._table.lost
    assert total == pytest.approx((blue - red) / 100)
    assert duel.render() == duel._table.board()


def test_what_is_seen_fits_its_space_and_is_documented(ruleset):
    env = acies.env(ruleset, field=True)
    rng = np.random.default_rng(1)
    used = {name: 0 for name in agents.ROWS}
    for battle in range(3):
        env.reset(seed=battle)
        for agent, seen, action in at_random(env, rng, 150):
            assert env.observation_space(agent).contains(seen)
            tables = seen["observation"]
            for name, rows in agents.ROWS.items():
                present = tables[name][:, 0]
                count = int(present.sum())
                used[name] = max(used[name], count)
                assert tables[name].shape == (rows, len(agents.COLUMNS[name]))
                assert (present[:count] == 1).all() and not tables[name][count:].any()
            assert seen["action_mask"].sum() == tables["candidates"][:, 0].sum()
            assert len(env.options(agent)) == seen["action_mask"].sum()
            # Nothing is left out for want of rows.
            place = agents.COLUMNS["battle"].index
            assert round(tables["battle"][place("candidates")] * 100) == seen["action_mask"].sum()
            assert round(tables["battle"][place("own_pieces")] * 10) == (tables["pieces"][:, 1] == 1).sum()
    assert used["pieces"] > 10 and used["candidates"] > 5
    assert all(used[name] < rows for name, rows in agents.ROWS.items())


def test_what_is_seen_is_what_is_drawn(ruleset):
    env = acies.env(ruleset, field=True)
    env.reset(seed=7)
    rng = np.random.default_rng(7)
    column = agents.COLUMNS["pieces"].index
    for agent, seen, _ in at_random(env, rng, 80):
        scene = env._table.view(agent)
        pieces = seen["observation"]["pieces"]
        count = int(pieces[:, 0].sum())
        assert count == len(scene["bases"]) + len(scene["leaders"])
        for row, base in zip(pieces, scene["bases"]):
            assert row[column("own")] == (1 if base["seat"] == agent else -1)
            assert row[column("left")] == pytest.approx(base["pips"]["left"] / 10)
            assert agents.SYMBOLS[int(row[column("symbol")]) - 1] == base["symbol"]
            glyphs = {marker["glyph"] for marker in base.get("markers", [])}
            for state in ("disorder", "rout", "moved", "shot", "charge", "hit", "shield", "lock"):
                assert (row[column(state)] > 0) == (state in glyphs)
            if "pose" in base["at"]:
                table, pose = scene["table"], base["at"]["pose"]
                assert row[column("x")] == pytest.approx((pose["x"] - table["left"]) / table["width"], abs=1e-5)
                assert row[column("north")] == pytest.approx(np.cos(np.radians(pose["facing"])), abs=1e-5)
        offers = scene["offers"]
        ids = [piece["id"] for piece in (*scene["bases"], *scene["leaders"])]
        column_of = agents.COLUMNS["candidates"].index
        for row, offer in zip(seen["observation"]["candidates"], offers):
            first = offer.get("units", [None])[0]
            assert row[column_of("unit")] == (ids.index(first) + 1 if first in ids else 0)
            assert row[column_of("throws")] == offer["throws"]


def test_what_is_hidden_is_not_seen(ruleset):
    """Two battles that differ only in what a seat cannot know look the same to it."""
    env = acies.env(ruleset, field=True)
    rng = np.random.default_rng(5)
    differ, secrets = 0, 0
    for battle in range(4):
        env.reset(seed=battle)
        for number, _ in enumerate(at_random(env, rng, 60)):
            for agent in agents.SEATS:
                other = env.guess(agent, seed=1000 * battle + number)
                assert data_equivalence(env.observe(agent), other.observe(agent), exact=True)
                assert env.options(agent) == other.options(agent)
                differ += env.save() != other.save()
            scene = env._table.view(None)
            secrets += any(hand["count"] > 0 for hand in scene.get("hands", []))
    # The guesses were of something, wherever there is something to guess.
    assert differ > 0 or secrets == 0


def test_somebody_has_secrets():
    """The test above guesses something at least in Virtus, whose hands are hidden."""
    env = acies.env("virtus")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    pairs = [(env.save(), env.guess("red", seed=1).save()) for _ in at_random(env, rng, 40)]
    assert sum(ours != guessed for ours, guessed in pairs) > 5


def test_rewards_are_the_result_or_the_points(ruleset):
    for reward in ("result", "points"):
        env = acies.env(ruleset, reward=reward)
        env.reset(seed=2)
        total = dict.fromkeys(agents.SEATS, 0.0)
        rng = np.random.default_rng(2)
        while env.agents:
            agent = env.agent_selection
            seen, _, over, _, _ = env.last()
            env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            if not over:
                for seat, came in env.rewards.items():
                    total[seat] += came
        red, blue = env._table.lost
        winner = env.outcome()["winner"]
        expected = {"red": 1.0, "blue": -1.0, None: 0.0}[winner]
        assert total["red"] == pytest.approx((blue - red) / 100 if reward == "points" else expected)
        assert total["blue"] == -total["red"]


def test_a_copy_goes_its_own_way_with_the_same_dice():
    env = acies.env("virtus")
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in at_random(env, rng, 20):
        pass
    copy = env.clone()
    before = env.save()
    played = [action for _, _, action in at_random(copy, np.random.default_rng(9), 30)]
    assert env.save() == before and copy.save() != before
    again = [action for _, _, action in at_random(env, np.random.default_rng(9), 30)]
    assert played == again and env.save() == copy.save()


def test_an_action_that_is_none_is_refused():
    env = acies.env("virtus")
    env.reset(seed=1)
    rows = int(env.last()[0]["action_mask"].sum())
    with pytest.raises(acies.AciesError, match=f"has no action {rows}"):
        env.step(rows)
    with pytest.raises(acies.AciesError, match="must decide"):
        env.step(None)
    with pytest.raises(acies.AciesError, match="there is no reward `glory`"):
        acies.env("virtus", reward="glory")
    with pytest.raises(acies.AciesError, match="there is no table `horses`"):
        acies.env("virtus", rows={"horses": 3})


def test_few_rows_leave_some_out_evenly():
    wide, narrow = acies.env("virtus"), acies.env("virtus", rows={"candidates": 4, "pieces": 6})
    wide.reset(seed=8)
    narrow.reset(seed=8)
    rng = np.random.default_rng(8)
    thinned = 0
    for agent, seen, action in at_random(narrow, rng, 40):
        assert seen["action_mask"].sum() <= 4 and seen["observation"]["pieces"].shape[0] == 6
        all_of_them, some = wide.options(agent), narrow.options(agent)
        assert set(some) <= set(all_of_them) and len(some) == min(4, len(all_of_them))
        if len(all_of_them) > 4:
            thinned += 1
            assert some[0] == all_of_them[0]
        wide.step(all_of_them.index(some[action]))
    assert thinned > 0


def test_battles_that_take_too_long_are_broken_off():
    env = acies.env("virtus", actions_max=5)
    env.reset(seed=1)
    played = list(at_random(env, np.random.default_rng(1)))
    assert len(played) == 5 and not env.agents


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_plays_the_same_battles_as_one_after_another(ruleset, threads):
    batch = acies.batch(ruleset, 3, seed=6, threads=threads)
    envs = []
    for number in range(3):
        env = acies.env(ruleset)
        env.reset(seed=0)
        env._table.reset(acies._acies.seed_of(6, number))
        env.agent_selection = "red" if env._table.asked & 1 else "blue"
        envs.append(env)
    rng = np.random.default_rng(6)
    for _ in range(120):
        actions = batch.sample(rng)
        for number, env in enumerate(envs):
            if env is None:
                continue
            seat = agents.SEATS[batch.seat[number]]
            seen = env.observe(seat)
            assert seat == env.agent_selection
            for name, table in seen["observation"].items():
                ours = batch.observation[name][number]
                assert np.array_equal(ours[0] if name == "battle" else ours, table)
            assert np.array_equal(batch.mask[number], seen["action_mask"])
            env.step(int(actions[number]))
        batch.step(actions)
        for number, env in enumerate(envs):
            if env is None:
                assert True
            elif all(env.terminations.values()):
                assert batch.done[number]
                winner = env.outcome()["winner"]
                assert batch.winner[number] == (-1 if winner is None else agents.SEATS.index(winner))
                assert batch.reward[number, 0] == env.rewards["red"]
                envs[number] = None
            else:
                assert not batch.done[number]
    with pytest.raises(acies.AciesError, match="battle 1 has no action"):
        batch.step(np.array([0, 999, 0]))


def test_a_batch_against_a_computer_player_asks_one_seat():
    batch = acies.batch("virtus", 8, against="random", computer="blue", seed=1)
    rng = np.random.default_rng(1)
    for _ in range(50):
        assert not batch.seat.any()
        batch.step(batch.sample(rng))
    swapped = acies.batch("virtus", 8, against="random", computer="blue", swap=True, seed=1)
    seats = set()
    for _ in range(400):
        seats |= set(swapped.seat.tolist())
        swapped.step(swapped.sample(rng))
    assert seats == {0, 1}


def test_every_column_is_documented():
    from pathlib import Path

    text = (Path(__file__).parents[3] / REFERENCE).read_text(encoding="utf-8")
    for name, columns in agents.COLUMNS.items():
        assert f"### `{name}`" in text
        part = text.split(f"### `{name}`")[1].split("\n#")[0]
        for column in columns:
            assert f"`{column}`" in part, f"{name}: {column}"


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_environments_are_drawn(ruleset, mode):
    env = acies.env(ruleset, render_mode=mode)
    env.reset(seed=1)
    assert len(env.render()) > 200
    with pytest.raises(acies.AciesError, match="nothing is drawn as `human`"):
        acies.env(ruleset, render_mode="human")
