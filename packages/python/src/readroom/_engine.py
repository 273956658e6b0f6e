"""The component in this process, on wasmtime's own component interface and its own WASI.

Each process compiles it once. The result is not stored: compiled code runs outside of the sandbox,
and a program that can write to a cache could replace it, along with its checksum.
"""

from __future__ import annotations

import _thread
import functools
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import wasmtime
from wasmtime import component as wasm

from ._component import component
from ._reasons import reason_of
from ._values import keeping, lifted, lowered
from .errors import CallError, LimitError, ReadroomError, RoomError
from .limits import Limits

_T = TypeVar("_T")
# The process that the threads belong to.
_process: int | None = None
# How often the clock ticks, in seconds, and the maximum number of ticks for abandoned calls.
_TICK = 0.01
_MAX_TICKS = 10_000
# How long a caller waits at a time, in seconds. Python only runs a signal handler in between if the
# system interrupted another thread.
_WAIT = 0.1
# The names of open directories, in Linux and macOS.
_DESCRIPTORS = "/dev/fd"
# The limits of an instance besides its memory.
_RESOURCES = {"table_elements": 10_000, "instances": 8, "tables": 8, "memories": 1}


class Call:
    """A call, which may be abandoned, and the tick at which it ends."""

    abandoned, ends = False, 0


def on_thread(act: Callable[[Call], _T]) -> _T:
    """Makes a call on another thread than the main one, which runs no signal handler while it runs
    WebAssembly. If an exception ends the wait, the call is abandoned. Raises `RoomError` in a fork,
    where the threads of wasmtime are missing.
    """
    global _process
    if _process not in (None, os.getpid()):
        hint = "use engine='program', or start processes with the method 'spawn'"
        raise RoomError(f"a fork of a process that used the component cannot use it; {hint}")
    _process = os.getpid()
    call, results, errors = Call(), list[_T](), list[BaseException]()
    if threading.get_ident() != threading.main_thread().ident:
        return act(call)
    done = _thread.allocate_lock()
    done.acquire()

    def work() -> None:
        try:
            results.append(act(call))
        except ReadroomError as error:
            # Its frames would keep the directories open.
            errors.append(error.with_traceback(None))
        except BaseException as error:  # noqa: BLE001 (the caller raises it again)
            errors.append(error)
        finally:
            done.release()

    try:
        _start(work)
        while not done.acquire(timeout=_WAIT):
            if os.getpid() != _process:
                raise CallError("a signal handler forked the process during the call")
    finally:
        call.abandoned = True
    if errors:
        raise errors.pop()
    return results.pop()


def _start(act: Callable[[], None]) -> None:
    try:
        # `Thread.start` would leave a broken thread if a signal handler raised in it.
        _thread.start_new_thread(act, ())
    except RuntimeError as error:
        raise CallError(f"the call has no thread to run on: {error}; end other threads") from None


class _Clock:
    """Advances the epoch of an engine while calls run, each of which ends at one."""

    def __init__(self, tick: Callable[[], None]) -> None:
        self._tick, self._now, self._is_running = tick, 0, False
        # A finalizer that the garbage collector runs may make a call.
        self._lock = threading.RLock()
        self.calls: set[Call] = set()

    def start(self, call: Call, ticks: int) -> None:
        """Ticks for a call until it is removed."""
        with self._lock:
            call.ends = self._now + ticks
            self.calls.add(call)
            if not self._is_running:
                _start(self._run)
                self._is_running = True

    def _run(self) -> None:
        while True:
            time.sleep(_TICK)
            with self._lock:
                calls, ticks = set(self.calls), 1
                # If no one waits for the running calls, their time is over.
                if calls and all(call.abandoned for call in calls):
                    ticks = max(call.ends for call in calls) - self._now
                    ticks = min(max(ticks, 1), _MAX_TICKS)
                for _ in range(ticks):
                    self._tick()
                self._now += ticks
                if not calls:
                    self._is_running = False
                    return


