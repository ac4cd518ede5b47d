"""Sweeps: armies by armies by house rules by players, thousands of battles each, on one machine or on many.

``python -m acies.sweep PLAN.toml`` plays a plan on the cores of this machine, ``--address ADDRESS`` on a Ray cluster.
Work is cut into batches of about a second. Each battle has its own seed, which follows from the plan alone, so neither
the cut nor who played it shows in the results: they are the same file, byte for byte, as one process would write.
What is done stays done: a sweep that was stopped goes on, and a worker that dies costs its batch.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import math
import multiprocessing
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _acies
from .battles import toml
from .catalogue import ruleset, written
from .errors import AciesError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    import pyarrow

#: How long a batch should take, in seconds.
BATCH = 1.0
#: A batch that takes its worker with it so often is given up.
TRIES = 3


@dataclass(frozen=True)
class Cell:
    """One combination of a plan."""

    number: int
    ruleset: str
    #: How its battles begin, as the native part has it.
    begins: dict[str, Any]
    red: str
    blue: str
    house: str
    players: tuple[str, str]
    seed: int


@dataclass(frozen=True)
class Plan:
    """What to play: cells, and how many battles each."""

    ruleset: str
    games: int
    seed: int
    cells: tuple[Cell, ...]

    @property
    def battles(self) -> int:
        """How many battles there are in all."""
        return self.games * len(self.cells)

    def mark(self) -> str:
        """A hash of all that decides the results."""
        what = json.dumps([_acies.__version__, asdict(self)], sort_keys=True)
        return hashlib.sha256(what.encode()).hexdigest()


@dataclass(frozen=True)
class Batch:
    """Some battles of a cell."""

    cell: Cell
    first: int
    games: int


@dataclass(frozen=True)
class Done:
    """A batch that was played: by whom, and how many battles are done with it."""

    batch: Batch
    worker: int
    battles: int


def read(path: str | os.PathLike[str]) -> Plan:
    """Reads a plan."""
    path = Path(path)
    try:
        lines = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as broken:
        raise AciesError(f"{path}: {broken}") from None
    try:
        return planned(lines, path.parent)
    except AciesError as wrong:
        raise AciesError(f"{path}: {wrong.says}", rules=wrong.rules, hint=wrong.hint) from None


def planned(lines: Mapping[str, Any], folder: Path = Path()) -> Plan:
    """A plan from its words. Army and position files are looked for in ``folder``."""
    known = {"ruleset", "games", "seed", "players", "armies", "battles", "mirrored", "house"}
    for word in lines:
        if word not in known:
            raise AciesError(f"unknown `{word}`", hint=f"known are {', '.join(sorted(known))}")
    if "ruleset" not in lines:
        raise AciesError("the plan does not say its ruleset", hint='ruleset = "virtus"')
    rules = ruleset(lines["ruleset"])
    games, seed = lines.get("games", 1000), lines.get("seed", 1)
    if not isinstance(games, int) or games < 1:
        raise AciesError(f"`games` is a whole number from 1 on, not {games!r}")
    if not isinstance(seed, int) or seed < 0:
        raise AciesError(f"`seed` is a whole number from 0 on, not {seed!r}")
    houses = lines.get("house", [{"name": "as written"}])
    for house in houses:
        if "name" not in house or set(house) - {"name", "write"}:
            raise AciesError("a house rule has a `name`, and what it would `write` over the position")
    cells: list[Cell] = []
    for begins, red, blue in _pairs(rules.id, lines, folder):
        for house in houses:
            for names in lines.get("players", ["centurion"]):
                players = tuple(name.strip() for name in names.split(","))
                players = players * 2 if len(players) == 1 else players
                for name in players:
                    if name not in _acies.players():
                        hint = f"known are {', '.join(_acies.players())}"
                        raise AciesError(f"there is no player `{name}`", hint=hint)
                if len(players) != 2:
                    raise AciesError(f"two players fight, not {len(players)}: {names}")
                number = len(cells)
                write = {"house": toml(house["write"])} if house.get("write") else {}
                cell = Cell(
                    number,
                    rules.id,
                    {**begins, **write},
                    red,
                    blue,
                    house["name"],
                    players,
                    _acies.seed_of(seed, number),
                )
                cells.append(cell)
    if not cells:
        raise AciesError("nobody meets anybody", hint="armies of one size meet each other")
    for cell in {(str(cell.begins)): cell for cell in cells}.values():
        # What is wrong with an army, a position or a house rule is told before anything is played.
        _acies.Battle(cell.ruleset, seed=0, **cell.begins)
    return Plan(rules.id, games, seed, tuple(cells))


def _pairs(
    rules: str, lines: Mapping[str, Any], folder: Path
) -> Iterator[tuple[dict[str, Any], str, str]]:
    """How battles begin, and who fights."""

    def found(name: str) -> tuple[str, str | None]:
        return written(folder / name if (folder / name).is_file() else name)

    for name in lines.get("battles", []):
        file, text = found(name)
        begins: dict[str, Any] = {"battle": file} if text is None else {"position": (file, text)}
        sides = _acies.Battle(rules, seed=0, **begins).sides
        yield begins, sides["red"]["name"], sides["blue"]["name"]
    armies = lines.get("armies", [] if "battles" in lines else "all")
    if armies == "all":
        armies = [card["id"] for card in _acies.armies(rules)]
    chosen = [(name, found(name)) for name in armies]
    size = {name: _acies.army(rules, *army)["budget"] for name, army in chosen}
    mirrored = lines.get("mirrored", True)
    for at, (red, red_army) in enumerate(chosen):
        for other, (blue, blue_army) in enumerate(chosen):
            if at == other or size[red] != size[blue] or (at > other and not mirrored):
                continue
            yield {"red": red_army, "blue": blue_army}, red, blue


def play(batch: Batch) -> dict[str, list[Any]]:
    """Plays a batch, on one core."""
    cell = batch.cell
    played = _acies.simulate(
        cell.ruleset,
        players=cell.players,
        games=batch.games,
        first=batch.first,
        seed=cell.seed,
        threads=1,
        **cell.begins,
    )
    battles: dict[str, list[Any]] = played["battles"]
    return battles


COLUMNS = {
    "cell": "int32",
    "battle": "int64",
    "seed": "uint64",
    "red": "string",
    "blue": "string",
    "house": "string",
    "red_player": "string",
    "blue_player": "string",
    "winner": "string",
    "rule": "string",
    "how": "string",
    "by_limit": "bool",
    "actions": "int32",
    "turns": "int32",
    "red_lost": "int32",
    "blue_lost": "int32",
    "dice": "int32",
}


def _table(batch: Batch, battles: Mapping[str, list[Any]]) -> pyarrow.Table:
    import pyarrow

    cell, games = batch.cell, len(battles["battle"])
    same = {
        "cell": cell.number,
        "red": cell.red,
        "blue": cell.blue,
        "house": cell.house,
        "red_player": cell.players[0],
        "blue_player": cell.players[1],
    }
    columns = {name: [same[name]] * games if name in same else battles[name] for name in COLUMNS}
    schema = pyarrow.schema([(name, pyarrow.type_for_alias(kind)) for name, kind in COLUMNS.items()])
    return pyarrow.table(columns, schema=schema)


class Folder:
    """Where a sweep keeps what is done: a part for each batch, then the results."""

    def __init__(self, path: str | os.PathLike[str], plan: Plan) -> None:
        self.path, self.plan = Path(path), plan
        self.parts = self.path / "parts"
        self.parts.mkdir(parents=True, exist_ok=True)
        mark = self.path / "plan.sha256"
        if mark.exists() and mark.read_text().strip() != plan.mark():
            hint = "give it a folder of its own with --out, or remove this one"
            raise AciesError(f"`{self.path}` holds another plan, or that of another version", hint=hint)
        mark.write_text(plan.mark() + "\n")

    def done(self) -> list[tuple[int, int, int, Path]]:
        """What was played: cell, first battle, how many, where."""
        found = []
        for part in self.parts.glob("*.parquet"):
            cell, first, games = map(int, part.stem.split("-"))
            found.append((cell, first, games, part))
        return sorted(found)

    def missing(self) -> Iterator[tuple[Cell, int, int]]:
        """What is still to be played: ranges of battles, each a cell, its first and how many."""
        done = self.done()
        for cell in self.plan.cells:
            at = 0
            for _, first, games, _ in (it for it in done if it[0] == cell.number):
                if first > at:
                    yield cell, at, first - at
                at = max(at, first + games)
            if at < self.plan.games:
                yield cell, at, self.plan.games - at

    def keep(self, batch: Batch, battles: Mapping[str, list[Any]]) -> None:
        """Keeps what a batch came to: whole or not at all."""
        import pyarrow.parquet

        name = f"{batch.cell.number:06}-{batch.first:09}-{batch.games:09}"
        unfinished = self.parts / f"{name}.unfinished"
        pyarrow.parquet.write_table(_table(batch, battles), unfinished)
        unfinished.replace(self.parts / f"{name}.parquet")

    def finish(self) -> pyarrow.Table:
        """Puts the parts together, in the order of the plan."""
        import pyarrow
        import pyarrow.parquet

        parts = [pyarrow.parquet.read_table(path) for *_, path in self.done()]
        whole = pyarrow.concat_tables(parts).combine_chunks()
        unfinished = self.path / "battles.unfinished"
        pyarrow.parquet.write_table(whole, unfinished, row_group_size=1 << 20, compression="zstd")
        unfinished.replace(self.path / "battles.parquet")
        (self.path / "summary.json").write_text(json.dumps(summary(whole), indent=1) + "\n")
        (self.path / "report.html").write_text(report(self.plan, whole), encoding="utf-8")
        return whole


def batches(folder: Folder, games: int) -> Iterator[Batch]:
    """What is missing, in batches of so many battles."""
    for cell, first, count in folder.missing():
        for at in range(first, first + count, games):
            yield Batch(cell, at, min(games, first + count - at))


def measured(plan: Plan) -> int:
    """How many battles of a plan one core plays in the time of a batch."""
    cell, games = plan.cells[len(plan.cells) // 2], 1
    while True:
        begun = time.perf_counter()
        play(Batch(cell, 0, games))
        took = time.perf_counter() - begun
        if took > BATCH / 10 or games >= plan.games:
            return max(1, min(plan.games, round(games * BATCH / max(took, 1e-6))))
        games *= 4


Players = Callable[[Iterator[Batch]], Iterator[tuple[Batch, int, dict[str, list[Any]]]]]


def alone(work: Iterator[Batch]) -> Iterator[tuple[Batch, int, dict[str, list[Any]]]]:
    """Plays batches in this process."""
    for batch in work:
        yield batch, os.getpid(), play(batch)


def _serve(line: Connection) -> None:
    """What a worker does: plays what it is sent until there is no more."""
    try:
        while (batch := line.recv()) is not None:
            line.send(play(batch))
    except (EOFError, KeyboardInterrupt):
        pass


class _Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.batch: Batch | None = None

    def give(self, batch: Batch) -> None:
        self.batch = batch
        try:
            self.line.send(batch)
        except OSError:
            pass  # It has died: so says its end of the line.

    def stop(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.join()


def pool(workers: int) -> Players:
    """Plays batches in so many processes of this machine. One that dies is replaced, and its batch played again."""

    def players(work: Iterator[Batch]) -> Iterator[tuple[Batch, int, dict[str, list[Any]]]]:
        again: deque[Batch] = deque()
        tries: dict[tuple[int, int], int] = {}

        def next_batch() -> Batch | None:
            return again.popleft() if again else next(work, None)

        crew: list[_Worker] = []
        try:
            for _ in range(workers):
                if (batch := next_batch()) is not None:
                    crew.append(_Worker())
                    crew[-1].give(batch)
            while crew:
                lines = {worker.line: worker for worker in crew}
                for line in wait(list(lines)):
                    worker = lines[line]  # type: ignore[index]
                    batch = worker.batch
                    assert batch is not None
                    try:
                        played = worker.line.recv()
                    except (EOFError, OSError):
                        worker.stop()
                        crew.remove(worker)
                        key = (batch.cell.number, batch.first)
                        tries[key] = tries.get(key, 0) + 1
                        if tries[key] >= TRIES:
                            who = f"battles {batch.first} to {batch.first + batch.games - 1} of cell {batch.cell.number}"
                            raise AciesError(f"{who}: {TRIES} workers died of it") from None
                        again.append(batch)
                        crew.append(_Worker())
                        crew[-1].give(again.popleft())
                        continue
                    pid = worker.process.pid or 0
                    if (following := next_batch()) is not None:
                        worker.give(following)
                    else:
                        crew.remove(worker)
                        worker.stop()
                    yield batch, pid, played
        finally:
            for worker in crew:
                worker.stop()

    return players


def cluster(address: str | None, **settings: Any) -> Players:
    """Plays batches on a Ray cluster, or on a small one of this machine's own. Ray plays those again whose worker dies."""

    def players(work: Iterator[Batch]) -> Iterator[tuple[Batch, int, dict[str, list[Any]]]]:
        import ray

        ours = not ray.is_initialized()
        if ours:
            ray.init(address=address, log_to_driver=False, **settings)

        @ray.remote(max_retries=TRIES, num_cpus=1)
        def played(batch: Batch) -> tuple[Batch, int, dict[str, list[Any]]]:
            return batch, os.getpid(), play(batch)

        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        cores = max(int(resources.get("CPU", 1)), 1)
        # Each core has a batch to play and one that waits; more would only have to be sent twice if a machine is lost.
        under_way = [played.remote(batch) for _, batch in zip(range(2 * cores), work)]
        try:
            while under_way:
                (first, *_), under_way = ray.wait(under_way)
                if (following := next(work, None)) is not None:
                    under_way.append(played.remote(following))
                yield ray.get(first)
        finally:
            for waiting in under_way:
                ray.cancel(waiting, force=True)
            if ours:
                ray.shutdown()

    return players


