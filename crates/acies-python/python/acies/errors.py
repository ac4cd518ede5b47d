"""What goes wrong, with the rules that say so."""

from __future__ import annotations

from typing import Any


class AciesError(ValueError):
    """Something cannot be done or answered.

    ``rules`` are the ids of the rules that say so, ``hint`` is what to do instead, if that is known.
    """

    def __init__(self, says: str, *, rules: list[str] | None = None, hint: str | None = None) -> None:
        super().__init__(says)
        self.says = says
        self.rules: list[str] = list(rules or [])
        self.hint = hint

    def __str__(self) -> str:
        rules = f" [{', '.join(self.rules)}]" if self.rules and self.rules[0] not in self.says else ""
        hint = f"\nhint: {self.hint}" if self.hint else ""
        return f"{self.says}{rules}{hint}"


class Misread(AciesError):
    """Text that is no action, no army, no roll."""


class Refused(AciesError):
    """The rules forbid an action. ``reason`` has the facts that decide, and shapes to draw them."""

    def __init__(self, says: str, *, reason: dict[str, Any], **more: Any) -> None:
        super().__init__(says, **more)
        self.reason = reason


class BadFile(AciesError):
    """Something is wrong in a file: which one, and where, counted from one."""

    def __init__(self, says: str, *, file: str, line: int, column: int, **more: Any) -> None:
        super().__init__(says, **more)
        self.file, self.line, self.column = file, line, column

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {super().__str__()}"


class DiceWanted(AciesError):
    """Real dice have to be thrown first: nothing has happened.

    Throw ``count`` dice of ``faces`` and give them to the same action, after those that it had. Where ``kinds`` has
    names, a card is drawn: its face is its place among them, counted from nought.
    """

    def __init__(
        self,
        says: str,
        *,
        by: str,
        die: str,
        faces: list[int],
        count: int,
        kinds: list[str],
        wrong: int | None,
        **more: Any,
    ) -> None:
        super().__init__(says, **more)
        self.by, self.die, self.faces, self.count = by, die, faces, count
        self.kinds, self.wrong = kinds, wrong
