"""What a call may take."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import RoomError

MIB = 1024 * 1024

# What one call may have of the host, whatever the component does. The same as in every host of Readroom.
RESOURCES = 64
PATH_BYTES = 4096
NAME_BYTES = 255
READ_BYTES = 64 * 1024
DIRECTORY_ENTRIES = 4_000_000
TRANSFER_BYTES = 32 * MIB
# What stands in the lists of an answer, by their smallest parts, for each of which Python takes up to 160 bytes. The
# largest notebook has some 610 000.
VALUES = 700_000
INDEX_BYTES = 32 * 1024
INDEXED_FILES = 16
MOST_ARGUMENTS = 64 * 1024 + 8
TABLE_ELEMENTS = 10_000


@dataclass(frozen=True)
class Limits:
    """What a call may take. What takes more fails, and harms no other call.

    The component itself bounds its answers and its reading, as the contract says; these limits hold whatever it does.
    """

    memory: int = 128 * MIB
    """The most memory of the component, in bytes: at most 128 MiB, which stands in the component too. A read of text
    takes below 8 MiB, an image that is made smaller up to 104 MiB. With less, an image is refused, or the call fails
    with `CallError`."""

    seconds: float = 30.0
    """The longest time of a call, in seconds, then it ends with `LimitError`. It is looked at while the component runs:
    an operating system that does not answer is not interrupted, unless the room has a process of its own. Reading
    1 GiB to its end takes some two seconds."""

    def __post_init__(self) -> None:
        if not isinstance(self.memory, int) or not 2 * MIB <= self.memory <= 128 * MIB:
            raise RoomError(f"a limit of {self.memory!r} bytes of memory; give a whole number from 2 MiB to 128 MiB")
        if not 0.01 <= self.seconds <= 86_400:
            raise RoomError(f"a limit of {self.seconds} seconds; give from 0.01 seconds to a day")
