# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""Decoders of the contract's answers: of every type, and of the result of every function."""

from __future__ import annotations

from typing import Final, get_args

from .. import contract, errors
from .._decoder import (
    BOOL,
    S16,
    STRING,
    U32,
    U64,
    Decoder,
    Enum,
    List,
    Option,
    Record,
    Result,
    Variant,
)

BODY: Final[Decoder[contract.Body]] = Variant(
    **{
        "blank": Record(contract.BlankBody),
        "one-line": Record(contract.OneLineBody, one_line=STRING),
        "lines": Record(contract.LinesBody, lines=List(Option(STRING))),
        "table": Record(contract.TableBody, rows=S16, has_heading=BOOL),
    },
)
ERROR_CODE: Final[Decoder[contract.ErrorCode]] = Enum(get_args(contract.ErrorCode))
PAGE_ERROR: Final[Decoder[errors.PageError]] = Record(errors.PageError, code=ERROR_CODE)
PAGE: Final[Decoder[contract.Page]] = Record(
    contract.Page,
    body=BODY,
    next_line=Option(U32),
    size=U64,
    links=List(Result(STRING, PAGE_ERROR)),
)
FETCH_RESULT: Final[Decoder[contract.Page | errors.PageError]] = Result(PAGE, PAGE_ERROR)
FIND_RESULT: Final[Decoder[contract.LineNumber | errors.PageError | None]] = Result(
    Option(U32),
    PAGE_ERROR,
)
