"""Values of the contract in the memory of a component: the part of the Component Model's canonical
ABI that this world needs.

Fixed-size parts are encoded and decoded as one block of bytes, because each access to the memory is
slow from Python. A record is a dictionary, a variant a pair of a case's name and its payload, an
option None or the value.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Protocol

# The maximum number of flat parameters of a function.
_MAX_FLAT = 16


class GuestError(Exception):
    """The component broke a rule of the canonical ABI, or of this host."""


class Memory(Protocol):
    """The memory of an instance."""

    def read(self, pointer: int, length: int) -> bytes:
        """Reads bytes. Fails if they lie outside the memory, or if the call read too many."""

    def count(self, values: int) -> None:
        """Counts values before a list of them is built. Fails if the call has too many in all."""

    def write(self, pointer: int, data: bytes) -> None:
        """Writes bytes."""

    def allocate(self, size: int, alignment: int) -> int:
        """Allocates memory in the component."""


class Type:
    """A type of the contract: its size and alignment in bytes, and how a value of it is stored."""

    size: int
    alignment: int

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        """Writes a value into a block that is written to the memory later. What it points to is
        written at once.
        """
        raise NotImplementedError

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        """Reads a value from a block that was read from the memory."""
        raise NotImplementedError

    def flat(self, memory: Memory, value: Any) -> list[int]:
        """Returns a value as flat parameters of a function, all of them of 32 bits."""
        raise NotImplementedError

    def flat_count(self) -> int:
        """Returns the number of flat parameters of a value."""
        raise NotImplementedError


class Number(Type):
    """An integer or a boolean, by its format in `struct`."""

    def __init__(self, code: str) -> None:
        self._struct = struct.Struct("<" + code)
        self.size = self.alignment = self._struct.size

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        self._struct.pack_into(block, at, value)

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        return self._struct.unpack_from(block, at)[0]

    def flat(self, memory: Memory, value: Any) -> list[int]:
        assert self.size <= 4
        return [signed(value)]

    def flat_count(self) -> int:
        return 1


BOOL, U32, U64, S64 = Number("?"), Number("I"), Number("Q"), Number("q")


class Enum(Type):
    """One of several names."""

    size = alignment = 1

    def __init__(self, *names: str) -> None:
        self.names = names
        self._numbers = {name: number for number, name in enumerate(names)}

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        block[at] = self._numbers[value]

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        return case(self.names, block[at])

    def flat(self, memory: Memory, value: Any) -> list[int]:
        return [self._numbers[value]]

    def flat_count(self) -> int:
        return 1


class Text(Type):
    """A string in UTF-8."""

    size, alignment = 8, 4

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        struct.pack_into("<II", block, at, *self._put(memory, value))

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        pointer, length = struct.unpack_from("<II", block, at)
        try:
            return memory.read(pointer, length).decode()
        except UnicodeDecodeError as error:
            raise GuestError("it wrote a string that is not UTF-8") from error

    def flat(self, memory: Memory, value: Any) -> list[int]:
        return [signed(part) for part in self._put(memory, value)]

    def flat_count(self) -> int:
        return 2

    def _put(self, memory: Memory, value: str) -> tuple[int, int]:
        data = value.encode()
        pointer = memory.allocate(len(data), 1)
        memory.write(pointer, data)
        return pointer, len(data)


STRING = Text()


class Bytes(Type):
    """A list of bytes, which this host only writes."""

    size, alignment = 8, 4

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        pointer = memory.allocate(len(value), 1)
        memory.write(pointer, value)
        struct.pack_into("<II", block, at, pointer, len(value))


BYTES = Bytes()


class List(Type):
    """Any number of values of one type."""

    size, alignment = 8, 4

    def __init__(self, item: Type) -> None:
        self.item, self._values = item, item.flat_count()

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        struct.pack_into("<II", block, at, *self._put(memory, value))

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        pointer, count = struct.unpack_from("<II", block, at)
        memory.count(count * self._values)
        items = memory.read(pointer, count * self.item.size)
        return [self.item.decode(memory, items, number * self.item.size) for number in range(count)]

    def flat(self, memory: Memory, value: Any) -> list[int]:
        return [signed(part) for part in self._put(memory, value)]

    def flat_count(self) -> int:
        return 2

    def _put(self, memory: Memory, value: Any) -> tuple[int, int]:
        items = bytearray(len(value) * self.item.size)
        for number, item in enumerate(value):
            self.item.encode(memory, item, items, number * self.item.size)
        pointer = memory.allocate(len(items), self.item.alignment)
        memory.write(pointer, bytes(items))
        return pointer, len(value)


class Record(Type):
    """Named values."""

    def __init__(self, **fields: Type) -> None:
        self.fields, end, self.alignment = [], 0, 1
        for name, field in fields.items():
            at = aligned(end, field.alignment)
            self.fields.append((name, field, at))
            end, self.alignment = at + field.size, max(self.alignment, field.alignment)
        self.size = aligned(end, self.alignment)

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        for name, field, offset in self.fields:
            field.encode(memory, value[name], block, at + offset)

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        return {
            name: field.decode(memory, block, at + offset) for name, field, offset in self.fields
        }

    def flat(self, memory: Memory, value: Any) -> list[int]:
        return [part for name, field, _ in self.fields for part in field.flat(memory, value[name])]

    def flat_count(self) -> int:
        return sum(field.flat_count() for _, field, _ in self.fields)


class Variant(Type):
    """One of several cases, each with or without a payload."""

    def __init__(self, **cases: Type | None) -> None:
        self.cases = cases
        self._names, self._types = tuple(cases), tuple(cases.values())
        types = [type_ for type_ in self._types if type_ is not None]
        self.alignment = max((type_.alignment for type_ in types), default=1)
        self._payload_at = aligned(1, self.alignment)
        self.size = aligned(
            self._payload_at + max((type_.size for type_ in types), default=0), self.alignment
        )

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        name, payload = value
        number = self._names.index(name)
        block[at] = number
        if (type_ := self._types[number]) is not None:
            type_.encode(memory, payload, block, at + self._payload_at)

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        name, type_ = case(self._names, block[at]), case(self._types, block[at])
        return name, None if type_ is None else type_.decode(memory, block, at + self._payload_at)

    def flat(self, memory: Memory, value: Any) -> list[int]:
        name, payload = value
        number = self._names.index(name)
        type_ = self._types[number]
        parts = [number, *([] if type_ is None else type_.flat(memory, payload))]
        return parts + [0] * (self.flat_count() - len(parts))

    def flat_count(self) -> int:
        return 1 + max(0 if type_ is None else type_.flat_count() for type_ in self._types)


class Option(Type):
    """A value or None."""

    def __init__(self, some: Type) -> None:
        self.some, self._variant = some, Variant(none=None, some=some)
        self.size, self.alignment = self._variant.size, self._variant.alignment

    def encode(self, memory: Memory, value: Any, block: bytearray, at: int) -> None:
        self._variant.encode(memory, self._case(value), block, at)

    def decode(self, memory: Memory, block: bytes, at: int) -> Any:
        return self._variant.decode(memory, block, at)[1]

    def flat(self, memory: Memory, value: Any) -> list[int]:
        return self._variant.flat(memory, self._case(value))

    def flat_count(self) -> int:
        return self._variant.flat_count()

    @staticmethod
    def _case(value: Any) -> tuple[str, Any]:
        return ("none", None) if value is None else ("some", value)


def is_unicode(text: str) -> bool:
    """Returns whether a text can be a string of the contract. Python has file names that are not
    Unicode as texts with surrogates.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def aligned(at: int, alignment: int) -> int:
    """Rounds an address up to an alignment."""
    return (at + alignment - 1) // alignment * alignment


