"""The evaluator: an in-memory DynamoDB that computes the result and the cost of an access pattern."""

from modeler.core.evaluator.corrections import Correction, corrected_update
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation, IndexChange, IndexEffect, Page, Refusal, ReturnedItem, Write
from modeler.core.evaluator.index_keys import KeyWrite
from modeler.core.evaluator.intent import PhysicalUpdate, derive_update
from modeler.core.evaluator.respond import respond
from modeler.core.evaluator.run import evaluate

__all__ = [
    "Correction",
    "Database",
    "Evaluation",
    "IndexChange",
    "IndexEffect",
    "KeyWrite",
    "Page",
    "PhysicalUpdate",
    "Refusal",
    "ReturnedItem",
    "Write",
    "corrected_update",
    "derive_update",
    "evaluate",
    "respond",
]
