"""One person with an open page: types over HTTP as the page's script does, and listens to the page's socket."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.chaos.ledger import Acknowledged

AGAIN_SECONDS: Final = 0.2
"""Sooner than the page tries again, so that a gap is measured and not the page's patience."""

ANSWER_SECONDS: Final = 30
PAUSES: Final = (0.25, 0.75)
SHOWN: Final = ("revision", "sheet", "grid", "outline", "status")
OK, BUSY = 200, 503


class Refused(Exception):
    """The server gave an answer after which the page does not send the edit again."""


@dataclass
class Editor:
    """Renames one access pattern again and again: each edit begins from the one before, as a person's does."""

    name: str
    site: str
    design: str
    cookie: str
    part: str
    text: str
    told: list[Acknowledged] = field(default_factory=list)
    heard: int = 0
    closed: int = 0
    failure: str = ""
    csrf: str = ""
    is_typing: threading.Event = field(default_factory=threading.Event)
    is_open: threading.Event = field(default_factory=threading.Event)

    def start(self) -> list[threading.Thread]:
        self.is_typing.set()
        self.is_open.set()
        threads = [threading.Thread(target=work, name=self.name, daemon=True) for work in (self.type, self.listen)]
        for thread in threads:
            thread.start()
        return threads

    def type(self) -> None:
        """Until told to stop; the edit that was begun is sent until it is answered."""
        number, chance = 0, random.Random(self.name)
        try:
            while self.is_typing.is_set():
                number += 1
                self.rename(f"{self.name} {number}")
                time.sleep(chance.uniform(*PAUSES))
        except Refused as refused:
            self.failure = str(refused)

    def rename(self, text: str) -> None:
        put = {"put": self.part, "field": "name", "value": text, "base": self.text, "shown": self.text}
        body = json.dumps({"edits": [put], "label": "", "key": str(uuid.uuid4())})
        sent = time.monotonic()
        while (revision := self.sent(body)) is None:
            time.sleep(AGAIN_SECONDS)
        self.told.append(Acknowledged(text, revision, sent, time.monotonic()))
        self.text = text

    def sent(self, body: str) -> int | None:
        """The revision; None if the page would send the same again."""
        status, answer = self.request("POST", f"/designs/{self.design}/edits/", body)
        if status in (None, BUSY, 429) or status >= 500:
            return None
        if status == http.HTTPStatus.FORBIDDEN and b"csrf" in answer.lower():
            self.csrf = ""
            return None
        if status != OK:
            raise Refused(f"{self.name}: status {status}: {answer[:300].decode(errors='replace')}")
        return int(json.loads(answer)["revision"])

    def request(self, method: str, path: str, body: str | None = None) -> tuple[int | None, bytes]:
        """Status None if nobody answers."""
        if method == "POST" and not self.csrf and not self.found_csrf():
            return None, b""
        place = urlsplit(self.site)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=ANSWER_SECONDS)
        headers = {"Cookie": self.cookie, "Content-Type": "application/json", "X-CSRFToken": self.csrf}
        try:
            connection.request(method, path, body, headers | {"Origin": self.site})
            answer = connection.getresponse()
            self.keep_cookies(answer.headers.get_all("Set-Cookie") or [])
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None, b""
        finally:
            connection.close()

    def found_csrf(self) -> bool:
        """The page that is open has the token."""
        status, page = self.request("GET", f"/designs/{self.design}/")
        found = re.search(rb'data-csrf="([^"]+)"', page)
        self.csrf = found[1].decode() if status == OK and found else ""
        return bool(self.csrf)

    def keep_cookies(self, said: list[str]) -> None:
        held = dict(one.split("=", 1) for one in self.cookie.split("; "))
        held |= dict(one.partition(";")[0].split("=", 1) for one in said)
        self.cookie = "; ".join(f"{name}={value}" for name, value in held.items())

    def listen(self) -> None:
        """Open the socket again whenever it closes, and say as the page does what it shows."""
        address = f"{self.site.replace('http', 'ws')}/ws/designs/{self.design}/"
        while self.is_open.is_set():
            headers = {"Cookie": self.cookie, "Origin": self.site}
            try:
                with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
                    self.follow(socket)
            except (OSError, WebSocketException):
                self.closed += 1
                time.sleep(AGAIN_SECONDS)

    def follow(self, socket) -> None:
        socket.send(json.dumps({"type": "show", "query": "", "fragments": dict.fromkeys(SHOWN, "")}))
        socket.send(json.dumps({"type": "here", "focus": ""}))
        while self.is_open.is_set():
            try:
                said = socket.recv(timeout=1)
            except TimeoutError:
                continue
            message = json.loads(said if isinstance(said, str) else said.partition(b"\n")[0])
            self.heard = max(self.heard, message.get("revision", 0))
