"""Decoders for values of the contract. A value comes from the memory of a component, as `_abi.py`
reads it, or from JSON, as `docs/json.md` describes it.

`_decode.py`, which is generated, has the decoder of every type of the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from .errors import CallError

T_co = TypeVar("T_co", covariant=True)


class MalformedAnswerError(CallError):
    """The JSON does not follow the contract. The message names the member."""


class Decoder(Generic[T_co]):
    """Decodes values of one type."""

    plain = False
    """Whether `_abi.py` already gives the decoded value."""

    def from_abi(self, value: Any) -> T_co:
        """Decodes a value as `_abi.py` gives it, which has checked its types."""
        raise NotImplementedError

    def from_json(self, value: object) -> T_co:
        """Decodes parsed JSON. Ignores members that it does not know; raises `MalformedAnswerError`
        for anything else that the contract does not say.
        """
        raise NotImplementedError


class Plain(Decoder[T_co]):
    """A value that stays as it is, if `accepts` it."""

    plain = True

    def __init__(self, name: str, accepts: Callable[[object], bool]) -> None:
        self._name, self._accepts = name, accepts

    def from_abi(self, value: Any) -> T_co:
        return value  # type: ignore[no-any-return]

    def from_json(self, value: Any) -> T_co:
        if self._accepts(value):
            return value  # type: ignore[no-any-return]
        raise MalformedAnswerError(f"not {self._name}: {_shortened(value)}")


def _integer(low: int, high: int) -> Plain[int]:
    return Plain(
        f"an integer from {low} to {high}",
        lambda value: type(value) is int and low <= value <= high,
    )


STRING: Final = Plain[str]("a string", lambda value: isinstance(value, str))
BOOL: Final = Plain[bool]("a boolean", lambda value: isinstance(value, bool))
U8, U16, U32, U64 = (_integer(0, (1 << bits) - 1) for bits in (8, 16, 32, 64))
S8, S16, S32, S64 = (_integer(-1 << bits - 1, (1 << bits - 1) - 1) for bits in (8, 16, 32, 64))


class Enum(Plain[T_co]):
    """One of several strings."""

    def __init__(self, cases: Sequence[T_co]) -> None:
        super().__init__(f"one of {', '.join(map(str, cases))}", lambda value: value in cases)


class List(Decoder[Sequence[T_co]]):
    """Any number of values of one type, as a tuple."""

    def __init__(self, item: Decoder[T_co]) -> None:
        self._item = item

    def from_abi(self, value: Any) -> Sequence[T_co]:
        return tuple(value) if self._item.plain else tuple(map(self._item.from_abi, value))

    def from_json(self, value: object) -> Sequence[T_co]:
        if not isinstance(value, list):
            raise MalformedAnswerError(f"not an array: {_shortened(value)}")
        return tuple(map(self._item.from_json, value))


class Option(Decoder["T_co | None"], Generic[T_co]):
    """A value or None."""

    def __init__(self, some: Decoder[T_co]) -> None:
        self._some, self.plain = some, some.plain

    def from_abi(self, value: Any) -> T_co | None:
        return None if value is None else self._some.from_abi(value)

    def from_json(self, value: object) -> T_co | None:
        return None if value is None else self._some.from_json(value)


class Record(Decoder[T_co]):
    """Named values, which `make` takes as keywords."""

    def __init__(self, make: Callable[..., T_co], **fields: Decoder[Any]) -> None:
        self._make, self._fields = make, tuple(fields.items())
        self._deep = tuple((name, field) for name, field in self._fields if not field.plain)

    def from_abi(self, value: Any) -> T_co:
        return self._make(
            **{**(value or {}), **{name: field.from_abi(value[name]) for name, field in self._deep}}
        )

    def from_json(self, value: object) -> T_co:
        members = _object(value)
        return self._make(
            **{name: self._member(members, name, field) for name, field in self._fields}
        )

    def _member(self, members: Mapping[str, object], name: str, field: Decoder[Any]) -> Any:
        try:
            if name in members or isinstance(field, Option):
                return field.from_json(members.get(name))
        except MalformedAnswerError as error:
            raise MalformedAnswerError(f"{name}: {error}") from None
        raise MalformedAnswerError(f"{name}: missing")


class Single(Record[T_co]):
    """A case whose payload is not a record: the value of the only field."""

    def from_abi(self, value: Any) -> T_co:
        ((name, field),) = self._fields
        return self._make(**{name: field.from_abi(value)})


class Variant(Decoder[T_co]):
    """One of several cases, by their names. The members of a case are beside its name in JSON."""

    def __init__(self, **cases: Decoder[T_co]) -> None:
        self._cases = cases
        self._kind = Enum(tuple(cases))

    def from_abi(self, value: Any) -> T_co:
        case, payload = value
        return self._cases[case].from_abi(payload)

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

    def from_abi(self, value: Any) -> T_co:
        case, payload = value
        return (self._ok if case == "ok" else self._error).from_abi(payload)

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
