"""How access patterns are served, and why; which index serves best; or what is missing, and the change that fixes it.

`serving` gives the best answer, `servings` all of them compared, `served_pattern` the pattern with its resolved index
and key, `serving_fixes` the edits that serve an unserved pattern.
"""

from modeler.core.servings.filters import kept_share
from modeler.core.servings.found import served_pattern
from modeler.core.servings.missing import asked_as, include, serving_fixes
from modeler.core.servings.serve import serving, servings
from modeler.core.servings.served import Expected, Serving

__all__ = [
    "Expected",
    "Serving",
    "asked_as",
    "include",
    "kept_share",
    "served_pattern",
    "serving",
    "serving_fixes",
    "servings",
]
