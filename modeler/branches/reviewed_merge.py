"""What a reviewer saw of a merge: an approval counts while the merge still brings the same.

An approval is of what the branch does to the main line. A main line that moves on leaves it valid, unless the merge
then changes something else, brings other findings, serves access patterns differently, or needs another plan.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from modeler.comparisons.comparison import DesignComparison
from modeler.core.merging import Combined, CombinedServing
from modeler.core.merging.combined import way_of
from modeler.core.migration import plan
from modeler.core.phrases import and_list


def reviewed_merge(made: DesignComparison, brought: Combined, served: Iterable[CombinedServing]) -> dict[str, str]:
    """A digest of each aspect of a merge, by its name. Names and estimates of unchanged parts are not part of any."""
    steps = plan(made.before.design, made.after.design).steps
    return {
        "changes": _digest([one.fingerprint, one.difference.message] for one in made.differences),
        "findings": _digest([one.rule, one.part or one.path, one.field] for one in brought.introduced),
        "access patterns": _digest(_served(one) for one in served),
        "plan": _digest([one.fingerprint, *one.patterns] for one in steps),
    }


def _served(one: CombinedServing) -> list[Any]:
    ways = (None if side is None else repr(way_of(side)) for side in (one.main, one.merged))
    return [one.pattern, *ways, *([one.order] if one.order else ())]


def _digest(rows: Iterable[list[Any]]) -> str:
    text = json.dumps(sorted(json.dumps(row) for row in rows))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def differing(seen: Mapping[str, str], now: Mapping[str, str]) -> str:
    """The aspects that differ, as words; '' if none does."""
    return and_list([name for name, digest in now.items() if name in seen and seen[name] != digest])
