"""Acies plays ancient battles under published sets of miniature rules and answers questions about them.

>>> import acies
>>> [ruleset.id for ruleset in acies.rulesets()]  # doctest: +ELLIPSIS
['virtus', ...]
>>> battle = acies.battle("tapae", seed=1)
>>> entries = battle.act(battle.candidates()[0].action)

Everything here comes from one code of rules: what a battle does, what a forecast says and what a refusal cites.
Environments for agents are in :mod:`acies.agents`, sweeps over many machines in :mod:`acies.sweep`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._acies import __version__, players
from .battles import Battle, Choice, Entry, Verdict, battle, check, position, resume
from .catalogue import Army, BattleCard, Rule, Ruleset, army, ruleset, rulesets
from .errors import AciesError, BadFile, DiceWanted, Misread, Refused
from .forecasts import Chance, Forecast, odds
from .simulation import Simulation, simulate

if TYPE_CHECKING:
    from .agents import BattleEnv, Duel, ParallelBattleEnv, Skirmish

__all__ = [
    "AciesError",
    "Army",
    "BadFile",
    "Battle",
    "BattleCard",
    "Chance",
    "Choice",
    "DiceWanted",
    "Entry",
    "Forecast",
    "Misread",
    "Refused",
    "Rule",
    "Ruleset",
    "Simulation",
    "Verdict",
    "__version__",
    "army",
    "battle",
    "batch",
    "check",
    "duel",
    "env",
    "odds",
    "parallel_env",
    "players",
    "position",
    "resume",
    "ruleset",
    "rulesets",
    "simulate",
]


def env(ruleset: str, **settings: Any) -> BattleEnv:
    """A battle as a PettingZoo environment, agent after agent. See :class:`acies.agents.BattleEnv`."""
    from .agents import BattleEnv

    return BattleEnv(ruleset, **settings)


def parallel_env(ruleset: str, **settings: Any) -> ParallelBattleEnv:
    """A battle as a parallel PettingZoo environment. See :class:`acies.agents.ParallelBattleEnv`."""
    from .agents import ParallelBattleEnv

    return ParallelBattleEnv(ruleset, **settings)


def duel(ruleset: str, against: str = "centurion", **settings: Any) -> Duel:
    """A battle against a computer player as a Gymnasium environment. See :class:`acies.agents.Duel`."""
    from .agents import Duel

    return Duel(ruleset, against, **settings)


def batch(ruleset: str, battles: int, **settings: Any) -> Skirmish:
    """Many battles side by side, stepped together on all cores. See :class:`acies.agents.Skirmish`."""
    from .agents import Skirmish

    return Skirmish(ruleset, battles, **settings)
