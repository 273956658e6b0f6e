"""What a process that was forked must not go on with: locks that another thread held, threads that are gone, and its
parent's children.
"""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Renewable(Protocol):
    """Something that a fork breaks."""

    def renew(self) -> None:
        """Makes it usable in the child: nobody else uses it there yet."""


_known: weakref.WeakSet[Renewable] = weakref.WeakSet()


def renew_in_children(thing: Renewable) -> None:
    """Has something renewed in every child that is forked while it lives."""
    _known.add(thing)


def _renew() -> None:
    for thing in list(_known):
        thing.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
