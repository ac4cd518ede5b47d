"""Battles as objects."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _acies, drawing
from .catalogue import looks_like_a_file, rulesets, written
from .errors import AciesError, Refused
from .forecasts import Forecast


@dataclass(frozen=True)
class Choice:
    """An action that can be chosen."""

    #: In notation: what :meth:`Battle.act` takes.
    action: str
    words: str


@dataclass(frozen=True)
class Entry:
    """Something that happened."""

    line: str
    rules: tuple[str, ...]
    #: Sums with their rows, what was thrown.
    detail: tuple[str, ...] = ()
    by: str | None = None
    heading: bool = False

    def __str__(self) -> str:
        return f"{self.line} [{', '.join(self.rules)}]" if self.rules else self.line


@dataclass(frozen=True)
class Verdict:
    """Whether an action is allowed, and if not, why not."""

    allowed: bool
    #: The action in notation and in words, if it is allowed.
    choice: Choice | None
    #: The rules that forbid it, and what they say.
    rules: tuple[str, ...] = ()
    says: str = ""
    #: The nearest action that is allowed, if it is known.
    instead: str | None = None
    #: The facts that decide, and shapes to draw them.
    reason: Mapping[str, Any] | None = None

    def __bool__(self) -> bool:
        return self.allowed


class Battle:
    """A battle under one ruleset, with its dice.

    Open one with :func:`acies.battle`, :func:`acies.position` or :func:`acies.resume`. Where a method takes a ``seat``,
    it means the one that is asked now unless you say ``"red"`` or ``"blue"``; a ``viewer`` of ``None`` is a spectator,
    who knows what both sides know.
    """

    def __init__(self, native: _acies.Battle) -> None:
        self._native = native

    @property
    def ruleset(self) -> str:
        """The id of its ruleset."""
        return self._native.ruleset

    @property
    def seed(self) -> int | None:
        """The seed of its dice; nothing if they are real."""
        return self._native.seed

    @property
    def seats(self) -> list[str]:
        """The seats that must decide now. Two at once decide without seeing each other's choice."""
        return self._native.seats

    @property
    def seat(self) -> str | None:
        """The seat to ask next; nothing if the battle is over."""
        return next(iter(self._native.seats), None)

    @property
    def over(self) -> bool:
        """Whether the battle is over."""
        return not self._native.seats

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended: ``winner`` (nobody, if it is a draw), ``rule``, ``how`` and ``by_limit``."""
        return self._native.outcome

    @property
    def sides(self) -> dict[str, dict[str, Any]]:
        """What each side calls itself, and what it has lost in the points that its army was bought with."""
        return self._native.sides

    @property
    def turn(self) -> int:
        """The turn that is being played."""
        return self._native.turn

    @property
    def moment(self) -> str:
        """Where the battle stands, in words."""
        return self._native.moment

    @property
    def hash(self) -> str:
        """A short hash of the state: equal states have equal ones, on every machine."""
        return self._native.hash

    def question(self, seat: str | None = None) -> dict[str, Any]:
        """What a seat is asked: ``context``, ``asks`` and ``rules``."""
        return self._native.question(seat)

    def candidates(self, seat: str | None = None) -> list[Choice]:
        """Sensible actions, all of them allowed. Others may be allowed too: :meth:`check` judges any."""
        return [Choice(**it) for it in self._native.candidates(seat)]

    def refused(self, seat: str | None = None) -> list[tuple[Choice, Verdict]]:
        """What looks possible and is not, with the reasons."""
        return [
            (Choice(it["action"], it["words"]), _refusal(it["reason"]))
            for it in self._native.refused(seat)
        ]

    def check(self, action: str, seat: str | None = None) -> Verdict:
        """Whether an action is allowed. Text that is no action is :class:`~acies.Misread`."""
        try:
            return Verdict(True, Choice(**self._native.check(action, seat)))
        except Refused as refused:
            return _refusal(refused.reason)

    def forecast(self, action: str, seat: str | None = None) -> Forecast | None:
        """What an action would throw and what may come of it, exactly; nothing if it throws no dice."""
        plain = self._native.forecast(action, seat)
        return None if plain is None else Forecast.read(plain)

    def act(
        self, action: str | Choice, seat: str | None = None, *, faces: Sequence[int] | None = None
    ) -> list[Entry]:
        """Carries out an action and says what it told who took it.

        A battle with real dice (``seed=None``) takes ``faces`` in the order in which they fell; as long as too few are
        given, :class:`~acies.DiceWanted` says which to throw and nothing has changed. What the rules forbid is
        :class:`~acies.Refused`.
        """
        text = action.action if isinstance(action, Choice) else action
        given = None if faces is None else list(faces)
        return [_entry(it) for it in self._native.act(text, seat, given)]

    def decide(self, player: str = "centurion", seed: int = 0, seat: str | None = None) -> str:
        """What a computer player would do, in notation. It gets the view of its seat and nothing else."""
        return self._native.decide(player, seed, seat)

    def play(self, red: str = "centurion", blue: str = "centurion", seed: int = 0) -> dict[str, Any]:
        """Lets computer players fight to the end, and says how it ended."""
        players = {"red": red, "blue": blue}
        number = 0
        while (seat := self.seat) is not None:
            number += 1
            self.act(self.decide(players[seat], _acies.seed_of(seed, number), seat), seat)
        outcome = self.outcome
        assert outcome is not None
        return outcome

    def log(self, viewer: str | None = None) -> list[Entry]:
        """What a viewer was told, from the beginning."""
        return [_entry(it) for it in self._native.log(viewer)]

    def view(self, viewer: str | None = None) -> dict[str, Any]:
        """What to draw for a viewer, with what he is asked and offered: a scene as plain data."""
        return self._native.view(viewer)

    def board(self, viewer: str | None = None) -> str:
        """The position as text."""
        return self._native.board(viewer)

    def svg(self, viewer: str | None = None) -> str:
        """The position as a drawing."""
        return drawing.svg(self.view(viewer))

    def save(self) -> str:
        """The position as a file, which :func:`acies.position` reads back to the same state."""
        return self._native.save()

    def start_record(self, red: str = "somebody", blue: str = "somebody") -> None:
        """Begins a record here, with the names of the players."""
        self._native.start_record(red, blue)

    def record(self) -> str | None:
        """The record so far, if one was begun: JSON Lines that ``acies replay`` shows and checks."""
        return self._native.record()

    def clone(self) -> Battle:
        """A copy, with the same dice to come: to go back to, or to try something with."""
        return Battle(self._native.clone())

    def _repr_svg_(self) -> str:
        return self.svg(self.seat)

    def __repr__(self) -> str:
        return repr(self._native)


def _refusal(reason: Mapping[str, Any]) -> Verdict:
    return Verdict(
        False, None, tuple(reason["rules"]), reason["says"], reason.get("instead"), reason
    )


def _entry(plain: Mapping[str, Any]) -> Entry:
    return Entry(
        plain["line"],
        tuple(plain["rules"]),
        tuple(plain.get("detail", ())),
        plain.get("by"),
        plain.get("heading", False),
    )


def start(
    *,
    battle: str | os.PathLike[str] | None = None,
    red: str | os.PathLike[str] | None = None,
    blue: str | os.PathLike[str] | None = None,
    field: bool = False,
    house: str | Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """How battles begin, as the native part has it."""
    given = [name for name, it in [("battle", battle), ("red", red or blue), ("field", field)] if it]
    if len(given) > 1:
        raise AciesError(f"`{given[0]}` and `{given[1]}` exclude each other")
    begins: dict[str, Any] = {}
    if battle is not None:
        name, text = written(battle)
        begins.update({"battle": name} if text is None else {"position": (name, text)})
    if red is not None:
        begins["red"] = written(red)
    if blue is not None:
        begins["blue"] = written(blue)
    if house is not None:
        begins["house"] = house if isinstance(house, str) else toml(house)
    return begins


def toml(table: Mapping[str, Any], above: str = "") -> str:
    """A table as TOML."""
    import json

    lines, below = [], []
    for key, value in table.items():
        name = json.dumps(key, ensure_ascii=False)
        if isinstance(value, Mapping):
            path = f"{above}.{name}" if above else name
            below.append(f"[{path}]\n{toml(value, path)}")
        else:
            lines.append(f"{name} = {_value(value)}\n")
    return "".join(lines + below)


def _value(value: Any) -> str:
    import json

    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        pairs = (f"{json.dumps(key)} = {_value(it)}" for key, it in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, (bool, int, float, str)):
        return json.dumps(value, ensure_ascii=False)
    raise AciesError(f"a house rule cannot be {value!r}")


def battle(
    name: str | os.PathLike[str],
    *,
    red: str | os.PathLike[str] | None = None,
    blue: str | os.PathLike[str] | None = None,
    house: str | Mapping[str, Any] | None = None,
    seed: int | None = 0,
) -> Battle:
    """Opens a battle: a shipped one by its name, a position file, or two armies of a ruleset in the field.

    >>> import acies
    >>> acies.battle("tapae").ruleset
    'virtus'
    >>> acies.battle("virtus", red="dacian", blue="gallic").sides["red"]["name"]
    'Dacian'

    ``house`` are house rules: a table that is written over the battle's position file. With ``seed=None`` the dice
    are real: see :meth:`Battle.act`.
    """
    if looks_like_a_file(name):
        file, text = written(name)
        assert text is not None
        return position(text, file=file, house=house, seed=seed)
    known = {it.id for it in rulesets()}
    if str(name) in known:
        begins = start(red=red, blue=blue, house=house)
        return Battle(_acies.Battle(str(name), seed=seed, **begins))
    if red is not None or blue is not None:
        raise AciesError(f"`{name}` has its armies", hint="two armies meet in a ruleset: acies.battle('virtus', ...)")
    begins = start(battle=name, house=house)
    return Battle(_acies.Battle(_acies.ruleset_of_battle(str(name)), seed=seed, **begins))


def position(
    text: str,
    *,
    ruleset: str | None = None,
    file: str = "position.toml",
    house: str | Mapping[str, Any] | None = None,
    seed: int | None = 0,
) -> Battle:
    """Opens a position from the text of its file, which says what its ruleset is unless you do."""
    of = _acies.ruleset_of(file, text) if ruleset is None else ruleset
    begins = start(house=house)
    return Battle(_acies.Battle(of, position=(file, text), seed=seed, **begins))


def resume(record: str) -> Battle:
    """Goes on with a record. The battle is played again on the way, and any difference is an error."""
    return Battle(_acies.Battle.resume(record))


def check(position: str | os.PathLike[str] | Battle, action: str, seat: str | None = None) -> Verdict:
    """Whether an action is allowed in a position: a battle, a shipped one by its name, or a file."""
    stands = position if isinstance(position, Battle) else battle(position)
    return stands.check(action, seat)
