"""How a measurement is printed."""

from collections.abc import Callable, Sequence
from time import perf_counter, process_time


def percentile(times: Sequence[float], share: float) -> float:
    """The time that `share` of the runs stayed within."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def timed(work: Callable[[], object], repeats: int) -> list[float]:
    """Milliseconds of each run."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return times


def worked(work: Callable[[], object], repeats: int) -> list[float]:
    """Milliseconds of this process's CPU in each run, which other processes disturb less than the clock."""
    times = []
    for _ in range(repeats):
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return times


def report(name: str, times: Sequence[float], aim: str = "") -> None:
    """One line: minimum, median, 95th percentile, worst."""
    middle, late, worst = percentile(times, 0.5), percentile(times, 0.95), max(times)
    print(f"{name:<58} min {min(times):7.1f}  p50 {middle:7.1f}  p95 {late:7.1f}  max {worst:7.1f} ms   {aim}")
