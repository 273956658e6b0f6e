"""Values of wasmtime's component interface as plain data, with cached types."""

from __future__ import annotations

import functools
from typing import Any

from wasmtime import component as wasm


def keeping(part: Any) -> Any:
    """Lets a type cache its parts, such as the fields of a record, which wasmtime would look up
    again for each value.
    """
    if isinstance(part, (list, tuple)):
        return [keeping(each) for each in part]
    kind: Any = type(part)
    if issubclass(kind, (wasm.FuncType, wasm.ValType)):
        part.__class__ = _class_of(kind)
    return part


@functools.cache
def _class_of(kind: Any) -> Any:
    """Returns a class of the types of a kind that cache their parts."""
    found = [(name, part.fget) for name, part in vars(kind).items() if isinstance(part, property)]
    return type(kind.__name__, (kind,), {name: _kept(get) for name, get in found})


def _kept(get: Any) -> Any:
    return functools.cached_property(lambda whole: keeping(get(whole)))


def lowered(value: Any) -> Any:
    """Returns plain data as wasmtime takes it."""
    if isinstance(value, dict):
        record = wasm.Record()
        vars(record).update({name.replace("_", "-"): lowered(of) for name, of in value.items()})
        return record
    if isinstance(value, tuple):
        return wasm.Variant(value[0], lowered(value[1]))
    return [lowered(each) for each in value] if isinstance(value, list) else value


def lifted(value: Any) -> Any:
    """Returns a value of wasmtime as `docs/json.md` describes it."""
    kind = type(value)
    if kind is wasm.Record:
        return {name.replace("-", "_"): lifted(member) for name, member in vars(value).items()}
    if kind is list:
        return [lifted(each) for each in value]
    if kind is not wasm.Variant:
        return value
    case, payload = value.tag, lifted(value.payload)
    if case in ("ok", "err"):
        return payload if case == "ok" else {"error": payload}
    held = payload if isinstance(payload, dict) else {case: payload}
    return {"kind": case, **held}
