"""Exact odds."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from . import _acies


@dataclass(frozen=True)
class Chance:
    """How likely something is: exactly."""

    says: str
    chance: Fraction
    #: The outcome as named numbers.
    numbers: dict[str, int] = field(default_factory=dict)

    def __float__(self) -> float:
        return float(self.chance)


@dataclass(frozen=True)
class Forecast:
    """Exact odds with everything that goes into them."""

    title: str
    #: Each number that is used: its name, and rows of rule, words and worth.
    sums: tuple[tuple[str, dict[str, Any]], ...] = field(repr=False)
    #: Rules that shape the throw without being a row of a sum.
    rules: tuple[str, ...]
    #: Every outcome. They add up to one.
    outcomes: tuple[Chance, ...] = field(repr=False)
    #: What a player asks first.
    highlights: tuple[Chance, ...]

    def __getitem__(self, says: str) -> Fraction:
        """The chance of a highlight or an outcome, by its words."""
        for chance in (*self.highlights, *self.outcomes):
            if chance.says == says:
                return chance.chance
        raise KeyError(says)

    def mean(self, number: str) -> Fraction:
        """The average of one of the numbers of the outcomes."""
        return sum((it.chance * it.numbers[number] for it in self.outcomes), Fraction(0))

    @staticmethod
    def read(plain: dict[str, Any]) -> Forecast:
        """From plain data, as :meth:`acies.Battle.forecast` and the server have it."""
        return Forecast(
            plain["title"],
            tuple((name, rows) for name, rows in plain["sums"]),
            tuple(plain["rules"]),
            tuple(map(_chance, plain["outcomes"])),
            tuple(map(_chance, plain["highlights"])),
        )


def _chance(plain: dict[str, Any]) -> Chance:
    return Chance(plain["says"], Fraction(plain["chance"]["exact"]), dict(plain.get("is", [])))


def odds(ruleset: str, kind: str, *sides: str, **settings: Any) -> Forecast:
    """Exact odds of an isolated roll.

    >>> import acies
    >>> fight = acies.odds("adlg", "melee", "heavy_swordsmen elite charging", "pikemen disordered")
    >>> sum(outcome.chance for outcome in fight.outcomes)
    Fraction(1, 1)

    Each side is a troop word and its circumstances, in any order; what is known is in
    :meth:`acies.Ruleset.odds_kinds`. A word that is unknown or makes no sense is refused with the nearest ones.
    """
    pairs = [(key, str(value)) for key, value in settings.items()]
    return Forecast.read(_acies.odds(ruleset, kind, list(sides), pairs))


def example(ruleset: str, kind: str) -> Forecast:
    """The example that comes with a kind of roll."""
    kinds = {it["name"]: it for it in _acies.odds_kinds(ruleset)}
    words = shlex.split(kinds[kind]["example"])[4:]
    settings = dict(word.split("=", 1) for word in words if "=" in word and " " not in word)
    return odds(ruleset, kind, *(word for word in words if "=" not in word or " " in word), **settings)
