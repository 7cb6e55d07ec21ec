"""Credentials of an endpoint, as a session of boto3 that renews itself.

They come from the declaration: an access key, a named profile of the server, or the server's own role, each only if
the operator says so, and from there, if one is declared, the endpoint's role. A session of a role ends after an hour at
most; it is renewed before that, so a run can take longer. An emulator without any gets fixed, non-secret credentials.
"""

from __future__ import annotations

from typing import Any, Final

import boto3
import botocore.session
from botocore.config import Config
from botocore.credentials import CredentialResolver, RefreshableCredentials, create_assume_role_refresher

from exporter.provisioning.endpoints import Endpoint

EMULATOR_KEY: Final = "keysheet"
_METHOD: Final = "sts-assume-role"


class _Held:
    """A provider of botocore's chain that gives credentials that already exist."""

    METHOD = "keysheet"
    CANONICAL_NAME = None

    def __init__(self, credentials: RefreshableCredentials) -> None:
        self._credentials = credentials

    def load(self) -> RefreshableCredentials:
        """Return them; the chain ends here."""
        return self._credentials


def session_of(endpoint: Endpoint, config: Config, name: str) -> boto3.Session:
    """Return a session for an endpoint. With a role, STS answers before this returns.

    Raises BotoCoreError, ResponseParserError, ClientError.
    """
    if not endpoint.role_arn:
        return _base(endpoint)
    sts = _base(endpoint).client("sts", endpoint_url=endpoint.sts_address or None, config=config)
    more = {"ExternalId": endpoint.external_id} if endpoint.external_id else {}
    renew = create_assume_role_refresher(sts, {"RoleArn": endpoint.role_arn, "RoleSessionName": name, **more})
    held = RefreshableCredentials.create_from_metadata(renew(), refresh_using=renew, method=_METHOD)
    return _session_with(held, endpoint.region)


def _base(endpoint: Endpoint) -> boto3.Session:
    """Return the session before the role: what the declaration names, and nothing ambient that it does not."""
    known: dict[str, Any] = {"region_name": endpoint.region}
    if endpoint.access_key_id:
        return boto3.Session(endpoint.access_key_id, endpoint.secret_access_key, **known)
    if endpoint.profile:
        return boto3.Session(profile_name=endpoint.profile, **known)
    if not endpoint.costs_money:
        return boto3.Session(EMULATOR_KEY, EMULATOR_KEY, **known)
    return boto3.Session(**known)


def _session_with(held: RefreshableCredentials, region: str) -> boto3.Session:
    session = botocore.session.get_session()
    session.register_component("credential_provider", CredentialResolver([_Held(held)]))
    return boto3.Session(botocore_session=session, region_name=region)
