# Generated from contract/limits.toml by `cargo run -p readroom-contract`; do not edit.
"""The limits on calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, kw_only=True)
class LimitFields:
    """The fields of `Limits`."""

    time: float | None = None
    """Time from the start of a call to its end. Waiting for a slot counts; waiting for permission
    does not. In seconds. None means 30 s.
    """

    cpu: float | None = None
    """Processor time of a call. It is checked every 10 ms while the component runs. In seconds.
    None means 10 s.
    """

    concurrency: int | None = None
    """Calls that run at once in a room and its sessions. A call that a file system blocks keeps its
    slot: as many of these as there are slots make all others wait. None means 4 for each
    processor, from 8 to 64.
    """

    shards: int | None = None
    """Instances that search a large directory at once, each on a thread of its own and with a slot
    and memory, as far as those are free. With 1, where calls are recorded or the policy asks,
    and with `threads=caller`, one instance searches. None means 1 for each processor, up to 8.
    """

    queue: float | None = None
    """Time that a call waits in all, for a slot and for memory. With 0 it is refused at once. In
    seconds. None means the call's time.
    """

    total_memory: int | None = None
    """Memory of all calls in a room and its sessions: linear memory, and answers. If other calls
    use it up, the code is `busy`. The process itself, its threads and its pool of instances take
    some 100 MiB besides. In bytes. None means 1 GiB.
    """

    output: int | None = None
    """Length of an answer, all its texts together. The largest one of the embedded component has a
    file of 20 MiB twice in base64. In bytes. None means 64 MiB.
    """

    arguments: int | None = None
    """Length of a call's arguments. By default they are cut there, and the tool itself reports
    those above 64 KiB; with a lower limit, the host refuses them. In bytes. None means 65544
    bytes.
    """

    tokens: int | None = None
    """Estimated tokens that the tool `readroom` shows in a call. A page that would have more ends
    there, whatever the arguments ask for. The tools of agents have the limits of their agent.
    None means no limit.
    """

    memory: int | None = None
    """Linear memory of a call. Text takes less than 8 MiB, or up to 60 where a tool returns 4 MiB
    of it and JSON escapes every character; an image that is scaled down takes up to 104. In
    bytes. None means 128 MiB.
    """

    instances: int | None = None
    """Core instances in a component. The embedded one has three. None means 10."""

    tables: int | None = None
    """Tables in a component. The embedded one has two. None means 4."""

    table_elements: int | None = None
    """Elements in each table. The embedded component has a few hundred functions. None means 10000.
    """

    open: int | None = None
    """Files, directories and listings that a call keeps open at once, besides the grants. The
    embedded component needs up to 35. A listing also takes up to 32 KiB. None means 64.
    """

    entries: int | None = None
    """Directory entries that a call lists, all listings together. None means 4000000."""

    transfer: int | None = None
    """Length of what crosses from the component to the host in an answer. In a host call, where
    only names cross, it is at most 256 KiB. In bytes. None means 64 MiB.
    """

    threads: Literal["auto", "caller", "own"] | None = None
    """Threads that calls run on: `auto`, `caller` or `own`. `auto` means threads of their own if a
    grant lies on a file system that may block. None means auto.
    """


# The unit and the minimum of each limit.
UNITS: Final[Mapping[str, tuple[str, int]]] = {
    "time": ("seconds", 1),
    "cpu": ("seconds", 1),
    "concurrency": ("number", 1),
    "shards": ("number", 1),
    "queue": ("seconds", 0),
    "total_memory": ("bytes", 1),
    "output": ("bytes", 1),
    "arguments": ("bytes", 1),
    "tokens": ("number", 1),
    "memory": ("bytes", 1),
    "instances": ("number", 1),
    "tables": ("number", 1),
    "table_elements": ("number", 1),
    "open": ("number", 1),
    "entries": ("number", 1),
    "transfer": ("bytes", 1),
    "threads": ("threads", 1),
}
