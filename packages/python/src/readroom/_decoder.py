"""Decoders for values of the contract: parsed JSON, as `docs/json.md` describes it.

`generated/decode.py`, which is generated, has the decoder of every type of the contract.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, Final, Generic, TypeVar

from .errors import CallError

T_co = TypeVar("T_co", covariant=True)


class MalformedAnswerError(CallError):
    """The JSON does not follow the contract. The message names the member."""


class Decoder(Generic[T_co]):
    """Decodes values of one type."""

    def from_json(self, value: object) -> T_co:
        """Decodes parsed JSON. Ignores members that it does not know; raises `MalformedAnswerError`
        for anything else that the contract does not allow.
        """
        raise NotImplementedError


class Plain(Decoder[T_co]):
    """A value that stays as it is, if it is of a type and, if given, in a domain."""

    def __init__(self, name: str, kind: type, domain: Container[Any] | None = None) -> None:
        self._name, self.kind, self.domain = name, kind, domain

    def from_json(self, value: Any) -> T_co:
        if type(value) is self.kind and (self.domain is None or value in self.domain):
            return value  # type: ignore[return-value]
        raise MalformedAnswerError(f"not {self._name}: {_shortened(value)}")


def _integer(low: int, high: int) -> Plain[int]:
    return Plain(f"an integer from {low} to {high}", int, range(low, high + 1))


STRING: Final = Plain[str]("a string", str)
BOOL: Final = Plain[bool]("a boolean", bool)
U8, U16, U32, U64 = (_integer(0, (1 << bits) - 1) for bits in (8, 16, 32, 64))
S8, S16, S32, S64 = (_integer(-1 << bits - 1, (1 << bits - 1) - 1) for bits in (8, 16, 32, 64))


class Enum(Plain[T_co]):
    """One of several strings."""

    def __init__(self, cases: Sequence[T_co]) -> None:
        super().__init__(f"one of {', '.join(map(str, cases))}", str, frozenset(cases))


class List(Decoder[Sequence[T_co]]):
    """Any number of values of one type, as a tuple."""

    def __init__(self, item: Decoder[T_co]) -> None:
        self._item = item

    def from_json(self, value: object) -> Sequence[T_co]:
        if not isinstance(value, list):
            raise MalformedAnswerError(f"not an array: {_shortened(value)}")
        return tuple(map(self._item.from_json, value)) if value else ()


class Option(Decoder["T_co | None"], Generic[T_co]):
    """A value or None."""

    def __init__(self, some: Decoder[T_co]) -> None:
        self.some = some

    def from_json(self, value: object) -> T_co | None:
        return None if value is None else self.some.from_json(value)


# A field, and its value in nearly all answers: of this type and in this domain, or None. Such a
# value needs no call. The name of the attribute comes first, then that in JSON: a keyword of Python
# has an underscore at its end.
_Step = tuple[str, str, Decoder[Any], "type | None", "Container[Any] | None", bool]


class Record(Decoder[T_co]):
    """Named values, which `make` takes as keywords."""

    def __init__(self, make: Callable[..., T_co], **fields: Decoder[Any]) -> None:
        self._make = make
        self._class: Any = make if isinstance(make, type) and is_dataclass(make) else None
        of_class = dataclasses.fields(self._class) if self._class else ()
        self._constants = {each.name: each.default for each in of_class if not each.init}
        self._steps = tuple(_step(name, field) for name, field in fields.items())

    def from_json(self, value: object) -> T_co:
        given = _object(value)
        members = self._constants.copy()
        for attribute, name, field, kind, domain, is_optional in self._steps:
            member = given.get(name)
            if (type(member) is kind and (domain is None or member in domain)) or (
                is_optional and member is None
            ):
                members[attribute] = member
            else:
                members[attribute] = self._member(given, name, field)
        return self._made(members)

    def _made(self, members: dict[str, Any]) -> T_co:
        if self._class is None:
            return self._make(**members)
        # The constructor of a frozen class sets one attribute after the other.
        new: T_co = self._class.__new__(self._class)
        new.__dict__.update(members)
        return new

    def _member(self, members: Mapping[str, object], name: str, field: Decoder[Any]) -> Any:
        try:
            if name in members or isinstance(field, Option):
                return field.from_json(members.get(name))
        except MalformedAnswerError as error:
            raise MalformedAnswerError(f"{name}: {error}") from None
        raise MalformedAnswerError(f"{name}: missing")


def _step(name: str, field: Decoder[Any]) -> _Step:
    some = field.some if isinstance(field, Option) else field
    kind, domain = (some.kind, some.domain) if isinstance(some, Plain) else (None, None)
    return name, name.rstrip("_"), field, kind, domain, isinstance(field, Option)


class Variant(Decoder[T_co]):
    """One of several cases, by their names. In JSON, a case's members are next to its name."""

    def __init__(self, **cases: Decoder[T_co]) -> None:
        self._cases = cases
        self._kind = Enum(tuple(cases))

    def from_json(self, value: object) -> T_co:
        try:
            kind = self._kind.from_json(_object(value).get("kind"))
        except MalformedAnswerError as error:
            raise MalformedAnswerError(f"kind: {error}") from None
        return self._cases[kind].from_json(value)


class Result(Decoder[T_co]):
    """A value, or the error in its place."""

    def __init__(self, ok: Decoder[T_co], error: Decoder[T_co]) -> None:
        self._ok, self._error = ok, error

    def from_json(self, value: object) -> T_co:
        if isinstance(value, dict) and "error" in value:
            return self._error.from_json(value["error"])
        return self._ok.from_json(value)


def _object(value: object) -> Mapping[str, object]:
    if isinstance(value, dict):
        return value
    raise MalformedAnswerError(f"not an object: {_shortened(value)}")


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