def signed(number: int) -> int:
    """Returns an unsigned 32-bit number as the signed one that wasmtime takes."""
    return number - (1 << 32) if number >= 1 << 31 else number


def unsigned(number: int) -> int:
    """Returns a signed 32-bit number as an unsigned one."""
    return number & 0xFFFF_FFFF


def case(cases: Sequence[Any], number: int) -> Any:
    """Returns the case with a number that a component gave."""
    if number >= len(cases):
        raise GuestError("it answered with a case that does not exist")
    return cases[number]


def lower(memory: Memory, types: Sequence[Type], values: Sequence[Any]) -> list[int]:
    """Returns the arguments of a function: flat, or as an address in the memory if there are too
    many.
    """
    if sum(type_.flat_count() for type_ in types) <= _MAX_FLAT:
        return [
            part
            for type_, value in zip(types, values, strict=True)
            for part in type_.flat(memory, value)
        ]
    names = [str(number) for number in range(len(types))]
    together = Record(**dict(zip(names, types, strict=True)))
    pointer = memory.allocate(together.size, together.alignment)
    store(memory, together, dict(zip(names, values, strict=True)), pointer)
    return [signed(pointer)]


def load(memory: Memory, type_: Type, pointer: int) -> Any:
    """Reads a value from the memory."""
    return type_.decode(memory, memory.read(pointer, type_.size), 0)


def store(memory: Memory, type_: Type, value: Any, pointer: int) -> None:
    """Writes a value to the memory."""
    block = bytearray(type_.size)
    type_.encode(memory, value, block, 0)
    memory.write(pointer, bytes(block))
