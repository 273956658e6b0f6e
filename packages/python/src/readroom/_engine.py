"""The component, and instances of it.

wasmtime's component interface for Python converts lists element by element, a megabyte in seconds, and its file
system waits for pipes, shows no target of an absolute link, and cannot be told the working directory. So the
component's core module is instantiated by itself, with functions of this package for what it imports: that is all the
component does beside it, and what a file holds goes from the operating system into the component's memory at once.

Compiling takes about a second on the first use on a machine; wasmtime keeps the result in its cache, below the user's
cache directory. Within a process it is done once.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import wasmtime

from . import limits
from ._abi import GuestError, aligned, load, lower, store, unsigned
from ._clock import TICK, Clock
from ._filesystem import Filesystem, Grant, Stat, WasiError, code_of
from ._fork import renew_in_children
from ._world import FUNCTIONS, IMPORTS, Function
from .errors import CallError, LimitError, RoomError
from .limits import Limits

_FILE = "readroom.wasm"
_U64 = 0xFFFF_FFFF_FFFF_FFFF
_program: Program | None = None
# The instance that runs on a thread, for the functions that it calls.
_running = threading.local()


def component() -> bytes:
    """The component itself, for other hosts."""
    try:
        return (resources.files(__package__) / _FILE).read_bytes()
    except FileNotFoundError:
        raise RoomError(
            f"the package holds no {_FILE}; install it from a wheel, or build one as its README says"
        ) from None


class _Compiling:
    """Sees to it that one thread compiles, and the others wait."""

    def __init__(self) -> None:
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        self.lock = threading.Lock()


_compiling = _Compiling()


def program() -> Program:
    """The compiled component of this process."""
    global _program
    if _program is None:
        with _compiling.lock:
            if _program is None:
                _program = Program(component())
    return _program


@dataclass(frozen=True)
class Place:
    """What a component is told and granted."""

    grants: Sequence[Grant] = ()
    cwd: str | None = None
    home: str | None = None
    limits: Limits = field(default_factory=Limits)


class Program:
    """The component, compiled."""

    def __init__(self, component: bytes) -> None:
        self._engine = wasmtime.Engine(_config())
        self._clock = Clock(self._engine.increment_epoch)
        self._module = wasmtime.Module(self._engine, core_module(component))
        self._linker = wasmtime.Linker(self._engine)
        for wanted in self._module.imports:
            interface, _, version = wanted.module.partition("@")
            act = _HOST.get(f"{interface} {wanted.name}") if version.startswith("0.2.") else None
            if act is None or not isinstance(wanted.type, wasmtime.FuncType):
                raise RoomError(f"the component wants '{wanted.name}' of {wanted.module}, which nothing grants")
            self._linker.define_func(wanted.module, str(wanted.name), wanted.type, _guarded(act), access_caller=True)

    def run(self, place: Place, function: str, *arguments: Any) -> Any:
        """Calls a function in a fresh instance."""
        known = FUNCTIONS[function]
        instance = Instance(place, self._engine, blind=not known.looks)
        try:
            with self._clock:
                return instance.call(self._linker, self._module, known, arguments)
        finally:
            instance.close()


class Instance:
    """One instance, which lives for one call. It is the memory that values are put into and taken from."""

    def __init__(self, place: Place, engine: wasmtime.Engine, *, blind: bool) -> None:
        self.files = Filesystem(place.grants, blind=blind)
        self.place = place
        self.failure: BaseException | None = None
        self._store = wasmtime.Store(engine)
        self._store.set_limits(
            memory_size=place.limits.memory, table_elements=limits.TABLE_ELEMENTS, instances=1, tables=1, memories=1
        )
        self._seconds = place.limits.seconds
        self._ends = time.monotonic() + self._seconds
        self._store.set_epoch_deadline(int(self._seconds / TICK) + 1)
        self._context: Any = self._store
        self._memory: wasmtime.Memory
        self._realloc: wasmtime.Func
        self._started = False
        self._left, self._values_left = limits.TRANSFER_BYTES, limits.VALUES

    def call(self, linker: wasmtime.Linker, module: wasmtime.Module, known: Function, arguments: Sequence[Any]) -> Any:
        """Starts, calls a function, and takes its result."""
        outer = getattr(_running, "instance", None)
        _running.instance = self
        try:
            exports = linker.instantiate(self._store, module).exports(self._store)
            memory, realloc, run = exports["memory"], exports["cabi_realloc"], exports[known.export]
            assert isinstance(memory, wasmtime.Memory)
            assert isinstance(realloc, wasmtime.Func) and isinstance(run, wasmtime.Func)
            self._memory, self._realloc, self._started = memory, realloc, True
            flat = lower(self, known.parameters, arguments)
            return load(self, known.result, unsigned(run(self._store, *flat)))
        except Exception as error:  # noqa: BLE001 (wasmtime keeps one exception for all threads: it may be another's)
            reason = self.failure or error
            if not isinstance(reason, Exception):
                raise reason from None
            raise self._failed(reason) from None
        finally:
            _running.instance = outer

    def close(self) -> None:
        """Lets go of all that it has, whoever still knows of it: an exception does."""
        self.failure = None
        try:
            self.files.close()
        finally:
            self._store.close()

    def _late(self) -> LimitError:
        return LimitError("seconds", f"the call took {self._seconds} seconds; ask for less, or raise the limit")

    def _failed(self, reason: Exception) -> CallError:
        if isinstance(reason, LimitError):
            return reason
        if time.monotonic() >= self._ends:
            return self._late()
        told = str(reason).strip().splitlines()
        return CallError(f"the component did not answer: {told[-1].strip() if told else type(reason).__name__}")

    def allocate(self, size: int, alignment: int) -> int:
        if size == 0:
            return alignment
        pointer = unsigned(self._realloc(self._context, 0, 0, alignment, size))
        if pointer != aligned(pointer, alignment):
            raise GuestError("room outside its memory")
        self._address(pointer, size, "room")
        return pointer

    def read(self, pointer: int, length: int) -> bytes:
        self._left -= length
        if self._left < 0:
            raise LimitError("output", "the component gave back more than 32 MiB; ask for less")
        if time.monotonic() >= self._ends:
            raise self._late()
        return ctypes.string_at(self._address(pointer, length, "a value"), length)

    def count(self, values: int) -> None:
        self._values_left -= values
        if self._values_left < 0:
            raise LimitError("output", f"the component gave back more than {limits.VALUES} values; ask for less")

    def write(self, pointer: int, data: bytes) -> None:
        ctypes.memmove(self._address(pointer, len(data), "room"), data, len(data))

    def _address(self, pointer: int, length: int, what: str) -> int:
        """Where something in the memory is, to be used at once: the memory may grow, and move."""
        if not 0 <= pointer <= pointer + length <= self._memory.data_len(self._context):
            raise GuestError(f"{what} outside its memory")
        return ctypes.addressof(self._memory.data_ptr(self._context).contents) + pointer

    def path(self, pointer: int, length: int) -> str:
        """A path that the component names."""
        if unsigned(length) > limits.PATH_BYTES:
            raise WasiError("name-too-long")
        try:
            return self.read(unsigned(pointer), unsigned(length)).decode()
        except UnicodeDecodeError:
            raise WasiError("illegal-byte-sequence") from None

    def inside(self, caller: Any, act: Callable[..., Any], arguments: Sequence[int]) -> Any:
        """Does what the component calls for, in which its memory is reached through the caller."""
        if not self._started:
            raise GuestError("a call before it has started")
        outer, self._context = self._context, caller
        try:
            return act(self, *arguments)
        finally:
            self._context = outer


class _StopError(Exception):
    """Ends a call from within. What for, the instance knows."""


def _guarded(act: Callable[..., Any]) -> Callable[..., Any]:
    """A function for the component: whatever goes wrong in it ends the call, and is told by the instance."""

    def guarded(caller: Any, *arguments: int) -> Any:
        instance: Instance = _running.instance
        try:
            return instance.inside(caller, act, arguments)
        except BaseException as error:  # noqa: BLE001 (the instance raises it again)
            if not isinstance(error, _StopError):
                instance.failure = error
        raise _StopError

    return guarded


def _answered(name: str, act: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose result goes through the memory, to where its last argument points."""
    type_ = IMPORTS[name]

    def answered(instance: Instance, *arguments: int) -> None:
        *rest, pointer = arguments
        store(instance, type_, act(instance, *rest), unsigned(pointer))

    return answered


