# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""The functions of the contract, and how their values lie in the memory of a component."""

from __future__ import annotations

from typing import Final, NamedTuple, get_args

from . import contract
from ._abi import BOOL, S16, STRING, U32, U64, Enum, List, Option, Record, Type, Variant

PAGE_REQUEST = Record(path=STRING, start=Option(U32))
TABLE = Record(rows=S16, has_heading=BOOL)
BODY = Variant(**{"blank": None, "one-line": STRING, "lines": List(Option(STRING)), "table": TABLE})
ERROR_CODE = Enum(*get_args(contract.ErrorCode))
PAGE_ERROR = Record(code=ERROR_CODE)
PAGE = Record(
    body=BODY,
    next_line=Option(U32),
    size=U64,
    links=List(Variant(ok=STRING, error=PAGE_ERROR)),
)


class Function(NamedTuple):
    """A function that a reader exports, by the name that its core module gives it."""

    export: str
    parameters: tuple[Type, ...]
    result: Type


FUNCTIONS: Final = {
    "fetch": Function(
        "test:sample/sample@1.0.0#fetch",
        (PAGE_REQUEST,),
        Variant(ok=PAGE, error=PAGE_ERROR),
    ),
    "find": Function(
        "test:sample/sample@1.0.0#find",
        (STRING,),
        Variant(ok=Option(U32), error=PAGE_ERROR),
    ),
    "shout": Function("shout", (STRING,), Variant(ok=STRING, error=STRING)),
}
