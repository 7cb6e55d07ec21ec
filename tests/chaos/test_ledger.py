"""`make chaos` must be able to fail: each thing that can be wrong with an edit is told."""

from dataclasses import astuple

import pytest

from tests.chaos.ledger import Acknowledged, Stored, compared

TOLD = {"ada": [Acknowledged("a1", 2, 0, 0), Acknowledged("a2", 4, 0, 0)], "eve": [Acknowledged("e1", 3, 0, 0)]}
STORED = [Stored(2, "ada", "a1"), Stored(3, "eve", "e1"), Stored(4, "ada", "a2")]


def test_a_history_as_it_was_acknowledged_is_clean():
    assert compared(TOLD, STORED).is_clean


@pytest.mark.parametrize(
    ("history", "said"),
    [
        (STORED[:2], (["ada: a2"], [], [], [])),
        ([*STORED, Stored(5, "eve", "e1")], ([], ["eve: e1"], ["eve: e1"], [])),
        ([Stored(4, "ada", "a1"), STORED[1], Stored(2, "ada", "a2")], ([], [], ["ada: a1", "ada: a2"], [])),
        ([*STORED, Stored(5, "eve", "never typed")], ([], [], [], ["eve: never typed"])),
    ],
)
def test_what_is_lost_doubled_misplaced_or_unasked_is_named(history, said):
    assert astuple(compared(TOLD, history)) == said