def _tried(name: str, act: Callable[..., Any]) -> Callable[..., Any]:
    """The same for one that may fail with a code of wasi:filesystem."""

    def tried(instance: Instance, *arguments: int) -> tuple[str, Any]:
        try:
            return "ok", act(instance, *arguments)
        except WasiError as error:
            return "error", error.code
        except OSError as error:
            return "error", code_of(error)

    return _answered(name, tried)


def _now(instance: Instance) -> Any:
    return _datetime(time.time_ns())


def _environment(instance: Instance) -> Any:
    return [] if instance.place.home is None else [{"name": "HOME", "value": instance.place.home}]


def _read(instance: Instance, handle: int, length: int, offset: int) -> Any:
    data = instance.files.read(handle, length & _U64, offset & _U64)
    return {"data": data, "ended": int(not data)}


def _stat(found: Stat) -> Any:
    return {
        "type": found.type,
        "link_count": found.links,
        "size": found.size,
        "data_access_timestamp": _datetime(found.accessed),
        "data_modification_timestamp": _datetime(found.modified),
        "status_change_timestamp": _datetime(found.changed),
    }


def _datetime(nanoseconds: int | None) -> Any:
    """A time as the component gets it, which knows none before 1970."""
    if nanoseconds is None or nanoseconds < 0:
        return None
    seconds, nanoseconds = divmod(nanoseconds, 1_000_000_000)
    return {"seconds": seconds, "nanoseconds": nanoseconds}


