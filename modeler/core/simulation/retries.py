"""What retries add: refused attempts and waiting time, for clients with exponential backoff and full jitter.

Retries take seconds at most, so within an interval they are in balance with what is served: if a partition finally
serves the share `f` of its requests and a client tries `n` times, each attempt succeeds with the probability
`a = 1 - (1 - f)^(1/n)`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from modeler.core.simulation.key_line import Numbers


@dataclass(frozen=True, slots=True)
class Retries:
    """How a client retries: attempts in all, the first pause and the longest pause in seconds. The pause before attempt
    k is anything up to `pause * 2^(k - 1)`.
    """

    attempts: int = 10
    pause: float = 0.05
    longest: float = 20.0

    def refused(self, served: Numbers) -> Numbers:
        """Refused attempts per request, where this share of requests is served in the end."""
        chance = self._chance(served)
        attempts = np.where(chance > 0, served / np.where(chance > 0, chance, 1.0), float(self.attempts))
        found: Numbers = attempts - served
        return found

    def waited(self, served: Numbers) -> Numbers:
        """Seconds of pauses on average of a request that is served in the end."""
        refusal = 1.0 - self._chance(served)
        likely = np.power.outer(refusal, np.arange(self.attempts)) * (1.0 - refusal)[..., None]
        whole = likely.sum(axis=-1)
        found: Numbers = np.where(whole > 0, likely @ self._pauses / np.where(whole > 0, whole, 1.0), 0.0)
        return found

    @property
    def _pauses(self) -> Numbers:
        """Seconds of pauses on average before each attempt."""
        each = np.minimum(self.longest, self.pause * 2.0 ** np.arange(self.attempts - 1)) / 2
        return np.concatenate(([0.0], np.cumsum(each)))

    def _chance(self, served: Numbers) -> Numbers:
        found: Numbers = 1.0 - np.power(np.clip(1.0 - served, 0.0, 1.0), 1.0 / self.attempts)
        return found
