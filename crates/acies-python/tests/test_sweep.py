"""Sweeps: the same results whoever plays them, however often they stop and whoever dies on the way."""

import os
import signal
import subprocess
import sys

import pyarrow.parquet
import pytest

import acies
from acies import sweep

PLAN = """
ruleset = "virtus"
games = 30
seed = 5
armies = ["dacian", "gallic", "germanic"]
players = ["random", "random, centurion"]

[[house]]
name = "as written"

[[house]]
name = "a wood in the middle"
write = { terrain = { S2 = ["wood"] } }
"""


@pytest.fixture
def plan(tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    return sweep.read(tmp_path / "plan.toml")


@pytest.fixture
def alone(plan, tmp_path):
    """What one process writes."""
    sweep.run(plan, tmp_path / "alone", games=7)
    return (tmp_path / "alone" / "battles.parquet").read_bytes()


def written(folder):
    return (folder / "battles.parquet").read_bytes()


def test_a_plan_is_every_combination(plan):
    assert len(plan.cells) == 3 * 2 * 2 * 2, "pairs in both seats, house rules, players"
    assert plan.battles == 24 * 30
    assert len({cell.seed for cell in plan.cells}) == 24
    assert {cell.players for cell in plan.cells} == {("random", "random"), ("random", "centurion")}


def test_the_cut_does_not_show(plan, alone, tmp_path):
    sweep.run(plan, tmp_path / "other", games=30)
    assert written(tmp_path / "other") == alone
    table = pyarrow.parquet.read_table(tmp_path / "other" / "battles.parquet")
    assert table.num_rows == plan.battles and table.column_names == list(sweep.COLUMNS)
    # A cell is what a simulation of its seed is.
    cell = plan.cells[5]
    played = acies.simulate(
        "virtus", red=cell.red, blue=cell.blue, players=cell.players, seed=cell.seed, games=30, threads=1,
        house=cell.begins.get("house"),
    )
    rows = table.filter(pyarrow.compute.equal(table["cell"], 5)).to_pydict()
    for name in ("seed", "winner", "rule", "actions", "turns", "red_lost", "blue_lost", "dice"):
        assert rows[name] == played.battles[name]


def kill_once(after):
    """Kills the worker of a batch, some batches later."""
    killed = []

    def told(done):
        told.heard += 1
        if told.heard == after and not killed:
            os.kill(done.worker, signal.SIGKILL)
            killed.append(done.worker)

    told.heard = 0
    return told, killed


def test_a_worker_that_is_killed_costs_its_batch(plan, alone, tmp_path):
    told, killed = kill_once(after=8)
    sweep.run(plan, tmp_path / "pool", sweep.pool(2), games=7, told=told)
    assert killed and killed[0] != os.getpid()
    assert written(tmp_path / "pool") == alone
    parts = len(list((tmp_path / "pool" / "parts").iterdir()))
    assert told.heard == parts, "no batch was kept twice"


def test_what_kills_every_worker_is_given_up(plan, tmp_path, monkeypatch):
    worker = sweep._Worker.give

    def give(self, batch):
        worker(self, batch)
        if batch.cell.number == 1 and batch.first == 7:
            os.kill(self.process.pid, signal.SIGKILL)

    monkeypatch.setattr(sweep._Worker, "give", give)
    with pytest.raises(acies.AciesError, match="battles 7 to 13 of cell 1: 3 workers died of it"):
        sweep.run(plan, tmp_path / "pool", sweep.pool(2), games=7)


def test_a_sweep_that_was_stopped_goes_on(plan, alone, tmp_path):
    class Stop(Exception):
        pass

    def told(done):
        if done.battles > 200:
            raise Stop

    with pytest.raises(Stop):
        sweep.run(plan, tmp_path / "part", games=7, told=told)
    folder = sweep.Folder(tmp_path / "part", plan)
    left = sum(count for *_, count in folder.missing())
    assert 0 < left < plan.battles - 200 + 7
    # An unfinished part is none.
    (folder.parts / "000023-000000000-000000007.unfinished").write_bytes(b"half")
    heard = []
    sweep.run(plan, tmp_path / "part", sweep.pool(2), games=11, told=heard.append)
    assert sum(done.batch.games for done in heard) == left
    assert written(tmp_path / "part") == alone
    sweep.run(plan, tmp_path / "part", told=pytest.fail)
    other = sweep.planned({"ruleset": "virtus", "games": 2})
    with pytest.raises(acies.AciesError, match="another plan"):
        sweep.run(other, tmp_path / "part")


def test_ray_plays_the_same_with_a_worker_killed(plan, alone, tmp_path):
    told, killed = kill_once(after=8)
    sweep.run(plan, tmp_path / "ray", sweep.cluster(None, num_cpus=2, include_dashboard=False), games=7, told=told)
    assert killed and killed[0] != os.getpid()
    assert written(tmp_path / "ray") == alone


def test_the_command_plays_tells_and_reports(tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN.replace("games = 30", "games = 2"), encoding="utf-8")
    command = [sys.executable, "-m", "acies.sweep", "plan.toml", "--workers", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "48 battles in plan.sweep/battles.parquet" in done.stdout
    assert "48 of 48 battles" in done.stderr and "a second" in done.stderr
    report = (tmp_path / "plan.sweep" / "report.html").read_text(encoding="utf-8")
    for words in ("dacian", "a wood in the middle", "random v centurion", "95% interval"):
        assert words in report


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ('ruleset = "virtus"\ngmaes = 3', "unknown `gmaes`"),
        ("games = 3", "does not say its ruleset"),
        ('ruleset = "virtus"\ngames = 0', "`games` is a whole number from 1 on"),
        ('ruleset = "virtus"\narmies = ["dacain"]', "has no army `dacain`"),
        ('ruleset = "virtus"\nplayers = ["clever"]', "there is no player `clever`"),
        ('ruleset = "virtus"\narmies = ["dacian"]', "nobody meets anybody"),
        ('ruleset = "virtus"\nbattles = ["alesia"]\n[[house]]\nname = "x"\nwrite = { terrain = { S22 = ["wood"] } }', "S22"),
        ("ruleset = ", "plan.toml"),
    ],
)
def test_a_wrong_plan_says_what_is_wrong(tmp_path, wrong, says):
    (tmp_path / "plan.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(acies.AciesError, match=says):
        sweep.read(tmp_path / "plan.toml")
