"""A check before a commit runs some cases of each test, all of `make test`."""

from types import SimpleNamespace

import pytest

from tests.ground.sweeps import pytest_collection_modifyitems, spread


@pytest.mark.parametrize("most", [1, 2, 3, 7, 99, 100, 101])
def test_cases_are_spread_from_the_first_to_the_last(most):
    found = spread(list(range(100)), most)
    assert len(found) == len(set(found)) == min(most, 100)
    assert found == sorted(found)
    assert found[0] == 0
    assert most == 1 or found[-1] == 99


def collected(most, *nodeids):
    items = [SimpleNamespace(nodeid=nodeid) for nodeid in nodeids]
    left_out = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items))
    pytest_collection_modifyitems(SimpleNamespace(getoption=lambda _: most, hook=hook), items)
    return [item.nodeid for item in items], [item.nodeid for item in left_out]


def test_tests_with_few_cases_and_those_without_are_kept():
    cases = [f"tests/a.py::test_a[{number}]" for number in range(5)]
    assert collected(None, *cases) == (cases, [])
    kept, left_out = collected(2, "tests/a.py::test_one", *cases, "tests/b.py::test_a[0]")
    assert kept == ["tests/a.py::test_one", cases[0], cases[-1], "tests/b.py::test_a[0]"]
    assert left_out == cases[1:-1]
