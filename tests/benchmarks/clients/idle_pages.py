"""Many open pages that nobody touches: `python -m tests.benchmarks.clients.idle_pages < pages.json`.

Each connects, asks for the regions of the design page, and reports every ten seconds that it is open, as the page does.
It prints a line when all are connected, and a line of JSON when its standard input ends.
"""

import asyncio
import json
import random
import resource
import sys
from time import perf_counter

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

HEARTBEAT_SECONDS = 10
CONNECTING_AT_ONCE = 20
FILES = 8_192


class Pages:
    """What happened to them."""

    def __init__(self):
        self.opened, self.closed, self.failed = [], {}, []
        self.messages = 0
        self.leaving = False

    async def stay(self, site, page, shown, door):
        address = f"{site.replace('http', 'ws')}/ws/designs/{page['design']}/"
        headers = {"Cookie": page["cookie"], "Origin": site}
        begun = perf_counter()
        try:
            async with door:
                socket = await connect(address, additional_headers=headers, max_size=None, open_timeout=60)
                await socket.send(json.dumps({"type": "show", "query": "", "fragments": dict.fromkeys(shown, "")}))
                await socket.send(json.dumps({"type": "here", "focus": ""}))
                await socket.recv()
        except (OSError, InvalidStatus, ConnectionClosed) as error:
            self.failed.append(repr(error))
            return
        self.opened.append((perf_counter() - begun) * 1000)
        beat = asyncio.create_task(self.beat(socket))
        try:
            async for _ in socket:
                self.messages += 1
        except ConnectionClosed:
            pass
        finally:
            beat.cancel()
        if not self.leaving:
            code = str(socket.close_code)
            self.closed[code] = self.closed.get(code, 0) + 1

    async def beat(self, socket):
        await asyncio.sleep(random.random() * HEARTBEAT_SECONDS)
        while True:
            await socket.send(json.dumps({"type": "here", "focus": ""}))
            await asyncio.sleep(HEARTBEAT_SECONDS)


async def main():
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, max(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    asked = json.loads(sys.stdin.readline())
    pages, door = Pages(), asyncio.Semaphore(CONNECTING_AT_ONCE)
    staying = [asyncio.create_task(pages.stay(asked["site"], one, asked["shown"], door)) for one in asked["pages"]]
    while len(pages.opened) + len(pages.failed) < len(staying):
        await asyncio.sleep(0.1)
    print("connected", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    pages.leaving = True
    said = {"opened": pages.opened, "closed": pages.closed, "failed": pages.failed, "messages": pages.messages}
    print(json.dumps(said), flush=True)
    for one in staying:
        one.cancel()


if __name__ == "__main__":
    asyncio.run(main())
