"""Renewal after a fork: of locks that another thread held, threads that are gone, and child
processes of the parent.
"""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Renewable(Protocol):
    """An object that a fork breaks."""

    def renew(self) -> None:
        """Makes it usable in the child, where no other thread uses it yet."""


_known: weakref.WeakSet[Renewable] = weakref.WeakSet()


def renew_in_children(thing: Renewable) -> None:
    """Renews an object in every child that is forked while the object exists."""
    _known.add(thing)


def _renew() -> None:
    for thing in list(_known):
        thing.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
