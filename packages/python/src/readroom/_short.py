"""Short descriptions of answers, for consoles and logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

MAX_REPR = 300
_MAX_FIELD = 60


class ShortRepr:
    """A dataclass whose `repr` has at most `MAX_REPR` characters, regardless of its content. It
    leaves out None and False.
    """

    def __repr__(self) -> str:
        own: Any = self
        # The kind of a case is in the name of its class.
        names = [each.name for each in fields(own) if each.repr and each.init]
        parts = [
            f"{name}={_cut(_short(value), _MAX_FIELD)}"
            for name in names
            if (value := getattr(own, name)) is not None and value is not False
        ]
        return _cut(f"{type(self).__name__}({', '.join(parts)})", MAX_REPR)


def _short(value: object) -> str:
    if isinstance(value, str):
        return repr(value[:_MAX_FIELD])
    if isinstance(value, Sequence) and value:
        more = f", and {len(value) - 1} more" if len(value) > 1 else ""
        return f"[{_cut(_short(value[0]), _MAX_FIELD - len(more) - 2)}{more}]"
    return repr(value)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
