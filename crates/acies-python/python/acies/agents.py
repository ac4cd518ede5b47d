"""Battles as environments for agents that learn: PettingZoo, Gymnasium, and many side by side.

What an agent sees is made from the view of its own seat, so nothing that is hidden from a player is in it. It is a
dict of tables (:data:`COLUMNS` names every column; the reference explains them). An action is a row of the table
``candidates``: rules with free movement become a finite list of sensible actions, each with a row of features.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from . import _acies, drawing
from .battles import start
from .errors import AciesError

_layout = _acies.layout()
#: The drawings of troops that ``symbol`` counts from one, and the kinds of terrain that ``kind`` counts from one.
SYMBOLS: list[str] = _layout.pop("symbols")
TERRAINS: list[str] = _layout.pop("terrains")
#: The columns of each table of an observation.
COLUMNS: dict[str, list[str]] = _layout
#: How many rows each table has unless you say otherwise.
ROWS: dict[str, int] = {
    "pieces": 64,
    "areas": 16,
    "terrain": 16,
    "pools": 8,
    "cards": 16,
    "candidates": 128,
}
SEATS = ("red", "blue")
#: No number of an observation is larger.
BOUND = 1000.0

Observation = dict[str, Any]


def _rows(rows: Mapping[str, int] | None) -> dict[str, int]:
    unknown = set(rows or {}) - set(ROWS)
    if unknown:
        raise AciesError(f"there is no table `{min(unknown)}`", hint=f"tables: {', '.join(ROWS)}")
    return {**ROWS, **(rows or {})}


def _points(reward: str) -> bool:
    if reward not in ("result", "points"):
        raise AciesError(f"there is no reward `{reward}`", hint="it is result or points")
    return reward == "points"


def observation_space(rows: Mapping[str, int] | None = None) -> spaces.Dict:
    """The space of what an agent sees."""
    tables: dict[str, spaces.Space[Any]] = {}
    for name, columns in COLUMNS.items():
        shape = (len(columns),) if name == "battle" else (_rows(rows)[name], len(columns))
        tables[name] = spaces.Box(-BOUND, BOUND, shape, np.float32)
    mask = spaces.Box(0, 1, (_rows(rows)["candidates"],), np.int8)
    return spaces.Dict({"observation": spaces.Dict(tables), "action_mask": mask})


class _Played:
    """What all environments of one battle have in common."""

    metadata: dict[str, Any]

    def __init__(
        self,
        ruleset: str,
        *,
        battle: str | os.PathLike[str] | None,
        red: str | os.PathLike[str] | None,
        blue: str | os.PathLike[str] | None,
        field: bool,
        house: str | Mapping[str, Any] | None,
        reward: str,
        actions_max: int | None,
        rows: Mapping[str, int] | None,
        render_mode: str | None,
    ) -> None:
        modes = self.metadata["render_modes"]
        if render_mode not in (None, *modes):
            raise AciesError(f"nothing is drawn as `{render_mode}`", hint=f"it is one of {', '.join(modes)}")
        begins = start(battle=battle, red=red, blue=blue, field=field, house=house)
        self.ruleset = ruleset
        self.render_mode = render_mode
        self._points = _points(reward)
        self._actions_max = actions_max
        self._table = _acies.Table(ruleset, field=field, **begins, **_rows(rows))
        self._space = observation_space(rows)
        self._seed, self._begun = 0, 0

    def _begin(self, seed: int | None) -> None:
        """The seed begins a series of battles; without one it goes on."""
        if seed is not None:
            self._seed, self._begun = seed, 0
        self._table.reset(_acies.seed_of(self._seed, self._begun))
        self._begun += 1

    def _look(self, seat: str) -> Observation:
        seen, mask = self._table.look(seat)
        return {"observation": seen, "action_mask": mask}

    def _too_long(self) -> bool:
        return self._actions_max is not None and self._table.actions >= self._actions_max

    def options(self, seat: str) -> list[tuple[str, str]]:
        """The actions of a seat in notation and in words, row by row."""
        return self._table.told(seat)

    def outcome(self) -> dict[str, Any] | None:
        """How the battle ended, if it is over."""
        return self._table.outcome

    def save(self) -> str:
        """The position as a file."""
        return self._table.save()

    def render(self) -> str | None:
        """The position as text (``ansi``) or as a drawing (``svg``), as a spectator sees it."""
        if self.render_mode == "ansi":
            return self._table.board()
        if self.render_mode == "svg":
            return drawing.svg(self._table.view())
        return None

    def close(self) -> None:
        """There is nothing to close."""


class BattleEnv(_Played, AECEnv):  # type: ignore[misc]
    """A battle in which agents take turns: PettingZoo's AEC interface.

    The agents are ``red`` and ``blue``. Where both decide without seeing each other's choice they are asked one after
    the other. ``reward`` is ``result`` (1, -1 or 0 at the end) or ``points`` (what the enemy has lost more than
    oneself since the last action, in hundreds of the points that armies are bought with). Battles begin like those of
    :func:`acies.simulate`; ``rows`` says how many rows tables have, ``actions_max`` when a battle is broken off.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "acies_v0", "is_parallelizable": False}

    def __init__(
        self,
        ruleset: str,
        *,
        battle: str | os.PathLike[str] | None = None,
        red: str | os.PathLike[str] | None = None,
        blue: str | os.PathLike[str] | None = None,
        field: bool = False,
        house: str | Mapping[str, Any] | None = None,
        reward: str = "result",
        actions_max: int | None = None,
        rows: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            ruleset,
            battle=battle,
            red=red,
            blue=blue,
            field=field,
            house=house,
            reward=reward,
            actions_max=actions_max,
            rows=rows,
            render_mode=render_mode,
        )
        self.possible_agents = list(SEATS)
        self.agents: list[str] = []
        choices = _rows(rows)["candidates"]
        self.observation_spaces = {seat: observation_space(rows) for seat in SEATS}
        self.action_spaces = {seat: spaces.Discrete(choices) for seat in SEATS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in SEATS}
        self._skip_agent_selection = None
        self.agent_selection = _first(self._table.asked)

    def observe(self, agent: str) -> Observation:
        return self._look(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise AciesError(f"{agent} must decide")
        red, blue = self._table.choose(agent, int(action), self._points)
        total = self._cumulative_rewards
        total[agent] = 0.0
        total["red"] += red
        total["blue"] += blue
        self.rewards = {"red": red, "blue": blue}
        asked = self._table.asked
        if asked:
            self.agent_selection = _first(asked)
            if self._actions_max is not None and self._too_long():
                self.truncations = dict.fromkeys(SEATS, True)
        else:
            self.terminations = dict.fromkeys(SEATS, True)
            self.agent_selection = agent

    def clone(self) -> BattleEnv:
        """A copy, with the same dice to come. A player who looked ahead with it would know how they fall."""
        return self._with(self._table.clone())

    def guess(self, agent: str, seed: int) -> BattleEnv:
        """A battle that agrees with all that an agent knows of this one: what is hidden from it is guessed, and the dice
        are others. To look ahead with."""
        return self._with(self._table.guess(agent, seed))

    def _with(self, table: _acies.Table) -> BattleEnv:
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._table = table
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agents"):
            if name in self.__dict__:
                setattr(copy, name, getattr(self, name).copy())
        return copy


def _first(asked: int) -> str:
    """The seat to ask next, of a set of seats: bit 1 is red, bit 2 blue."""
    return "red" if asked & 1 else "blue"


class ParallelBattleEnv(_Played, ParallelEnv):  # type: ignore[misc]
    """A battle in which both agents answer at once: PettingZoo's parallel interface.

    Who is not asked has one action, row 0, which waits. Where both must decide without seeing each other's choice,
    both choices count.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "acies_parallel_v0"}

    def __init__(
        self,
        ruleset: str,
        *,
        battle: str | os.PathLike[str] | None = None,
        red: str | os.PathLike[str] | None = None,
        blue: str | os.PathLike[str] | None = None,
        field: bool = False,
        house: str | Mapping[str, Any] | None = None,
        reward: str = "result",
        actions_max: int | None = None,
        rows: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            ruleset,
            battle=battle,
            red=red,
            blue=blue,
            field=field,
            house=house,
            reward=reward,
            actions_max=actions_max,
            rows=rows,
            render_mode=render_mode,
        )
        self.possible_agents = list(SEATS)
        self.agents: list[str] = []
        choices = _rows(rows)["candidates"]
        self.observation_spaces = {seat: observation_space(rows) for seat in SEATS}
        self.action_spaces = {seat: spaces.Discrete(choices) for seat in SEATS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.agents = list(SEATS)
        return self._seen(), {seat: {} for seat in SEATS}

    def _seen(self) -> dict[str, Observation]:
        asked = self._table.asked
        seen = {seat: self._look(seat) for seat in SEATS}
        for bit, seat in enumerate(SEATS):
            if not asked & 1 << bit:
                seen[seat]["action_mask"][0] = 1
        return seen

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        rewards = dict.fromkeys(SEATS, 0.0)
        asked = self._table.asked
        for bit, seat in enumerate(SEATS):
            if asked & 1 << bit and self._table.asked & 1 << bit:
                if seat not in actions:
                    raise AciesError(f"{seat} must decide")
                for other, came in zip(SEATS, self._table.choose(seat, int(actions[seat]), self._points)):
                    rewards[other] += came
        over = not self._table.asked
        too_long = not over and self._too_long()
        if over or too_long:
            self.agents = []
        return (
            self._seen(),
            rewards,
            dict.fromkeys(SEATS, over),
            dict.fromkeys(SEATS, too_long),
            {seat: {} for seat in SEATS},
        )


class Duel(_Played, gymnasium.Env[Observation, Any]):
    """A battle against a computer player: Gymnasium's interface.

    The agent has ``seat``, the computer the other one. Gymnasium knows no masks: an action beyond the last row counts
    on from the first, so that every action of the space is one.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        ruleset: str,
        against: str = "centurion",
        *,
        seat: str = "red",
        battle: str | os.PathLike[str] | None = None,
        red: str | os.PathLike[str] | None = None,
        blue: str | os.PathLike[str] | None = None,
        field: bool = False,
        house: str | Mapping[str, Any] | None = None,
        reward: str = "result",
        actions_max: int | None = None,
        rows: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if against not in _acies.players():
            known = ", ".join(_acies.players())
            raise AciesError(f"there is no player `{against}`", hint=f"known are {known}")
        if seat not in SEATS:
            raise AciesError(f"there is no seat `{seat}`", hint="it is red or blue")
        super().__init__(
            ruleset,
            battle=battle,
            red=red,
            blue=blue,
            field=field,
            house=house,
            reward=reward,
            actions_max=actions_max,
            rows=rows,
            render_mode=render_mode,
        )
        self.against, self.seat = against, seat
        self._number = SEATS.index(seat)
        self._other = SEATS[1 - self._number]
        self.observation_space = self._space
        self.action_space = spaces.Discrete(_rows(rows)["candidates"])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        gymnasium.Env.reset(self, seed=seed)
        self._begin(seed)
        self._answer()
        return self._look(self.seat), {}

    def _answer(self) -> float:
        """Lets the computer decide until the agent is asked or the battle is over."""
        own, theirs = 1 << self._number, 2 >> self._number
        reward = 0.0
        while self._table.asked & theirs and not self._table.asked & own:
            reward += self._table.play(self._other, self.against, self._points)[self._number]
        return reward

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._table.asked:
            raise AciesError("the battle is over", hint="begin another: reset()")
        rows = int(self._look(self.seat)["action_mask"].sum())
        came = self._table.choose(self.seat, int(action) % rows, self._points)
        reward = came[self._number] + self._answer()
        over = not self._table.asked
        return self._look(self.seat), float(reward), over, not over and self._too_long(), {}


class Skirmish:
    """Many battles side by side, stepped together on all cores with the interpreter released.

    The arrays are always the same objects and change with every step: copy what you want to keep. In each battle they
    show what the agent sees whose turn it is, so one policy plays both sides. A battle that is over is followed by
    another at once: ``done`` and ``winner`` say how the last one ended, ``reward`` what the step brought red and blue.
    ``against`` gives one seat (``computer``) to a computer player; with ``swap`` it changes seats with every battle.
    """

    #: Tables of what is seen: ``(battles, rows, columns)``.
    observation: dict[str, NDArray[np.float32]]
    #: Which rows of ``candidates`` are actions: always the first ``count``.
    mask: NDArray[np.int8]
    count: NDArray[np.int64]
    #: Whose turn it is: 0 red, 1 blue.
    seat: NDArray[np.int8]
    #: What the last step brought red and blue.
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]
    #: Who won a battle that is done: 0 red, 1 blue, -1 nobody.
    winner: NDArray[np.int8]

    def __init__(
        self,
        ruleset: str,
        battles: int,
        *,
        battle: str | os.PathLike[str] | None = None,
        red: str | os.PathLike[str] | None = None,
        blue: str | os.PathLike[str] | None = None,
        field: bool = False,
        house: str | Mapping[str, Any] | None = None,
        reward: str = "result",
        against: str | None = None,
        computer: str = "blue",
        swap: bool = False,
        seed: int = 0,
        threads: int = 0,
        rows: Mapping[str, int] | None = None,
    ) -> None:
        begins = start(battle=battle, red=red, blue=blue, field=field, house=house)
        self._batch = _acies.Batch(
            ruleset,
            battles,
            field=field,
            points=_points(reward),
            against=None if against is None else (computer, against),
            swap=swap,
            seed=seed,
            threads=threads,
            **begins,
            **_rows(rows),
        )
        self.observation = self._batch.observation
        for name in ("mask", "count", "seat", "reward", "done", "winner"):
            setattr(self, name, getattr(self._batch, name))

    def __len__(self) -> int:
        return len(self._batch)

    def reset(self, seed: int = 0) -> None:
        """Begins all battles anew."""
        self._batch.reset(seed)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Takes one action in every battle: a row of ``candidates`` each. If one of them is none, nothing is done."""
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int64))

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """An action at random for every battle."""
        return (rng.random(len(self)) * self.count).astype(np.int64)
