"""`--most-cases N` runs at most N cases of each parametrized test, spread evenly: for a check before each commit.

All cases run in `make test`, and where a file or a test is named without the option.
"""

from itertools import groupby

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--most-cases", type=int, metavar="N", help="run at most N cases of each parametrized test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    most = config.getoption("--most-cases")
    if most is None:
        return
    groups = [list(group) for _, group in groupby(items, key=origin)]
    kept = {id(item) for group in groups for item in spread(group, most)}
    left_out = [item for item in items if id(item) not in kept]
    items[:] = [item for item in items if id(item) in kept]
    config.hook.pytest_deselected(items=left_out)


def origin(item: pytest.Item) -> str:
    """The test whose case this is; the same for all of its cases."""
    return item.nodeid.partition("[")[0]


def spread[T](cases: list[T], most: int) -> list[T]:
    """At most so many cases, the first and the last among them."""
    if len(cases) <= most:
        return cases
    return [cases[place * (len(cases) - 1) // (most - 1)] for place in range(most)] if most > 1 else cases[:1]
