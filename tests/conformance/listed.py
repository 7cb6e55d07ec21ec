"""Every difference between an engine and the evaluator that is known, and why: the engine is wrong, or may choose.

Nothing else is tolerated. docs/conformance.md tells them to people; test_listed.py holds the two together.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from exporter.provisioning.endpoints import EndpointKind
from tests.conformance.comparing import Case, Difference

LOCAL, MINISTACK = EndpointKind.DYNAMODB_LOCAL, EndpointKind.MINISTACK


@dataclass(frozen=True)
class Listed:
    """A known difference: its name, the engines that have it, the words of docs/conformance.md, and what it is."""

    name: str
    engines: tuple[EndpointKind, ...]
    says: str
    holds: Callable[[Case, Difference], bool]


@dataclass(frozen=True)
class Wording:
    """How an engine says what DynamoDB says in other words."""

    engine: str
    service: str

    def holds(self, case: Case, difference: Difference) -> bool:
        return (
            difference.aspect == "sentence"
            and re.search(self.engine, difference.seen[1]) is not None
            and any(re.search(self.service, said) for _, said in difference.predicted)
        )


INVALID = "One or more parameter values were invalid: "
LOCAL_WORDINGS = (
    Wording("^Consistent read cannot be true when", "^Consistent reads are not supported on global"),
    Wording(
        "^The number of conditions on the keys is invalid$", "^The provided key element does not match the schema$"
    ),
    Wording(f"^{INVALID}Type mismatch for key$", f"^({INVALID}Type mismatch for key|The provided key element)"),
    Wording(f"^{INVALID}Type mismatch for Index Key$", f"^{INVALID}Type mismatch for Index Key"),
    Wording("^Query condition missed key schema element$", "^Query condition missed key schema element: "),
    Wording(f"^{INVALID}Size limit exceeded$", f"^{INVALID}(Size of hashkey|Aggregated size of all range keys)"),
    Wording("^Hash primary key values must be under 2048", f"^{INVALID}(Size of hashkey|Aggregated size)"),
    Wording("starting key does not match the range key predicate$", "starting key is outside query boundaries"),
    Wording(
        "^Exclusive Start Key must have same size as table's key schema$", "^The provided starting key is invalid$"
    ),
    Wording(
        "A value provided cannot be converted into a number", "The parameter cannot be converted to a numeric value"
    ),
    Wording("DynamoDB only supports precision up to 38 digits", "more than 38 significant digits"),
    Wording("Two document paths overlap with each other", "Two document paths overlap with each other"),
    Wording("Input collection .*contains duplicates", "Input collection .*contains duplicates"),
    Wording("^Key attributes must be scalars;", "cannot have conditions on nested attributes$"),
    Wording("^Limit must be greater than or equal to 1$", "Member must have value greater than or equal to 1$"),
    Wording("^Invalid .*The BETWEEN operator requires", "^Invalid .*The BETWEEN operator requires"),
)


def _says_otherwise(case: Case, difference: Difference) -> bool:
    return any(wording.holds(case, difference) for wording in LOCAL_WORDINGS)


def _is_unprojected(case: Case, difference: Difference) -> bool:
    return difference.aspect == "refused" and "does not project" in difference.seen


LISTED: tuple[Listed, ...] = (
    Listed("local-wordings", (LOCAL,), "says in other words", _says_otherwise),
    Listed("unprojected-refused", (LOCAL,), "refuses a Query of an index that filters by", _is_unprojected),
)


def listed(engine: EndpointKind, case: Case, difference: Difference) -> str | None:
    """The name of the known difference that this is."""
    return next((one.name for one in LISTED if engine in one.engines and one.holds(case, difference)), None)
