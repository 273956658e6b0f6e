"""Limits of a call."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import RoomError

MIB = 1024 * 1024

# What is kept of the files of a session, and what a call may be given. The same in every host.
PATH_BYTES = 4096
INDEX_BYTES = 32 * 1024
INDEXED_FILES = 16
SHOWN_BYTES = 4 * 1024
SHOWN_FILES = 256
MAX_ARGUMENTS = 64 * 1024 + 8


@dataclass(frozen=True)
class Limits:
    """What a call may use. A call that reaches a limit fails, and affects no other.

    The component itself bounds its answers, as the contract says. These limits hold whatever it
    does.
    """

    memory: int = 128 * MIB
    """The maximum memory of the component in bytes, from 2 MiB to 128 MiB, which is the component's
    own limit. Reading text takes less than 8 MiB, or up to 40 MiB where a tool returns 4 MiB of it
    and JSON escapes every character; resizing an image takes up to 104 MiB. With less, an image is
    refused, or the call fails with `CallError`.
    """

    seconds: float = 30.0
    """The maximum time of a call in seconds, after which it fails with `LimitError`. In the engine
    `component`, a call to the operating system that hangs is not ended. Reading 1 GiB to its end
    takes about two seconds.
    """

    tokens: int | None = None
    """The maximum number of tokens that a call of the tool `readroom` shows a model, by an estimate
    and whatever its arguments ask for. None means no limit.
    """

    cpu_seconds: float | None = None
    """The maximum time that a processor works for a call, in seconds. None means 10 seconds. Like
    the following ones, only for rooms in the program.
    """

    total_memory: int | None = None
    """The maximum memory of all calls of the room together, in bytes. None means 1 GiB."""

    concurrency: int | None = None
    """The maximum number of calls at once. None means 4 for each processor, from 8 to 64."""

    queue_seconds: float | None = None
    """How long a call waits for others, in seconds. None means as long as it may take."""

    def settings(self) -> dict[str, str]:
        """Returns the limits that are set as the program takes them."""
        given = {
            "memory": self.memory,
            "time": _milliseconds(self.seconds),
            "tokens": self.tokens,
            "cpu": _milliseconds(self.cpu_seconds),
            "total-memory": self.total_memory,
            "concurrency": self.concurrency,
            "queue": _milliseconds(self.queue_seconds),
        }
        return {name: str(value) for name, value in given.items() if value is not None}

    def of_program(self) -> list[str]:
        """Returns the names of the limits that are set and only the program has."""
        names = ("cpu_seconds", "total_memory", "concurrency", "queue_seconds")
        return [name for name in names if getattr(self, name) is not None]

    def __post_init__(self) -> None:
        if not isinstance(self.memory, int) or not 2 * MIB <= self.memory <= 128 * MIB:
            raise RoomError(
                f"limits.memory must be an integer from {2 * MIB} to {128 * MIB}, in bytes, not "
                f"{self.memory!r}"
            )
        if self.tokens is not None and (not isinstance(self.tokens, int) or self.tokens < 1):
            raise RoomError(f"limits.tokens must be an integer of at least 1, not {self.tokens!r}")
        if not 0.01 <= self.seconds <= 86_400:
            raise RoomError(f"limits.seconds must be between 0.01 and 86400, not {self.seconds}")


def _milliseconds(seconds: float | None) -> str | None:
    return None if seconds is None else f"{round(seconds * 1000)}ms"