def run(
    plan: Plan,
    out: str | os.PathLike[str],
    players: Players = alone,
    *,
    games: int | None = None,
    told: Callable[[Done], None] = lambda done: None,
) -> pyarrow.Table:
    """Plays what is missing of a plan, in batches of so many ``games``, and writes results and report.

    ``told`` hears of each batch.
    """
    folder = Folder(out, plan)
    battles = plan.battles - sum(count for *_, count in folder.missing())
    if battles < plan.battles:
        for batch, worker, played in players(batches(folder, games or measured(plan))):
            folder.keep(batch, played)
            battles += batch.games
            told(Done(batch, worker, battles))
    return folder.finish()


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval that holds the true share in 95 of 100 cases."""
    z, share = 1.959964, wins / games
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    of = 1 + z * z / games
    return max((middle - reach) / of, 0.0), min((middle + reach) / of, 1.0)


def summary(battles: pyarrow.Table) -> list[dict[str, Any]]:
    """What each cell came to."""
    told = []
    columns = battles.to_pydict()
    starts: dict[int, list[int]] = {}
    for row, cell in enumerate(columns["cell"]):
        starts.setdefault(cell, []).append(row)
    for cell, rows in starts.items():
        one = {name: [values[row] for row in rows] for name, values in columns.items()}
        games = len(rows)
        red, blue = one["winner"].count("red"), one["winner"].count("blue")
        low, high = wilson(red, games)
        told.append(
            {
                "cell": cell,
                **{name: one[name][0] for name in ("red", "blue", "house", "red_player", "blue_player")},
                "games": games,
                "red_wins": red,
                "blue_wins": blue,
                "draws": games - red - blue,
                "red_share": red / games,
                "low": low,
                "high": high,
                "turns": sum(one["turns"]) / games,
                "red_lost": sum(one["red_lost"]) / games,
                "blue_lost": sum(one["blue_lost"]) / games,
            }
        )
    return told


def report(plan: Plan, battles: pyarrow.Table) -> str:
    """The results as a page."""
    cells = summary(battles)
    heads = ["red", "blue", "house rules", "players", "battles", "red wins", "95% interval", "draws", "turns"]

    def row(cell: Mapping[str, Any]) -> list[str]:
        return [
            cell["red"],
            cell["blue"],
            cell["house"],
            f"{cell['red_player']} v {cell['blue_player']}",
            str(cell["games"]),
            f"{cell['red_share']:.1%}",
            f"{cell['low']:.1%} to {cell['high']:.1%}",
            str(cell["draws"]),
            f"{cell['turns']:.1f}",
        ]

    def page(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        head = "".join(f"<th>{html.escape(it)}</th>" for it in heads)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(it)}</td>" for it in cells) + "</tr>\n" for cells in rows
        )
        return f"<h2>{html.escape(title)}</h2>\n<table>\n<tr>{head}</tr>\n{body}</table>\n"

    def by(title: str, key: Callable[[Mapping[str, Any]], Sequence[tuple[str, int, int]]]) -> str:
        sums: dict[str, list[int]] = {}
        for cell in cells:
            for who, won, of in key(cell):
                both = sums.setdefault(who, [0, 0])
                both[0] += won
                both[1] += of
        rows = []
        for who, (won, of) in sorted(sums.items(), key=lambda it: -it[1][0] / it[1][1]):
            low, high = wilson(won, of)
            rows.append([who, str(of), f"{won / of:.1%}", f"{low:.1%} to {high:.1%}"])
        return page(title, ["", "battles", "won", "95% interval"], rows)

    armies = by(
        "Armies, in whichever seat",
        lambda it: [(it["red"], it["red_wins"], it["games"]), (it["blue"], it["blue_wins"], it["games"])],
    )
    houses = by("House rules: what red wins", lambda it: [(it["house"], it["red_wins"], it["games"])])
    style = "body{font-family:sans-serif;margin:2em}td,th{padding:.2em .8em;text-align:left}tr:nth-child(even){background:#f2ecdd}"
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>A sweep of {plan.ruleset}</title>\n'
        f"<style>{style}</style>\n<h1>A sweep of {plan.ruleset}</h1>\n"
        f"<p>{plan.battles} battles in {len(plan.cells)} cells, seed {plan.seed}, Acies {_acies.__version__}.</p>\n"
        f"{armies}{houses}{page('Cells', heads, [row(cell) for cell in cells])}</html>\n"
    )


class _Progress:
    """Says how far a sweep is: on one line of a terminal, else now and then."""

    def __init__(self, plan: Plan, before: int) -> None:
        self.plan, self.before = plan, before
        self.begun, self.last = time.monotonic(), 0.0
        self.workers: set[int] = set()

    def __call__(self, done: Done) -> None:
        self.workers.add(done.worker)
        now = time.monotonic() - self.begun
        terminal = sys.stderr.isatty()
        if now - self.last < (0.2 if terminal else 10.0) and done.battles < self.plan.battles:
            return
        self.last = now
        pace = (done.battles - self.before) / max(now, 1e-9)
        left = (self.plan.battles - done.battles) / max(pace, 1e-9)
        line = (
            f"{done.battles} of {self.plan.battles} battles, {pace:.0f} a second, "
            f"{left:.0f} s left, {len(self.workers)} workers"
        )
        print(f"\r{line}\x1b[K" if terminal else line, end="" if terminal else "\n", file=sys.stderr, flush=True)


def _local(address: str | None, workers: int) -> dict[str, Any]:
    """What a cluster of this machine's own is told; one that runs already knows it."""
    return {} if address else {"num_cpus": workers, "include_dashboard": False}


