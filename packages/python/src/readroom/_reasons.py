"""Reasons of failures, as messages have them."""

from __future__ import annotations


def reason_of(error: Exception) -> str:
    """Returns the reason of an error of the operating system, in the middle of a sentence and
    without its number, as every host writes it.
    """
    text = (isinstance(error, OSError) and error.strerror) or str(error)
    return text[:1].lower() + text[1:]
