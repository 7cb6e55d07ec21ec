"""The reasons for which an endpoint refuses access or does not answer, each with what to do. Pure.

A sentence contains no ARN, account id or address: guests of a design read it too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class AccessProblem(StrEnum):
    """Why there is no useful answer, in one word: the end of the code of a refusal, as in `endpoint.clock`."""

    NOT_REACHED = "not_reached"
    SILENT = "silent"
    NOT_PERMITTED = "not_permitted"
    REGION = "region"
    EXPIRED = "expired"
    CREDENTIALS = "credentials"
    THROTTLED = "throttled"
    QUOTA = "quota"
    CLOCK = "clock"
    OTHER = "unreachable"


@dataclass(frozen=True, slots=True)
class Failure:
    """A reason, and its sentence with what to do."""

    reason: AccessProblem
    sentence: str

    @property
    def code(self) -> str:
        """The stable code for pages and the REST API."""
        return f"endpoint.{self.reason}"


_UNREACHED: Final = (
    AccessProblem.NOT_REACHED,
    "was not reached; check its url or Region, the network, and that it runs",
)
_SILENT: Final = (
    AccessProblem.SILENT,
    "was reached and did not answer in time; try again, and check its load if this repeats",
)
_TIME: Final = (
    AccessProblem.CLOCK,
    "refuses the server's signature because of its clock; set the clock of the server by NTP",
)
_EXPIRED: Final = (
    AccessProblem.EXPIRED,
    "reports that the session has expired; start again, which begins a new session",
)
_KEYS: Final = (
    AccessProblem.CREDENTIALS,
    "does not know the credentials; the operator checks the access key of the endpoint, and that its Region is "
    "enabled in the account",
)
_BUSY: Final = (
    AccessProblem.THROTTLED,
    "throttles requests; wait a minute, then try again, or ask its operator for higher quotas",
)
_SCOPE: Final = (
    AccessProblem.REGION,
    "is declared with a Region that is not the one of its address; the operator corrects the Region",
)
_QUOTA: Final = (
    AccessProblem.QUOTA,
    "has reached a quota of its account; tear down runs that are no longer needed, or ask its operator for a higher "
    "quota",
)

BY_ERROR: Final[Mapping[str, tuple[AccessProblem, str]]] = {
    "EndpointConnectionError": _UNREACHED,
    "ConnectTimeoutError": _UNREACHED,
    "ProxyConnectionError": _UNREACHED,
    "SSLError": (
        AccessProblem.NOT_REACHED,
        "has a certificate that the server does not trust; the operator checks its url",
    ),
    "ReadTimeoutError": _SILENT,
    "ConnectionClosedError": _SILENT,
    "NoCredentialsError": (
        AccessProblem.CREDENTIALS,
        "needs credentials that can assume its role, and the server has none; ask its operator",
    ),
    "PartialCredentialsError": (AccessProblem.CREDENTIALS, "has an incomplete access key; ask its operator"),
    "ProfileNotFound": (AccessProblem.CREDENTIALS, "names a profile that the server does not have; ask its operator"),
    "CredentialRetrievalError": (
        AccessProblem.CREDENTIALS,
        "needs credentials that the server could not get; the operator checks its profile or the role of the server",
    ),
    "TokenRetrievalError": (
        AccessProblem.EXPIRED,
        "needs a sign-in of its profile that has expired; the operator signs the server in again",
    ),
    "UnauthorizedSSOTokenError": (
        AccessProblem.EXPIRED,
        "needs a sign-in of its profile that has expired; the operator signs the server in again",
    ),
    "ResponseParserError": (
        AccessProblem.OTHER,
        "gave an answer that is not one of AWS; the operator checks its url, and that it serves what is needed",
    ),
    "InvalidRegionError": (AccessProblem.REGION, "has a Region that does not exist; ask its operator"),
}
BY_CODE: Final[Mapping[str, tuple[AccessProblem, str]]] = {
    **dict.fromkeys(("ExpiredToken", "ExpiredTokenException"), _EXPIRED),
    **dict.fromkeys(("RequestExpired", "RequestTimeTooSkewed"), _TIME),
    **dict.fromkeys(
        ("UnrecognizedClientException", "InvalidClientTokenId", "InvalidAccessKeyId", "SignatureDoesNotMatch"), _KEYS
    ),
    **dict.fromkeys(("Throttling", "ThrottlingException", "RequestLimitExceeded"), _BUSY),
    "LimitExceededException": _QUOTA,
    "RegionDisabledException": (
        AccessProblem.REGION,
        "is in a Region that is disabled in the account, or that STS does not serve; enable it",
    ),
    "OptInRequired": (
        AccessProblem.REGION,
        "is in a Region that is not enabled in the account; enable it, or declare another Region",
    ),
}
_NAMES: Final = (
    (re.compile(r"arn:aws[a-z-]*:[^\s,;)\]\"']+"), "(ARN)"),
    (re.compile(r"(?<![0-9])[0-9]{12}(?![0-9])"), "(account)"),
    (re.compile(r"\(?\bRequest ID: [0-9A-Za-z-]+\)?|\bRequestId: [0-9A-Za-z-]+"), ""),
)
NOT_PERMITTED_CODES: Final = frozenset({"AccessDenied", "AccessDeniedException", "UnauthorizedOperation"})
_SIGNATURE: Final = frozenset({"InvalidSignatureException", "SignatureDoesNotMatch"})
_ENTRY: Final = "AssumeRole"


def unreached(endpoint: str, error: str) -> Failure:
    """Return why there was no answer, from the name of the client's error."""
    reason, said = BY_ERROR.get(error, (AccessProblem.OTHER, f"does not answer ({error})"))
    return Failure(reason, f"{endpoint} {said}")


def refused(endpoint: str, code: str, message: str, operation: str) -> Failure | None:
    """Return why a call was refused if the reason is the access to the endpoint; None if it is the request itself."""
    reason, said = _why(code, message.lower(), operation)
    return Failure(reason, f"{endpoint} {said}") if said else None


def _why(code: str, message: str, operation: str) -> tuple[AccessProblem, str]:
    if code in _SIGNATURE:
        # AWS reports a wrong clock and a wrong Region with the code of a wrong signature.
        if "expired" in message or "not yet current" in message:
            return _TIME
        return _SCOPE if "scoped to a valid region" in message else _KEYS
    if code in NOT_PERMITTED_CODES:
        return AccessProblem.NOT_PERMITTED, _denied(message, operation)
    return BY_CODE.get(code, (AccessProblem.OTHER, ""))


def _denied(message: str, operation: str) -> str:
    if "service control policy" in message:
        said = "a service control policy of its organization forbids it, often because of the Region"
        return f"does not permit {operation}: {said}; ask its operator"
    if operation == _ENTRY:
        said = "its operator checks the trust policy of the role: the principal of the server, and the external id"
        return f"does not permit {operation}; {said}"
    return f"does not permit {operation}; its operator adds it to the policy of the role"


def without_names(message: str) -> str:
    """Return a sentence of AWS without what identifies the account: ARNs, account ids, and ids of requests."""
    for pattern, word in _NAMES:
        message = pattern.sub(word, message)
    return message
