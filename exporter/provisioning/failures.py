"""The reasons for which an endpoint refuses access or does not answer, each with what to do. Pure.

A sentence contains no ARN, account id or address: guests of a design read it too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_UNREACHED: Final = "was not reached; check its url or Region, the network, and that it runs"
_SILENT: Final = "was reached and did not answer in time; try again, and check its load if this repeats"
_TIME: Final = "refuses the server's signature because of its clock; set the clock of the server by NTP"
_EXPIRED: Final = "reports that the session has expired; start again, which begins a new session"
_KEYS: Final = "does not know the credentials; the operator checks the access key of the endpoint and its Region"
_BUSY: Final = "throttles requests; wait a minute, then try again, or ask its operator for higher quotas"

BY_ERROR: Final[Mapping[str, str]] = {
    "EndpointConnectionError": _UNREACHED,
    "ConnectTimeoutError": _UNREACHED,
    "ProxyConnectionError": _UNREACHED,
    "SSLError": "has a certificate that the server does not trust; the operator checks its url",
    "ReadTimeoutError": _SILENT,
    "ConnectionClosedError": _SILENT,
    "NoCredentialsError": "needs credentials that can assume its role, and the server has none; ask its operator",
    "PartialCredentialsError": "has an incomplete access key; ask its operator",
    "InvalidRegionError": "has a Region that does not exist; ask its operator",
}
BY_CODE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("ExpiredToken", "ExpiredTokenException"), _EXPIRED),
    **dict.fromkeys(("RequestExpired", "RequestTimeTooSkewed"), _TIME),
    **dict.fromkeys(
        ("UnrecognizedClientException", "InvalidClientTokenId", "InvalidAccessKeyId", "SignatureDoesNotMatch"), _KEYS
    ),
    **dict.fromkeys(("Throttling", "ThrottlingException", "RequestLimitExceeded"), _BUSY),
    "RegionDisabledException": "is in a Region that is disabled in the account, or that STS does not serve; enable it",
    "OptInRequired": "is in a Region that is not enabled in the account; enable it, or declare another Region",
}
_NAMES: Final = (
    (re.compile(r"arn:aws[a-z-]*:[^\s,;)\]\"']+"), "(ARN)"),
    (re.compile(r"(?<![0-9])[0-9]{12}(?![0-9])"), "(account)"),
    (re.compile(r"\(?\bRequest ID: [0-9A-Za-z-]+\)?|\bRequestId: [0-9A-Za-z-]+"), ""),
)
_DENIED: Final = frozenset({"AccessDenied", "AccessDeniedException", "UnauthorizedOperation"})
_SIGNATURE: Final = frozenset({"InvalidSignatureException", "SignatureDoesNotMatch"})


def unreached(endpoint: str, error: str) -> str:
    """Return why there was no answer, from the name of the client's error."""
    return f"{endpoint} {BY_ERROR.get(error, f'does not answer ({error})')}"


def refused(endpoint: str, code: str, message: str, method: str) -> str:
    """Return why a call was refused if the reason is the access to the endpoint; '' if it is the request itself."""
    # AWS reports a wrong clock with the code of a wrong signature.
    if code in _SIGNATURE and ("expired" in message.lower() or "not yet current" in message.lower()):
        return f"{endpoint} {_TIME}"
    if code in _DENIED:
        return f"{endpoint} does not permit {_action(method)}; its operator adds it to the policy of the role"
    return f"{endpoint} {BY_CODE[code]}" if code in BY_CODE else ""


def without_names(message: str) -> str:
    """Return a sentence of AWS without what identifies the account: ARNs, account ids, and ids of requests."""
    for pattern, word in _NAMES:
        message = pattern.sub(word, message)
    return message


def _action(method: str) -> str:
    """Return a client's method as IAM names it: `describe_time_to_live` is DescribeTimeToLive."""
    return "".join(word.capitalize() for word in method.split("_"))
