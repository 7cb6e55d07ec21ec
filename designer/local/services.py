"""Keysheet's two processes: the Celery worker and the web server, as programs to start."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from designer.local.children import Program
from designer.local.ports import HOST

CHECKOUT: Final = Path(__file__).resolve().parents[2]
QUEUES: Final = ("analysis", "long", "deliveries")
"""Those of jobs, and that of messages and mail, which wait for servers of others and need no process each."""

DELIVERED_AT_ONCE: Final = 8

FORKED: Final = {"OBJC_DISABLE_INITIALIZE_FORK_SAFETY": "YES"}
"""Without this, macOS ends a forked child that uses system libraries."""


def worker(environment: Mapping[str, str], *queues: str) -> Program:
    """A worker of some queues (of all if none is named), with two processes for each queue of jobs, or with threads."""
    queues = queues or QUEUES
    name = "worker" if queues == QUEUES else queues[0]
    # Running as root on one's own machine is deliberate, so the warning is hidden.
    python = (sys.executable, "-W", "ignore:You're running the worker")
    celery = (*python, "-m", "celery", "--quiet", "-A", "designer.celery", "worker", "--queues", ",".join(queues))
    processes = 2 * len(set(queues) - {"deliveries"})
    pool = (
        ("--concurrency", str(processes))
        if processes
        else ("--pool", "threads", "--concurrency", str(DELIVERED_AT_ONCE))
    )
    own = ("--hostname", f"{name}@%h", *pool)
    quiet = ("--without-gossip", "--without-mingle", "--loglevel", environment.get("LOG_LEVEL", "INFO"))
    return Program(
        name=name,
        command=(*celery, *own, *quiet),
        environment={**FORKED, **environment},
        folder=CHECKOUT,
    )


def web(environment: Mapping[str, str], port: int, listening: int | None = None) -> Program:
    """One uvicorn process for pages, REST, sockets and static files: at a port, or at a socket that listens there
    already, by its number. Connections to that socket wait while the process is replaced, by one that is forked from a
    process which has loaded everything.
    """
    where = ("--host", HOST, "--port", str(port)) if listening is None else ("--fd", str(listening))
    server = "uvicorn" if listening is None else "designer.local.web_server"
    uvicorn = (sys.executable, "-m", server, "designer.asgi:served", "--factory", *where)
    level = environment.get("LOG_LEVEL", "INFO").lower()
    # Large messages are compressed once for all sockets; the server's own compression would compress them again for
    # each.
    sockets = ("--ws-per-message-deflate", "false")
    # Addresses contain the tokens of links, and no proxy is in front: any program here could choose its address.
    private = ("--no-access-log", "--no-proxy-headers")
    return Program(
        name="web",
        command=(
            *uvicorn,
            *sockets,
            *private,
            "--lifespan",
            "off",
            "--timeout-graceful-shutdown",
            "3",
            "--log-level",
            level,
        ),
        environment={"KEYSHEET_DATABASE_POOL": "20", **FORKED, **environment},
        folder=CHECKOUT,
        inherited=() if listening is None else (listening,),
    )
