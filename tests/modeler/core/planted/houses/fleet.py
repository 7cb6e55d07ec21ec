"""Fleet tracking: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.shape import Document, call, entity, gsi, house, table

FLEET: Final[Document] = house(
    "Fleet tracking",
    [
        table(
            "fleet",
            [
                entity(
                    "Vehicle",
                    "vehicleId",
                    "vehicleId id; Type Vehicle=1; plate id; depotId id; odometer N integer",
                    {"base": "VEHICLE#{vehicleId} | META", "GSI1": "DEPOT#{depotId} | VEHICLE#{vehicleId}"},
                    count=4000,
                ),
                entity(
                    "Position",
                    "vehicleId at",
                    "vehicleId id; at iso; positionId ulid; Type Position=1; lat N decimal; lon N decimal;"
                    " speed N decimal; gone N epoch_seconds",
                    {"base": "VEHICLE#{vehicleId}#{at:date} | POS#{at}#{positionId}"},
                    count=300000000,
                    retention=90,
                    per_parent={"average": 800, "max": 17280},
                ),
                entity(
                    "Trip",
                    "tripId",
                    "vehicleId id; tripId ulid; Type Trip=1; startedAt iso; endedAt iso ?.95; km N decimal;"
                    " state RUNNING=.05 DONE=.95",
                    {
                        "base": "VEHICLE#{vehicleId} | TRIP#{startedAt}#{tripId}",
                        "GSI1": "RUNNING | {startedAt}#{tripId} when state = 'RUNNING'",
                    },
                    count=60000,
                    per_parent={"average": 15, "max": 900},
                ),
            ],
            [gsi("GSI1")],
            ttl_attribute="gone",
        )
    ],
    [
        call(
            "F1",
            "A vehicle",
            "GetItem",
            "Vehicle",
            {"PK": "VEHICLE#{vehicleId}", "SK": "META"},
            rate=(10, 50),
            returns=1,
        ),
        call(
            "F2",
            "Vehicles of a depot",
            "Query",
            "Vehicle",
            {"GSI1PK": "DEPOT#{depotId}", "GSI1SK": {"begins_with": "VEHICLE#"}},
            index="GSI1",
            rate=(2, 10),
            returns=40,
        ),
        call(
            "F3",
            "Positions of a vehicle on a day",
            "Query",
            "Position",
            {"PK": "VEHICLE#{vehicleId}#{day}", "SK": {"begins_with": "POS#"}},
            rate=(5, 20),
            returns=800,
            limit=1000,
            purpose="job",
            parameters={"vehicleId": "v-1", "day": "2026-06-01"},
        ),
        call("F4", "Report a position", "PutItem", "Position", where=NEW, rate=(300, 700)),
        call(
            "F5",
            "Trips of a vehicle, newest first",
            "Query",
            "Trip",
            {"PK": "VEHICLE#{vehicleId}", "SK": {"begins_with": "TRIP#"}},
            descending=True,
            limit=20,
            rate=(5, 30),
            returns=15,
        ),
        call(
            "F6",
            "Running trips",
            "Query",
            "Trip",
            {"GSI1PK": "RUNNING"},
            index="GSI1",
            rate=(1, 5),
            limit=100,
            returns=100,
        ),
        call("F7", "Start a trip", "PutItem", "Trip", where=NEW, rate=(0.5, 5)),
        call(
            "F8",
            "End a trip",
            "UpdateItem",
            "Trip",
            {"PK": "VEHICLE#{vehicleId}", "SK": "TRIP#{startedAt}#{tripId}"},
            set={"state": "DONE", "endedAt": ":endedAt"},
            where="state = 'RUNNING'",
            rate=(0.5, 5),
        ),
        call("F9", "Register a vehicle", "PutItem", "Vehicle", where=NEW, rate=(0.01, 0.1)),
    ],
)
