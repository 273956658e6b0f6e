"""The component, and instances of it.

The component interface of wasmtime for Python converts lists element by element, which takes
seconds for a megabyte, and its file system waits for pipes, hides the targets of absolute links,
and cannot be given a working directory. So the core module of the component is instantiated
directly, with functions of this package as its imports. What a file holds is copied once, from the
operating system into the memory of the component.

Compiling takes about a second. A process compiles once, and passes the result to its children. It
is kept nowhere: compiled code runs outside of the sandbox, and a program that may write where it is
kept, as an agent in the user's home directory, could exchange it, along with any checksum beside
it.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import wasmtime

from . import limits
from ._abi import GuestError, aligned, load, lower, store, unsigned
from ._clock import TICK, Clock
from ._component import FILE, component
from ._filesystem import Filesystem, Grant, Stat, WasiError, code_of
from ._fork import renew_in_children
from ._guard import Guard
from ._layout import FUNCTIONS, Function
from ._wasi import IMPORTS
from ._workers import Call
from .errors import CallError, LimitError, RoomError
from .limits import Limits

# The functions that read files. The others are shown none.
_READING = {"read", "read-many", "list", "stat", "call"}
_U64 = 0xFFFF_FFFF_FFFF_FFFF
# How often a call that waits checks whether it was abandoned, in seconds.
_CHECK = 0.05
_program: Program | None = None
# The instance that runs on a thread, for the functions that it calls.
_running = threading.local()


class _Compiling:
    """Lets one thread compile while the others wait."""

    def __init__(self) -> None:
        self.renew()
        renew_in_children(self)

    def renew(self) -> None:
        self.lock = threading.Lock()


_compiling = _Compiling()


def program(call: Call | None = None) -> Program:
    """Returns the compiled component of this process, for a call."""
    global _program
    while _program is None:
        if not _compiling.lock.acquire(timeout=_CHECK):
            # Another call compiles it.
            if call is not None:
                call.check()
            continue
        try:
            if _program is None:
                _program = Program(component())
        finally:
            _compiling.lock.release()
    return _program


@dataclass(frozen=True)
class Environment:
    """What a component is given: directories, names and limits."""

    grants: Sequence[Grant] = ()
    cwd: str | None = None
    home: str | None = None
    limits: Limits = field(default_factory=Limits)
    guard: Guard | None = None


class Program:
    """The component, compiled."""

    def __init__(self, component: bytes = b"", *, compiled: bytes | None = None) -> None:
        """Compiles a component, or takes what `compiled` of another process returned."""
        self._engine = wasmtime.Engine(_config())
        self._clock = Clock(self._engine.increment_epoch)
        self._module = (
            wasmtime.Module(self._engine, core_module(component))
            if compiled is None
            else wasmtime.Module.deserialize(self._engine, compiled)
        )
        self._linker = wasmtime.Linker(self._engine)
        for wanted in self._module.imports:
            interface, _, version = wanted.module.partition("@")
            act = _HOST.get(f"{interface} {wanted.name}") if version.startswith("0.2.") else None
            if act is None or not isinstance(wanted.type, wasmtime.FuncType):
                raise RoomError(
                    f"the component imports '{wanted.name}' of '{wanted.module}', which no host "
                    f"grants; use the component of this package"
                )
            self._linker.define_func(
                wanted.module, str(wanted.name), wanted.type, _guarded(act), access_caller=True
            )

    def compiled(self) -> bytes:
        """Returns the compiled code, for a process that trusts this one."""
        return bytes(self._module.serialize())

    def run(
        self,
        environment: Environment,
        function: str,
        *arguments: Any,
        call: Call | None = None,
    ) -> Any:
        """Calls a function in a fresh instance, on a thread that no signal handler runs on."""
        call, blind = call or Call(), function not in _READING
        answer, has_missed = self._run(environment, function, arguments, call, blind)
        # What is not there is answered as if it were, if it is denied: on the way to it, there may
        # have been no name to judge.
        if has_missed and environment.guard is not None:
            path = self._requested(environment, function, arguments, call)
            if path is not None and environment.guard.denies(environment.grants, path):
                answer, _ = self._run(environment, function, arguments, call, True)
        return answer

    def _requested(
        self, environment: Environment, function: str, arguments: Sequence[Any], call: Call
    ) -> str | None:
        """Returns the absolute path that a call is about. `None` if there is not exactly one."""
        if function == "call":
            asked, _ = self._run(environment, "requested-path", arguments[:2], call, True)
            return None if asked[0] == "error" else asked[1]
        request = arguments[0]
        path = request.get("path") if isinstance(request, dict) else request
        if not isinstance(path, str):
            return None
        start = environment.cwd or (environment.grants[0].name if environment.grants else "")
        return path if path.startswith("/") else f"{start}/{path}"

    def _run(
        self,
        environment: Environment,
        function: str,
        arguments: Sequence[Any],
        call: Call,
        blind: bool,
    ) -> tuple[Any, bool]:
        """Returns the answer, and whether something was asked for that is not there."""
        known = FUNCTIONS[function]
        ticks = int(environment.limits.seconds / TICK) + 1
        self._clock.start(call, ticks)
        try:
            instance = Instance(environment, self._engine, call, ticks, blind=blind)
            try:
                answer = instance.call(self._linker, self._module, known, arguments)
                return answer, instance.files.has_missed
            finally:
                instance.close()
        finally:
            self._clock.stop(call)


def late(seconds: float) -> LimitError:
    """Returns the error of a call that took too long."""
    return LimitError(
        "time",
        f"the call reached its limit 'time' ({seconds:g} s). Ask for less of the file, or raise "
        f"the host's limit.",
    )


class Instance:
    """One instance, which lives for one call. It is the memory that values are written to and read
    from.
    """

    def __init__(
        self,
        environment: Environment,
        engine: wasmtime.Engine,
        call: Call,
        ticks: int,
        *,
        blind: bool,
    ) -> None:
        self._call = call
        self.files = Filesystem(environment.grants, blind=blind, guard=environment.guard)
        self.environment = environment
        self.failure: BaseException | None = None
        self._store = wasmtime.Store(engine)
        self._store.set_limits(
            memory_size=environment.limits.memory,
            table_elements=limits.TABLE_ELEMENTS,
            instances=1,
            tables=1,
            memories=1,
        )
        self._seconds = environment.limits.seconds
        self._ends = time.monotonic() + self._seconds
        self._store.set_epoch_deadline(ticks)
        self._context: Any = self._store
        self._memory: wasmtime.Memory
        self._realloc: wasmtime.Func
        self._started = False
        self._left, self._values_left = limits.TRANSFER_BYTES, limits.VALUES

    def call(
        self,
        linker: wasmtime.Linker,
        module: wasmtime.Module,
        known: Function,
        arguments: Sequence[Any],
    ) -> Any:
        """Starts the instance, calls a function, and returns its result."""
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
        # wasmtime keeps one exception for all threads: it may be that of another call.
        except Exception as error:  # noqa: BLE001
            reason = self.failure or error
            if not isinstance(reason, Exception):
                raise reason from None
            raise self._failed(reason) from None
        finally:
            _running.instance = outer

    def close(self) -> None:
        """Frees everything, even if an exception still refers to the instance."""
        self.failure = None
        try:
            self.files.close()
        finally:
            self._store.close()

    def _late(self) -> LimitError:
        return late(self._seconds)

    def _failed(self, reason: Exception) -> CallError:
        if isinstance(reason, LimitError):
            return reason
        if time.monotonic() >= self._ends:
            return self._late()
        message = str(reason).strip().splitlines()
        return CallError(
            f"the component failed: {message[-1].strip() if message else type(reason).__name__}"
        )

    def allocate(self, size: int, alignment: int) -> int:
        if size == 0:
            return alignment
        pointer = unsigned(self._realloc(self._context, 0, 0, alignment, size))
        if pointer != aligned(pointer, alignment):
            raise GuestError("it gave room outside its memory")
        self._address(pointer, size, "room")
        return pointer

    def read(self, pointer: int, length: int) -> bytes:
        self._left -= length
        if self._left < 0:
            raise LimitError(
                "output", "the call reached its limit 'output' (64 MiB). Ask for fewer lines."
            )
        if time.monotonic() >= self._ends:
            raise self._late()
        self._call.check()
        return ctypes.string_at(self._address(pointer, length, "a value"), length)

    def count(self, values: int) -> None:
        self._values_left -= values
        if self._values_left < 0:
            raise LimitError(
                "output",
                f"the call reached its limit 'output' ({limits.VALUES} values). "
                f"Ask for fewer lines.",
            )

    def write(self, pointer: int, data: bytes) -> None:
        ctypes.memmove(self._address(pointer, len(data), "room"), data, len(data))

    def _address(self, pointer: int, length: int, what: str) -> int:
        """Returns the address of something in the memory. It is valid until the memory grows."""
        if not 0 <= pointer <= pointer + length <= self._memory.data_len(self._context):
            raise GuestError(f"it gave {what} outside its memory")
        return ctypes.addressof(self._memory.data_ptr(self._context).contents) + pointer

    def path(self, pointer: int, length: int) -> str:
        """Reads a path."""
        if unsigned(length) > limits.PATH_BYTES:
            raise WasiError("name-too-long")
        try:
            return self.read(unsigned(pointer), unsigned(length)).decode()
        except UnicodeDecodeError:
            raise WasiError("illegal-byte-sequence") from None

    def inside(self, caller: Any, act: Callable[..., Any], arguments: Sequence[int]) -> Any:
        """Runs an imported function, during which the memory is reached through the caller."""
        if not self._started:
            raise GuestError("it made a call before it had started")
        self._call.check()
        outer, self._context = self._context, caller
        try:
            return act(self, *arguments)
        finally:
            self._context = outer


class _StopError(Exception):
    """Ends a call from within an imported function. The instance has the reason."""


def _guarded(act: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps an imported function, so that any exception in it ends the call with the reason kept in
    the instance.
    """

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
    """Wraps an imported function that returns its result through the memory, where its last
    argument points.
    """
    type_ = IMPORTS[name]

    def answered(instance: Instance, *arguments: int) -> None:
        *rest, pointer = arguments
        store(instance, type_, act(instance, *rest), unsigned(pointer))

    return answered


