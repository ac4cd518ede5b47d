"""Thousands of battles at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _acies
from .battles import start
from .errors import AciesError

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Simulation:
    """Battles that were played. The same seed gives the same ones, whatever the number of threads."""

    #: What they come to: shares of wins with Wilson's intervals, turns, losses, endings by rule.
    summary: dict[str, Any]
    #: Every battle, column by column, in the order of their numbers.
    battles: dict[str, list[Any]] = field(repr=False)
    #: How often each rule was cited, if that was asked for.
    rules: dict[str, int] = field(repr=False)
    #: What it took. Times are never the same twice, so they are kept apart.
    timing: dict[str, Any] = field(repr=False)

    def __len__(self) -> int:
        return len(self.battles["battle"])

    def frame(self) -> pandas.DataFrame:
        """Every battle as a row of a pandas frame."""
        import pandas

        return pandas.DataFrame(self.battles)


def simulate(
    ruleset: str,
    *,
    red: str | os.PathLike[str] | None = None,
    blue: str | os.PathLike[str] | None = None,
    battle: str | os.PathLike[str] | None = None,
    field: bool = False,
    house: str | Mapping[str, Any] | None = None,
    players: str | tuple[str, str] = "centurion",
    games: int = 1000,
    seed: int = 1,
    first: int = 0,
    threads: int = 0,
    rules: bool = False,
) -> Simulation:
    """Plays battles between computer players on all cores, with the interpreter released.

    They begin with two armies, with a ``battle`` (shipped, or a position file), or with ``field``: all pairs of shipped
    armies of one size, sides swapped. ``players`` are those of red and of blue, or one for both. Battles are numbered:
    ``first`` and ``games`` may split a simulation into parts that together are the whole. ``rules`` counts how often
    each rule is cited.
    """
    both = (players, players) if isinstance(players, str) else tuple(players)
    if len(both) != 2:
        raise AciesError(f"two players fight, not {len(both)}")
    if games < 1 or first < 0:
        raise AciesError("no battles are asked for", hint="try games=1000")
    begins = start(battle=battle, red=red, blue=blue, field=field, house=house)
    played = _acies.simulate(
        ruleset,
        players=both,
        games=games,
        seed=seed,
        first=first,
        threads=threads,
        rules=rules,
        field=field,
        **begins,
    )
    return Simulation(**played)
