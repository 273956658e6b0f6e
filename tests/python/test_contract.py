"""The package's own types and functions against the files of the contract, `wit/*.wit`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from readroom._abi import Enum, List, Number, Option, Record, Text, Type, Variant
from readroom._world import FUNCTIONS

import data

WIT = data.DATA.parent / "wit"
INTERFACES = ("read", "dialects")
NUMBERS = {1: "u8", 4: "u32", 8: "u64"}


class Contract:
    """Declarations of the contract: what stands behind each name."""

    def __init__(self) -> None:
        self._types: dict[str, tuple[str, str]] = {}
        self.functions: dict[str, tuple[str, str, str]] = {}
        for interface in INTERFACES:
            text = re.sub(r"//.*", "", (WIT / f"{interface}.wit").read_text())
            for kind, name, body in re.findall(r"\b(record|enum|variant) ([\w-]+) \{(.*?)\}", text, re.DOTALL):
                self._types[name] = kind, body
            for name, other in re.findall(r"\btype ([\w-]+) = ([\w-]+);", text):
                self._types[name] = "type", other
            for name, parameters, result in re.findall(r"([\w-]+): func\((.*?)\) -> (.*?);", text, re.DOTALL):
                self.functions[name] = interface, parameters, result

    def type(self, text: str) -> Any:
        """A type, by what it is made of."""
        outer, _, inner = text.strip().partition("<")
        if inner:
            return outer, [self.type(part) for part in parts(inner.rpartition(">")[0])]
        if outer not in self._types:
            return outer
        kind, body = self._types[outer]
        match kind:
            case "type":
                return self.type(body)
            case "enum":
                return "enum", parts(body)
            case "record":
                return "record", self.members(body)
            case _:
                cases = [re.fullmatch(r"([\w-]+)(?:\((.*)\))?", part) for part in parts(body)]
                assert all(cases)
                return "variant", [(plain(case[1]), case[2] and self.type(case[2])) for case in cases if case]

    def members(self, text: str) -> list[Any]:
        """Names with their types."""
        members = [part.partition(":") for part in parts(text)]
        return [(plain(name), self.type(type_)) for name, _, type_ in members]


def parts(text: str) -> list[str]:
    """What stands between commas, except for those in brackets."""
    found = re.findall(r"(?:[^,<>()]|<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>|\([^()]*\))+", text)
    return [part.strip() for part in found if part.strip()]


def plain(name: str) -> str:
    """A name as Python has it."""
    return name.strip().replace("-", "_")


def described(type_: Type) -> Any:
    """A type of the package, by what it is made of."""
    match type_:
        case Number():
            return NUMBERS[type_.size]
        case Text():
            return "string"
        case List():
            return "list", [described(type_._item)]
        case Option():
            return "option", [described(case) for case in type_._variant._cases if case]
        case Enum():
            return "enum", list(type_._names)
        case Record():
            return "record", [(name, described(field)) for name, field, _ in type_._fields]
        case Variant(_names=("ok", "error")):
            return "result", [described(case) for case in type_._cases if case]
        case Variant():
            cases = zip(type_._names, type_._cases, strict=True)
            return "variant", [(name, case and described(case)) for name, case in cases]
        case _:
            raise AssertionError(type_)


def test_every_function_of_the_contract_is_known() -> None:
    known = {function.export for function in FUNCTIONS.values() if function.export.startswith("readroom:")}
    functions = Contract().functions.items()
    assert known == {f"readroom:read/{interface}@0.1.0#{name}" for name, (interface, _, _) in functions}


@pytest.mark.parametrize("name", Contract().functions)
def test_a_function_takes_and_gives_what_the_contract_says(name: str) -> None:
    contract = Contract()
    _, parameters, result = contract.functions[name]
    wanted = [type_ for _, type_ in contract.members(parameters)]
    assert [described(type_) for type_ in FUNCTIONS[name].parameters] == wanted
    assert described(FUNCTIONS[name].result) == contract.type(result)
