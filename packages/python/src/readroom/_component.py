"""The component that this package contains."""

from __future__ import annotations

from importlib import resources

from .errors import RoomError

FILE = "readroom.wasm"


def component() -> bytes:
    """Returns the bytes of the component, for other hosts."""
    try:
        return (resources.files(__package__) / FILE).read_bytes()
    except FileNotFoundError:
        raise RoomError(
            f"the package has no {FILE}; install it from a wheel, or build one as its README says"
        ) from None