def _entry(found: tuple[str, str] | None) -> Any:
    return None if found is None else {"type": found[0], "name": found[1]}


_TYPES = "wasi:filesystem/types "
_METHOD = _TYPES + "[method]descriptor."
_HOST: dict[str, Callable[..., Any]] = {
    name: wrap(name, act)
    for wrap, name, act in (
        (_answered, "wasi:clocks/wall-clock now", _now),
        (_answered, "wasi:cli/environment get-environment", _environment),
        (_answered, "wasi:cli/environment initial-cwd", lambda instance: instance.place.cwd),
        (_answered, "wasi:filesystem/preopens get-directories", lambda instance: instance.files.directories()),
        (
            _tried,
            _METHOD + "open-at",
            lambda instance, handle, follow, path, length, flags, rights: instance.files.open_at(
                handle, follow, instance.path(path, length), flags, rights
            ),
        ),
        (_tried, _METHOD + "read", _read),
        (_tried, _METHOD + "read-directory", lambda instance, handle: instance.files.read_directory(handle)),
        (
            _tried,
            _METHOD + "readlink-at",
            lambda instance, handle, path, length: instance.files.readlink_at(handle, instance.path(path, length)),
        ),
        (_tried, _METHOD + "stat", lambda instance, handle: _stat(instance.files.stat(handle))),
        (
            _tried,
            _METHOD + "stat-at",
            lambda instance, handle, follow, path, length: _stat(
                instance.files.stat_at(handle, follow, instance.path(path, length))
            ),
        ),
        (
            _tried,
            _TYPES + "[method]directory-entry-stream.read-directory-entry",
            lambda instance, handle: _entry(instance.files.next_entry(handle)),
        ),
    )
}
_HOST |= {
    _METHOD + "is-same-object": lambda instance, one, other: int(instance.files.is_same_object(one, other)),
    _TYPES + "[resource-drop]descriptor": lambda instance, handle: instance.files.drop(handle),
    _TYPES + "[resource-drop]directory-entry-stream": lambda instance, handle: instance.files.drop(handle),
}


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    config.epoch_interruption = True
    config.wasm_threads = False
    config.wasm_memory64 = False
    # Without a directory for a cache, it is compiled in every process.
    with contextlib.suppress(wasmtime.WasmtimeError):
        config.cache = True
    return config


def core_module(component: bytes) -> bytes:
    """The module in a component that holds its code: the first section of that kind, of which ours has the largest."""
    if component[:8] != b"\0asm\x0d\0\x01\0":
        raise RoomError(f"{_FILE} is no component; install the package again")
    modules, at = [], 8
    while at < len(component):
        kind = component[at]
        size, at = _leb128(component, at + 1)
        if kind == 1:
            modules.append(component[at : at + size])
        at += size
    if not modules:
        raise RoomError(f"{_FILE} holds no code; install the package again")
    return max(modules, key=len)


def _leb128(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at
