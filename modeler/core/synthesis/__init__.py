"""Synthesis: the keys and indexes that serve the access patterns of a design."""

from modeler.core.synthesis.alternatives import Progress
from modeler.core.synthesis.answer import (
    Alternative,
    FrontStep,
    IndexWorth,
    Kind,
    MigrationCost,
    Options,
    PatternCost,
    ServedRead,
    Synthesis,
    UnmetRequirement,
)
from modeler.core.synthesis.nominal_rates import NOMINAL_WORDS
from modeler.core.synthesis.synthesising import synthesise

__all__ = [
    "NOMINAL_WORDS",
    "Alternative",
    "FrontStep",
    "IndexWorth",
    "Kind",
    "MigrationCost",
    "Options",
    "PatternCost",
    "Progress",
    "ServedRead",
    "Synthesis",
    "UnmetRequirement",
    "synthesise",
]
