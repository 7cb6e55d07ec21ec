"""The analysis of a design as it is now: the stored one, else computed here and now."""

from __future__ import annotations

from modeler.analysing import Known, result_of, versions
from modeler.loading import read_current
from modeler.models import Analysis, Design


def analysis_now(design: Design) -> Analysis:
    """The analysis of the revision that the design is at. One that no worker has made yet is computed, not stored."""
    stored = design.analyses.filter(revision=design.revision, **versions()).first()
    if stored is not None:
        return stored
    loaded = read_current(design.pk)
    # A memory of its own: the worker's is for one thread at a time.
    result = result_of(loaded.design, Known())
    return Analysis(design=design, revision=loaded.revision, result=result, **versions())
