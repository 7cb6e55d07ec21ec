"""A check before a commit runs some cases of each test, `make test` most, a file that is named all."""

from types import SimpleNamespace

import pytest

from tests.ground.generating import examples_of
from tests.ground.sweeps import pytest_collection_modifyitems, pytest_pycollect_makeitem, spread


@pytest.mark.parametrize("most", [1, 2, 3, 7, 99, 100, 101])
def test_cases_are_spread_from_the_first_to_the_last(most):
    found = spread(list(range(100)), most)
    assert len(found) == len(set(found)) == min(most, 100)
    assert found == sorted(found)
    assert found[0] == 0
    assert most == 1 or found[-1] == 99


def case(nodeid, mark=None):
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=lambda name: mark if mark and mark.name == name else None)


def collected(items, most=None, *, daily=False):
    """What is kept, and what is left out."""
    left_out = []
    options = {"--most-cases": most, "--daily": daily}
    hook = SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items))
    pytest_collection_modifyitems(SimpleNamespace(getoption=options.get, hook=hook), items)
    return [item.nodeid for item in items], [item.nodeid for item in left_out]


def test_tests_with_few_cases_and_those_without_are_kept():
    cases = [f"tests/a.py::test_a[{number}]" for number in range(5)]
    assert collected([case(one) for one in cases]) == (cases, [])
    kept, left_out = collected([case(one) for one in ["tests/a.py::test_one", *cases, "tests/b.py::test_a[0]"]], 2)
    assert kept == ["tests/a.py::test_one", cases[0], cases[-1], "tests/b.py::test_a[0]"]
    assert left_out == cases[1:-1]


def test_a_daily_run_leaves_marked_cases_to_the_command_of_their_mark():
    marks = {"doors": pytest.mark.doors.mark, "some": pytest.mark.conformance(cases=3).mark}
    long = [case(f"tests/a.py::test_a[{number}]", marks["doors"] if number % 2 else None) for number in range(4)]
    many = [case(f"tests/a.py::test_b[{number}]", marks["some"]) for number in range(9)]
    kept, left_out = collected([*long, *many], daily=True)
    assert kept == [f"tests/a.py::test_{one}]" for one in ("a[0", "a[2", "b[0", "b[4", "b[8")]
    assert len(left_out) == 8
    assert collected([*long, *many])[1] == []


@pytest.mark.parametrize(
    ("marks", "is_left_out"),
    [
        ([pytest.mark.pages], True),
        ([pytest.mark.slow], False),
        ([pytest.mark.conformance(cases=3)], False),
        ([pytest.mark.conformance, pytest.mark.doors(cases=3)], False),
    ],
)
def test_no_case_is_made_of_what_a_daily_run_leaves_to_another_command(marks, is_left_out):
    marked = SimpleNamespace(pytestmark=[one.mark for one in marks])
    for daily in (True, False):
        collector = SimpleNamespace(config=SimpleNamespace(getoption={"--daily": daily}.get))
        assert (pytest_pycollect_makeitem(collector, marked) == []) is (daily and is_left_out)


@pytest.mark.parametrize(("usual", "daily", "long"), [(100, 12, 1000), (5, 4, 50), (3, 3, 30), (1000, 125, 1000)])
def test_a_daily_run_has_an_eighth_of_the_examples_of_a_law(usual, daily, long):
    assert (examples_of(usual, long=False), examples_of(usual, long=True)) == (daily, long)
