# Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
"""The types that the errors of the contract are made of."""

from __future__ import annotations

from typing import Literal

ErrorCode = Literal["not-found", "other"]
"""The kinds of failure.

- `not-found`: There is no such file.
- `other`: Anything else.
"""
