"""Which cases run: all where a file or a test is named, fewer in `make test` and in `make check`.

`--most-cases N` runs at most N cases of each parametrized test, spread evenly: for a check before each commit.
`--daily` is `make test`. It leaves to `make doors`, `make conformance` and `make pages` what is marked so; of a test
with the mark `conformance(cases=40)` it keeps 40 cases. Of each law it runs an eighth of the examples
(tests.ground.generating).
"""

import pytest

LATER = ("doors", "conformance", "pages")
"""Marks of what another command runs whole; pyproject.toml describes them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--most-cases", type=int, metavar="N", help="run at most N cases of each parametrized test")
    parser.addoption(
        "--daily", action="store_true", help="leave out what `make doors`, `make conformance` and `make pages` run"
    )


_RUN: dict[str, bool] = {}


def pytest_configure(config: pytest.Config) -> None:
    _RUN["daily"] = bool(config.getoption("--daily"))


def is_daily() -> bool:
    """Is this `make test`? For a module that makes cases when it is imported."""
    return _RUN.get("daily", False)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> list[pytest.Item] | None:
    """No cases of a test that another command runs whole: to make them only to leave them out takes seconds."""
    if not collector.config.getoption("--daily"):
        return None
    marks = [mark for mark in getattr(obj, "pytestmark", ()) if mark.name in LATER]
    return [] if marks and not any("cases" in mark.kwargs for mark in marks) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    most, is_daily = config.getoption("--most-cases"), config.getoption("--daily")
    if most is None and not is_daily:
        return
    kept: set[int] = set()
    for cases in grouped(items):
        if is_daily:
            cases = daily(cases)
        kept |= {id(item) for item in (cases if most is None else spread(cases, most))}
    left_out = [item for item in items if id(item) not in kept]
    items[:] = [item for item in items if id(item) in kept]
    config.hook.pytest_deselected(items=left_out)


def daily(cases: list[pytest.Item]) -> list[pytest.Item]:
    """What `make test` runs of a test. Some cases of it may be marked, and the others not."""
    marks = {id(item): mark for item in cases if (mark := later(item))}
    most = max((mark.kwargs.get("cases", 0) for mark in marks.values()), default=0)
    kept = {id(item) for item in spread([item for item in cases if id(item) in marks], most)}
    return [item for item in cases if id(item) not in marks or id(item) in kept]


def later(item: pytest.Item) -> pytest.Mark | None:
    return next((mark for name in LATER if (mark := item.get_closest_marker(name))), None)


def grouped(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """The cases of each test. Fixtures of the session can have put cases of one test apart."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(origin(item), []).append(item)
    return list(groups.values())


def origin(item: pytest.Item) -> str:
    """The test whose case this is; the same for all of its cases."""
    return item.nodeid.partition("[")[0]


def spread[T](cases: list[T], most: int) -> list[T]:
    """At most so many cases, the first and the last among them."""
    if len(cases) <= most:
        return cases
    return [cases[place * (len(cases) - 1) // (most - 1)] for place in range(most)] if most > 1 else cases[:most]
