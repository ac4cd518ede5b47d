"""What there is: rulesets, with their rules, armies and battles."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _acies
from .errors import AciesError


@dataclass(frozen=True)
class Rule:
    """A rule or ruling as the rulebook has it."""

    id: str
    section: str
    text: str
    #: Where a ruling comes from; nothing for a printed rule.
    ruling: str | None = None
    table: dict[str, Any] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Army:
    """An army, checked."""

    name: str
    cost: int
    #: What it could have cost.
    budget: int
    units: int
    #: A line a unit.
    roster: tuple[str, ...]
    #: What is allowed but unusual.
    warnings: tuple[str, ...]
    #: The file's own text.
    text: str = field(repr=False)


@dataclass(frozen=True)
class ArmyCard:
    """What a list of armies says of one."""

    id: str
    name: str
    cost: int
    units: int
    #: Armies of one size meet each other in the field.
    size: int


@dataclass(frozen=True)
class BattleCard:
    """What a list of battles says of one."""

    id: str
    name: str
    about: str


@dataclass(frozen=True)
class Ruleset:
    """A set of rules. What it has is read when it is asked for."""

    id: str
    name: str
    authors: str

    def rules(self) -> list[Rule]:
        """Every rule and ruling, in the order of the rulebook."""
        return [Rule(**rule) for rule in _acies.rules(self.id)]

    def rule(self, id: str) -> Rule:
        """The rule of this id."""
        return Rule(**_acies.rule(self.id, id))

    def armies(self) -> list[ArmyCard]:
        """The armies that come with it."""
        return [ArmyCard(**card) for card in _acies.armies(self.id)]

    def battles(self) -> list[BattleCard]:
        """The battles that come with it."""
        return [BattleCard(**card) for card in _acies.battles(self.id)]

    def lists(self) -> list[dict[str, Any]]:
        """What armies may be made of, by the peoples that have them."""
        return _acies.lists(self.id)

    def troops(self) -> list[dict[str, Any]]:
        """The troops that odds can be asked about, by the words that players type."""
        return _acies.troops(self.id)

    def odds_kinds(self) -> list[dict[str, Any]]:
        """The rolls that can be asked about, with every word they take and its rule."""
        return _acies.odds_kinds(self.id)


def rulesets() -> list[Ruleset]:
    """The rulesets that Acies plays."""
    return [Ruleset(**it) for it in _acies.rulesets()]


def ruleset(id: str) -> Ruleset:
    """The ruleset of this id."""
    for it in rulesets():
        if it.id == id.lower():
            return it
    _acies.armies(id)  # says what is known
    raise AciesError(f"there is no ruleset `{id}`")


def army(ruleset: str, army: str | os.PathLike[str]) -> Army:
    """Checks an army: a shipped one by its id, or a file. A wrong file is a :class:`~acies.BadFile` with its line."""
    name, text = written(army)
    found = _acies.army(ruleset, name, text)
    return Army(**{**found, "roster": tuple(found["roster"]), "warnings": tuple(found["warnings"])})


def looks_like_a_file(name: str | os.PathLike[str]) -> bool:
    """Whether a name means a file and not something that is shipped."""
    return not isinstance(name, str) or bool(Path(name).suffix) or "/" in name or os.sep in name


def written(name: str | os.PathLike[str]) -> tuple[str, str | None]:
    """The name of something, and the text of its file if it is one."""
    if looks_like_a_file(name):
        return str(name), Path(name).read_text(encoding="utf-8")
    return str(name), None
