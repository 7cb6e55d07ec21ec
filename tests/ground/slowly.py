"""A slow machine on purpose, with `SLOW=1`: responses that are late and overtake each other, and late pushes.

With `SLOW=6`, scripts and layout also take six times as long. A browser slows them down by work that is in vain: that
costs processor time, which other processes do not get.

What depends on the speed of a machine fails here, on a quick machine too. Delays are random: each run has other orders.
"""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import replace
from typing import Any, Final

from playwright.sync_api import Page

from designer.local.children import Program

type Message = MutableMapping[str, Any]
type Send = Callable[[Message], Awaitable[None]]
type Receive = Callable[[], Awaitable[Message]]
type Application = Callable[[Message, Receive, Send], Awaitable[None]]

PROCESSOR: Final = float(os.environ.get("SLOW") or 0)
"""How many times slower scripts and layout run in a page; 0 is a run without any delay."""
IS_SLOW: Final = PROCESSOR > 0
PATIENCE: Final = 4 if IS_SLOW else 1
"""How many times longer a test and an expectation wait."""
DELAYS: Final = (0.02, 0.4)
"""Seconds before a request reaches the application, before its response leaves, and before a push leaves."""
APPLICATION: Final = "designer.asgi:served"


def slow_program(web: Program) -> Program:
    """The web server, whose answers come late if this run is slow."""
    if not IS_SLOW:
        return web
    assert APPLICATION in web.command
    command = tuple(f"{__name__}:served" if word == APPLICATION else word for word in web.command)
    return replace(web, command=command)


def slow_page(page: Page) -> None:
    """Take processor time from a page if this run is slow."""
    if PROCESSOR > 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})


def served() -> Application:
    """The application of the web server, with delays."""
    from designer.asgi import served

    return delayed(served())


def delayed(application: Application) -> Application:
    """An application whose requests arrive late, and whose responses and pushes leave late.

    Two requests can overtake each other, and so can their responses. The messages of one socket cannot.
    """

    async def late(scope: Message, receive: Receive, send: Send) -> None:
        async def send_late(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.accept", "websocket.send"}:
                await pause()
            await send(message)

        await pause()
        await application(scope, receive, send_late)

    return late


async def pause() -> None:
    await asyncio.sleep(random.uniform(*DELAYS))
