"""EAC, servers of a game that record where its players are.

Sources: entities, counts and weights are those of the model and the workload `eac` that accompany NoSE (Mior, Salem,
Aboulnaga, Liu: "NoSE: Schema design for NoSQL applications", ICDE 2016). Weights are taken as calls per second. A
session has the ids of its player and its server; a state has those of its session too, and whether its player is an
administrator, as copies that nothing changes.
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import attribute, design, entity, get, put, query


def text(name: str, size: int) -> dict[str, Any]:
    """A text of an average size."""
    return attribute(name, "text", size={"average": size, "max": size * 2})


def position(name: str) -> dict[str, Any]:
    """A coordinate."""
    return attribute(name, "decimal", type="N")


ADMIN: Final = attribute("isAdmin", "integer", values={"0": 0.99, "1": 0.01}, range=[0, 1])
ENTITIES: Final = [
    entity("Player", "playerId", 100_000, attribute("playerId"), text("playerName", 12),
           attribute("playerFlags", "integer", range=[0, 255]), ADMIN),
    entity("Session", "sessionId", 100_000, attribute("sessionId"), attribute("playerId"), attribute("serverId"),
           attribute("startedAt", "iso"), attribute("endedAt", "iso")),
    entity("PlayerState", "stateId", 4_000_000, attribute("stateId"), attribute("sessionId"), attribute("serverId"),
           attribute("playerId"), ADMIN, position("posX"), position("posY"), position("posZ"),
           attribute("clientTimestamp", "iso"), attribute("serverTimestamp", "iso")),
    entity("Server", "serverId", 5_000, attribute("serverId"), attribute("serverIp"), text("serverName", 20)),
]  # fmt: skip
PLACE: Final = ["posX", "posY", "posZ", "serverTimestamp"]


def eac(record: float = 71) -> Design:
    """The nine statements; `record` replaces the weight of recording a state."""
    span = {"filter": "isAdmin = 0 AND serverTimestamp BETWEEN :after AND :until",
            "parameters": {"after": "2026-01-15T00:00:00.000Z", "until": "2026-01-15T00:01:00.000Z"}}  # fmt: skip
    return design(
        ENTITIES,
        [
            get("ServerExists", "Server", "serverId", 3, projection=["serverId"]),
            query("SessionsOfPlayer", "Session", "playerId", 3, items_returned=1, projection=["sessionId"]),
            query("StatesOfPlayer", "PlayerState", "serverId playerId", 6, "serverTimestamp", items_returned=40,
                  projection=PLACE),
            query("NewStates", "PlayerState", "serverId", 6, "serverTimestamp", items_returned=40,
                  projection=[*PLACE, "playerId"], **span),
            get("ServerInformation", "Server", "serverId", 2, projection=["serverName", "serverIp"]),
            put("AddPlayer", "Player", 4),
            put("RecordState", "PlayerState", record),
            put("StartSession", "Session", 4),
            put("AddServer", "Server", 1),
        ],
    )  # fmt: skip