def _tried(name: str, act: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps an imported function that may also fail with a code of wasi:filesystem."""

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
    return (
        []
        if instance.environment.home is None
        else [{"name": "HOME", "value": instance.environment.home}]
    )


def _read(instance: Instance, handle: int, length: int, offset: int) -> Any:
    data = instance.files.read(handle, length & _U64, offset & _U64)
    return {"data": data, "ended": not data}


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
    """Returns a time as the component takes it. None if it is unknown or before 1970."""
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
        (_answered, "wasi:cli/environment initial-cwd", lambda instance: instance.environment.cwd),
        (
            _answered,
            "wasi:filesystem/preopens get-directories",
            lambda instance: instance.files.directories(),
        ),
        (
            _tried,
            _METHOD + "open-at",
            lambda instance, handle, follow, path, length, flags, rights: instance.files.open_at(
                handle, follow, instance.path(path, length), flags, rights
            ),
        ),
        (_tried, _METHOD + "read", _read),
        (
            _tried,
            _METHOD + "read-directory",
            lambda instance, handle: instance.files.read_directory(handle),
        ),
        (
            _tried,
            _METHOD + "readlink-at",
            lambda instance, handle, path, length: instance.files.readlink_at(
                handle, instance.path(path, length)
            ),
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
    _METHOD + "is-same-object": lambda instance, one, other: int(
        instance.files.is_same_object(one, other)
    ),
    _TYPES + "[resource-drop]descriptor": lambda instance, handle: instance.files.drop(handle),
    _TYPES + "[resource-drop]directory-entry-stream": lambda instance, handle: instance.files.drop(
        handle
    ),
}


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    config.epoch_interruption = True
    config.wasm_threads = False
    config.wasm_memory64 = False
    return config


def core_module(component: bytes) -> bytes:
    """Returns the core module of a component: the largest of its modules."""
    if component[:8] != b"\0asm\x0d\0\x01\0":
        raise RoomError(f"{FILE} is not a component; install the package again")
    modules, at = [], 8
    while at < len(component):
        kind = component[at]
        size, at = _leb128(component, at + 1)
        if kind == 1:
            modules.append(component[at : at + size])
        at += size
    if not modules:
        raise RoomError(f"{FILE} has no code; install the package again")
    return max(modules, key=len)


def _leb128(data: bytes, at: int) -> tuple[int, int]:
    """Returns a number of variable length, and where it ends."""
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at
