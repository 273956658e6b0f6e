"""Forecasts rain from what stations measured."""

from __future__ import annotations

from dataclasses import dataclass, field

WINDOW = 24


@dataclass
class Station:
    """A gauge, and what it measured."""

    name: str
    values: list[float] = field(default_factory=list)

    def add(self, value: float) -> None:
        """Adds a measurement in millimetres."""
        if value < 0:
            raise ValueError(f"{self.name}: rain cannot be {value}")
        self.values.append(value)

    def mean(self, window: int = WINDOW) -> float:
        """Returns the mean of the last measurements."""
        last = self.values[-window:]
        return sum(last) / len(last) if last else 0.0


class Forecast:
    """What several stations say together."""

    def __init__(self, stations: list[Station]) -> None:
        self.stations = stations

    def rain(self) -> float:
        """Returns the expected rain in millimetres an hour."""
        means = [station.mean() for station in self.stations]
        return max(means, default=0.0)

    def is_wet(self, limit: float = 0.2) -> bool:
        """Returns whether it will rain more than a limit."""
        return self.rain() > limit
