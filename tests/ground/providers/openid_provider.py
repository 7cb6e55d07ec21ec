"""An OpenID Connect provider on this machine: discovery, keys, authorization code with PKCE, signed ID tokens.

A test says who signs in (`person`), and what the provider does wrong (`odd` claims, another way to `sign`).
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

CLIENT = "keysheet-client"
SECRET = "keysheet-client-secret"


@dataclass
class Provider:
    """What it knows and does. `asked` are the parameters of each visit to the authorization endpoint."""

    issuer: str = ""
    person: dict[str, Any] = field(default_factory=dict)
    odd: dict[str, Any] = field(default_factory=dict)
    user_info: dict[str, Any] = field(default_factory=dict)
    discovery: dict[str, Any] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    key: Any = field(default_factory=lambda: generate_private_key(SECP256R1()))
    sign: Any = None

    def settings(self, **more: Any) -> dict[str, Any]:
        """What an operator would declare."""
        declared = {
            "protocol": "oidc",
            "issuer": self.issuer,
            "client_id": CLIENT,
            "secret": SECRET,
            "name": "Example ID",
        }
        return declared | {"domains": ["example.com"], "join_existing": False} | more

    def documents(self) -> dict[str, Any]:
        """What it publishes, by path."""
        about = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        }
        public = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(self.key.public_key()))
        return {
            "/.well-known/openid-configuration": about | self.discovery,
            "/keys": {"keys": [public | {"kid": "one", "use": "sig", "alg": "ES256"}]},
            "/userinfo": self.user_info,
        }

    def code(self, asked: dict[str, str]) -> str:
        """Remember what the sign-in asked for, under a new code."""
        self.asked.append(asked)
        made = secrets.token_urlsafe(16)
        self.codes[made] = asked
        return made

    def token(self, sent: dict[str, str]) -> dict[str, Any] | None:
        """Tokens for a code, once, to the client that began; None if anything does not fit."""
        asked = self.codes.pop(sent.get("code", ""), None)
        if asked is None or (sent.get("client_id"), sent.get("client_secret")) != (CLIENT, SECRET):
            return None
        digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if asked.get("code_challenge") != challenge or asked["redirect_uri"] != sent.get("redirect_uri"):
            return None
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked.get("nonce")}
        claims |= self.person | self.odd
        token = (self.sign or self.signed)(claims)
        return {"access_token": "access", "token_type": "Bearer", "id_token": token}

    def signed(self, claims: dict[str, Any], key: Any = None, algorithm: str = "ES256") -> str:
        """An ID token."""
        return jwt.encode(claims, key or self.key, algorithm=algorithm, headers={"kid": "one"})


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        provider = self.server.provider
        if url.path == "/authorize":
            asked = dict(parse_qsl(url.query))
            back = urlencode({"code": provider.code(asked), "state": asked["state"]})
            self.send_response(302)
            self.send_header("Location", f"{asked['redirect_uri']}?{back}")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self._answer(provider.documents().get(url.path))

    def do_POST(self) -> None:
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self._answer(self.server.provider.token({name: values[0] for name, values in sent.items()}))

    def _answer(self, document: Any) -> None:
        body = json.dumps(document or {"error": "invalid_grant"}).encode()
        self.send_response(400 if document is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    provider: Provider


@contextmanager
def identity_provider() -> Iterator[Provider]:
    """One that listens until the end of the block."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.provider = Provider(issuer=f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
