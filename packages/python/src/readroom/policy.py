"""Which granted files may be read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from ._arguments import encoded

Action = Literal["allow", "mask", "ask", "deny"]
Answer = Literal["once", "always", "reject"]

_Patterns = Sequence[str]


@dataclass(frozen=True)
class Rule:
    """A rule of a policy, as it was written."""

    origin: str
    """Its origin: `policy`, `.agentignore`, or the name of a list, such as `secrets`."""
    pattern: str
    """Its pattern. Empty if no rule matches, or if a whole list cannot be used."""
    action: Action
    """Its action."""


@dataclass(frozen=True)
class Question:
    """A question about a read."""

    permission: Literal["read", "external_directory"]
    """The requested permission."""
    pattern: str
    """Its subject: the absolute path, or the directory and `/*`."""
    path: str
    """The absolute path of the file to be read."""
    rule: Rule
    """The rule that asks."""
    session: str | None = None
    """The session that the agent works in, if the room has one."""


@dataclass(frozen=True)
class Denied:
    """Why a read was denied."""

    path: str
    """The absolute path that was denied. Not for the model, which may have requested a link to it.
    """
    rule: Rule
    """The rule that decided."""
    message: str
    """The same in words, without the path."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Rules that decide by path. The last matching rule decides; `allow`, `mask`, `ask` and `deny`
    are patterns in the syntax of `.gitignore`, relative to the root, which come after `rules` in
    this order.

    By default everything may be read except names that look like secrets, which are asked about,
    and what the file `.agentignore` in the root denies. The engine `component` cannot ask: there,
    what is asked about is denied.
    """

    rules: Literal["default", "opencode", "everything"] | Mapping[str, Any] = "default"
    """The rules to begin with, or permissions such as `{"read": {"*.env": "ask"}}`."""
    allow: str | Sequence[str] = ()
    """Patterns of allowed files."""
    mask: str | Sequence[str] = ()
    """Patterns of allowed files, with `«redacted: …»` instead of secret values. `secrets` masks
    them in all allowed files, and in those whose names look like secrets.
    """
    ask: str | Sequence[str] = ()
    """Patterns of files to ask about."""
    deny: str | Sequence[str] = ()
    """Patterns of denied files."""
    agentignore: bool = True
    """Whether the file `.agentignore` in the root denies what it lists."""
    on_ask: Callable[[Question], Answer | Awaitable[Answer]] | None = None
    """Answers questions, on the thread that made the call. Without it the answer is no. An
    exception in it ends the call.
    """

    def __post_init__(self) -> None:
        self.settings()
        if self.on_ask is not None and not callable(self.on_ask):
            raise TypeError(f"policy.on_ask must be a function, not {type(self.on_ask).__name__}")

    def settings(self) -> dict[str, Any]:
        """Returns the rules as JSON has them."""
        if not isinstance(self.rules, (str, Mapping)):
            kind = type(self.rules).__name__
            raise TypeError(f"policy.rules must be a name or permissions, not {kind}")
        actions: tuple[Action, ...] = get_args(Action)
        return {
            "rules": self.rules if isinstance(self.rules, str) else dict(self.rules),
            **{each: encoded(_Patterns, getattr(self, each), f"policy.{each}") for each in actions},
            "agentignore": encoded(bool, self.agentignore, "policy.agentignore"),
        }


EVERYTHING = Policy(rules="everything", agentignore=False)
"""Everything that is granted may be read."""