class Grants:
    """The environment of a room's component. The directories are closed when neither the room nor a
    call refers to them, so that no other file can take their place meanwhile.
    """

    def __init__(self, names: Sequence[str], given: Mapping[str, str], limits: Limits) -> None:
        """Opens directories. `given` has environment variables."""
        self.limits, self._opened, self._descriptors = limits, list[int](), dict[str, int]()
        self.memory, self.time = limits.component_memory, limits.component_time
        self._variables = list(given.items())
        if not os.path.isdir(_DESCRIPTORS):
            raise RoomError(f"the component needs {_DESCRIPTORS}; use engine='program'")
        for name in names:
            try:
                self._opened.append(os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
            except (OSError, ValueError) as error:
                why = f"{reason_of(error)}; grant the directory that it is in, or another one"
                raise RoomError(f"cannot open the directory '{name}': {why}") from error
            # Agents and links inside may use the given name, unless only the file system can
            # resolve it, and the real one.
            real = os.path.realpath(name)
            for each in (real if ".." in name.split("/") else os.path.abspath(name), real):
                self._descriptors.setdefault("/" + each.lstrip("/"), self._opened[-1])

    def config(self) -> wasmtime.WasiConfig:
        """Returns an instance's environment: the directories, read-only."""
        config = wasmtime.WasiConfig()
        config.env = self._variables
        for name, descriptor in self._descriptors.items():
            config.preopen_dir(f"{_DESCRIPTORS}/{descriptor}", name, False)
        return config

    def __del__(self) -> None:
        for descriptor in self._opened:
            os.close(descriptor)


class Engine:
    """The compiled component."""

    def __init__(self, code: bytes) -> None:
        config = wasmtime.Config()
        config.epoch_interruption = True
        self._engine = wasmtime.Engine(config)
        self._component = wasm.Component(self._engine, code)
        self._linker = wasm.Linker(self._engine)
        self._linker.add_wasip2()
        self._index = functools.cache(self._found)
        self._types = dict[str, Any]()
        self.clock = _Clock(self._engine.increment_epoch)

    def _found(self, function: str) -> wasm.ExportIndex:
        find = self._component.get_export_index
        found = (find(function, find(of)) for of in self._component.type.exports(self._engine))
        return next(filter(None, found))

    def run(self, call: Call, grants: Grants, function: str, arguments: Sequence[Any]) -> Any:
        """Calls a function in a fresh instance. Takes plain data as `encoded` returns it, and
        returns what JSON would have.
        """
        given, ticks = [lowered(each) for each in arguments], int(grants.time / _TICK) + 1
        self.clock.start(call, ticks)
        store = wasmtime.Store(self._engine)
        try:
            store.set_limits(memory_size=grants.memory, **_RESOURCES)
            store.set_epoch_deadline(ticks)
            store.set_wasi(grants.config())
            instance = self._linker.instantiate(store, self._component)
            exported = instance.get_func(store, self._index(function))
            assert exported is not None
            known = self._types.get(function) or keeping(exported.type(store))
            self._types[function] = known
            # A call would look up the type of its function.
            vars(exported).update(type=lambda _: known)
            answer = exported(store, *given)
        except wasmtime.WasmtimeError as error:
            # A frame of wasmtime refers to it, and all of them would refer to each other.
            reason = str(error.with_traceback(None)).strip().rpartition("\n")[2].strip()
            if not reason.endswith("wasm trap: interrupt"):
                raise CallError(f"the component failed: {reason}") from None
            limit = f"the call reached its limit 'time' ({grants.time:g} s)"
            hint = "Ask for less of the file, or raise the host's limit."
            raise LimitError("time", f"{limit}. {hint}") from None
        finally:
            self.clock.calls.discard(call)
            store.close()
        # An error comes without its case where the result is not a record.
        return {"error": lifted(answer)} if type(answer) is wasm.Record else lifted(answer)


_engine: Engine | None = None
_compiling = threading.RLock()


def current() -> Engine:
    """Returns the engine of this process, which the first call compiles."""
    global _engine
    with _compiling:
        if _engine is None:
            _engine = Engine(component())
        return _engine
