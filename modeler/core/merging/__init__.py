"""Merging a branch of a design into its main line: what conflicts, the merged parts, and what only the result shows.

`three_way` merges parts, `combined` lists what neither side had before the merge.
"""

from modeler.core.merging.combined import Combined, CombinedServing, combined, served_differently
from modeler.core.merging.three_way import REMOVED, Choices, Merge, MergeConflict, Side, dependents, three_way

__all__ = [
    "REMOVED",
    "Choices",
    "Combined",
    "CombinedServing",
    "Merge",
    "MergeConflict",
    "Side",
    "combined",
    "dependents",
    "served_differently",
    "three_way",
]