def main(words: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m acies.sweep", description=__doc__.split("\n\n")[0])
    parser.add_argument("plan", help="what to play: a TOML file")
    parser.add_argument("--out", help="the folder of the results; PLAN.sweep if it is not given")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes on this machine; all cores")
    parser.add_argument("--ray", action="store_true", help="play on a Ray cluster of this machine's own")
    parser.add_argument("--address", help="play on a Ray cluster: `auto`, or `ray://host:10001`")
    parser.add_argument("--games", type=int, help="battles in a batch; about a second's worth if it is not given")
    asked = parser.parse_args(words)
    if asked.workers < 1 or (asked.games is not None and asked.games < 1):
        parser.error("a count is a whole number from 1 on")
    out = asked.out or f"{Path(asked.plan).with_suffix('')}.sweep"
    try:
        plan = read(asked.plan)
        if asked.ray or asked.address:
            players = cluster(asked.address, **_local(asked.address, asked.workers))
        else:
            players = alone if asked.workers == 1 else pool(asked.workers)
        before = plan.battles - sum(count for *_, count in Folder(out, plan).missing())
        if before:
            print(f"{before} of {plan.battles} battles are done already", file=sys.stderr)
        run(plan, out, players, games=asked.games, told=_Progress(plan, before))
    except (AciesError, OSError) as trouble:
        print(f"error: {trouble}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped: the same command goes on from here", file=sys.stderr)
        return 1
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{plan.battles} battles in {out}/battles.parquet, the report in {out}/report.html")
    return 0


if __name__ == "__main__":
    # Workers look for what they are sent in `acies.sweep`, and not in a program of another name.
    from acies.sweep import main as command

    sys.exit(command())
