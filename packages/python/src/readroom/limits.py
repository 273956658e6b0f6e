"""Limits of a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import RoomError
from .generated.limits import UNITS, LimitFields

MIB = 1024 * 1024

# The limits of a session's memory, and of a call's environment. The same in every host.
PATH_BYTES = 4096
INDEX_BYTES = 32 * 1024
INDEXED_FILES = 16
SHOWN_BYTES = 4 * 1024
SHOWN_FILES = 256
MAX_ARGUMENTS = 64 * 1024 + 8

# The limits that a component in this process has too.
_OF_COMPONENT = ("time", "memory", "tokens")


@dataclass(frozen=True, kw_only=True)
class Limits(LimitFields):
    """Limits on the host's resources for the calls in a room. A call that reaches a limit fails,
    and the next call is served.

    What is not given has its default. A component in this process has `time`, `memory` and `tokens`
    alone. There `memory` is from 2 MiB to 128 MiB, and a call to the operating system that hangs is
    not ended.
    """

    def __post_init__(self) -> None:
        for name, value in self._given().items():
            _check(f"limits.{name}", value, *UNITS[name])

    def _given(self) -> Mapping[str, Any]:
        return {name: value for name, value in vars(self).items() if value is not None}

    def settings(self) -> Mapping[str, Any]:
        """Returns the given limits as the program takes them."""
        return {
            name: f"{round(value * 1000)}ms" if UNITS[name][0] == "seconds" else value
            for name, value in self._given().items()
        }

    def of_program(self) -> list[str]:
        """Returns the names of the given limits that only the program has."""
        return [name for name in self._given() if name not in _OF_COMPONENT]

    @property
    def component_memory(self) -> int:
        """The memory of a component in this process, in bytes. Raises `RoomError` if it cannot be
        had.
        """
        memory = 128 * MIB if self.memory is None else self.memory
        if not 2 * MIB <= memory <= 128 * MIB:
            raise RoomError(
                f"limits.memory must be from {2 * MIB} to {128 * MIB} bytes in this process, not "
                f"{memory}"
            )
        return memory

    @property
    def component_time(self) -> float:
        """The time of a call of a component in this process, in seconds."""
        return 30.0 if self.time is None else self.time


def _check(name: str, value: object, unit: str, minimum: int) -> None:
    """Raises `RoomError` if a value is invalid for its unit."""
    if unit == "threads":
        is_right, wanted = value in ("auto", "caller", "own"), "'auto', 'caller' or 'own'"
    elif unit == "seconds":
        least = 0.001 * minimum
        is_right = not isinstance(value, bool) and isinstance(value, (int, float))
        is_right = is_right and least <= value <= 86_400  # type: ignore[operator]
        wanted = f"between {least} and 86400, in seconds"
    else:
        is_right = not isinstance(value, bool) and isinstance(value, int) and value >= minimum
        wanted = f"an integer of at least {minimum}"
    if not is_right:
        raise RoomError(f"{name} must be {wanted}, not {value!r}")
