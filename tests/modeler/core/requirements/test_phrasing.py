"""Requests composed of independent pieces: each piece is read in any composition as it is read alone."""

import pytest

from tests.modeler.core.requirements.phrasing.compose import Composer
from tests.modeler.core.requirements.phrasing.outcomes import tally


def _measured(seed, number):
    composer = Composer(seed)
    made = tally(composer.request() for _ in range(number))
    print(f"precision {made.precision:.1%}, recall {made.recall:.1%}, invented {len(made.invented)} of {number}")
    return made


def test_composed_requests_are_read_as_they_are_meant():
    made = _measured(seed=1, number=200)
    assert made.precision >= 0.98, made.invented
    assert made.recall >= 0.93, made.lost()[:20]
    assert len(made.invented) <= 8, made.invented


@pytest.mark.conformance
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_composed_requests_are_read_as_they_are_meant(seed):
    made = _measured(seed, number=2000)
    assert made.precision >= 0.98, made.invented
    assert made.recall >= 0.93, made.lost()[:20]
