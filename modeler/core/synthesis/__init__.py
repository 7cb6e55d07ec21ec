"""Synthesis: the keys and indexes that serve the access patterns of a design."""

from modeler.core.synthesis.alternatives import Progress
from modeler.core.synthesis.answer import (
    Alternative,
    AlternativeKind,
    FrontStep,
    IndexWorth,
    MigrationCost,
    PatternPrice,
    ServedRead,
    Synthesis,
    SynthesisOptions,
    UnmetRequirement,
)
from modeler.core.synthesis.nominal_rates import NOMINAL_WORDS
from modeler.core.synthesis.synthesising import synthesise

__all__ = [
    "NOMINAL_WORDS",
    "Alternative",
    "AlternativeKind",
    "FrontStep",
    "IndexWorth",
    "MigrationCost",
    "PatternPrice",
    "Progress",
    "ServedRead",
    "Synthesis",
    "SynthesisOptions",
    "UnmetRequirement",
    "synthesise",
]
