"""Faults of load and capacity."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK, SCALED
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, call, entity

COUNTER: Final = entity(
    "Counter", "counter", "counter slug; Type Counter=1; total N integer", {"base": "COUNTER | {counter}"}, count=3
)

FAULTS: Final = (
    Fault(
        "one vehicle sends 3,000 positions a second",
        ("heat.partition_over_limit", "heat.hot_key_share", "heat.bucket_does_not_cut_rate"),
        FLEET,
        {"F4/per_second": {"average": 2000, "peak": 4000}, "F4/skew": {"hottest": 0.75}},
        {"F4/per_second": {"average": 2000, "peak": 3900}},
    ),
    Fault(
        "a front page that everyone reads",
        ("heat.partition_over_limit", "heat.hot_key_share"),
        MAGAZINE,
        {"M1/per_second": {"average": 5000, "peak": 12000}, "M1/skew": {"hottest": 0.6}},
        {"M1/per_second": {"average": 5000, "peak": 12000}},
    ),
    Fault(
        "one counter for the whole site",
        ("heat.single_item_counter",),
        MAGAZINE,
        {
            "magazine/entities+": COUNTER,
            "/access_patterns+": call(
                "X1",
                "Count a page",
                "UpdateItem",
                "Counter",
                {"PK": "COUNTER", "SK": "pages"},
                add={"total": 1},
                intent={"approximate": True, "upsert": True},
                rate=(400, 1500),
            ),
        },
        {
            "magazine/entities+": COUNTER,
            "/access_patterns+": call(
                "X1",
                "Count a release",
                "UpdateItem",
                "Counter",
                {"PK": "COUNTER", "SK": "releases"},
                add={"total": 1},
                intent={"approximate": True, "upsert": True},
                rate=(0.01, 0.1),
            ),
        },
    ),
    Fault(
        "a queue whose one index key takes 2,000 orders a second",
        ("heat.index_partition_over_limit",),
        SHOP,
        {
            "S9/per_second": {"average": 1000, "peak": 4000},
            "Order:status/values": {"OPEN": 0.6, "PAID": 0.2, "SHIPPED": 0.2},
            "Order@GSI2": "OPEN | {placedAt}#{orderId} when status = 'OPEN'",
        },
        {"S9/per_second": {"average": 40, "peak": 200}},
    ),
    Fault(
        "a month's bucket takes all writes of a room",
        ("heat.bucket_does_not_cut_rate", "heat.partition_over_limit", "heat.hot_key_share"),
        CHAT,
        {"C5/per_second": {"average": 1500, "peak": 3000}, "C5/skew": {"hottest": 0.8, "attribute": "roomId"}},
        {"C5/per_second": {"average": 1500, "peak": 3000}},
    ),
    Fault(
        "hourly buckets read by month",
        ("heat.bucket_too_fine", "pattern.fan_out"),
        FLEET,
        {
            "Position@base": "VEHICLE#{vehicleId}#{at:hour} | POS#{at}#{positionId}",
            "F3/key.PK": "VEHICLE#{vehicleId}#{hour}",
            "F3/fan_out": 720,
            "F3/intent": {"window_days": 30},
            "F3/parameters": {"vehicleId": "v-1", "hour": "2026-06-01T10"},
        },
        {"F3/intent": {"window_days": 1}, "F3/fan_out": 1},
    ),
    Fault(
        "200 shards for two writes a second",
        ("heat.over_sharded", "pattern.fan_out"),
        FLEET,
        {
            "Trip@GSI1": "RUNNING#{tripId:shard(200)} | {startedAt}#{tripId} when state = 'RUNNING'",
            "F6/key": {"GSI1PK": "RUNNING#{shard}"},
            "F6/fan_out": 200,
            "F6/parameters": {"shard": "3"},
        },
        {},
    ),
    Fault(
        "the largest company has nearly all tasks",
        ("heat.tenant_noisy", "heat.partition_over_limit", "heat.hot_key_share"),
        BOARD,
        {"/settings.tenant.largest": 0.8, "B2/per_second": {"average": 3000, "peak": 9000}},
        {"/settings.tenant.largest": 0.02, "B2/per_second": {"average": 300, "peak": 900}},
    ),
    Fault(
        "an index with a tenth of the units that its writes need",
        ("capacity.gsi_under_provisioned",),
        BANK,
        {"GSI1/auto_scaling": GONE, "GSI1/provisioned": {"read": 20, "write": 5}},
        {},
    ),
    Fault(
        "fewer units than the peak needs",
        ("capacity.under_provisioned",),
        BANK,
        {"bank/settings.auto_scaling": GONE, "bank/settings.provisioned": {"read": 20, "write": 20}},
        {"bank/settings.auto_scaling": {**SCALED, "read": {"min": 50, "max": 1800, "target": 70}}},
    ),
    Fault(
        "production without auto scaling",
        ("capacity.autoscaling",),
        BANK,
        {"bank/settings.auto_scaling": GONE, "bank/settings.provisioned": {"read": 1500, "write": 1500}},
        {},
    ),
    Fault(
        "a target of 95 percent",
        ("capacity.autoscaling", "settings.feature_limits"),
        BANK,
        {"bank/settings.auto_scaling.write.target": 95},
        {"bank/settings.auto_scaling.write.target": 60},
    ),
    Fault(
        "a launch at ten times of yesterday's peak",
        ("capacity.on_demand_ramp",),
        SHOP,
        {
            "S1/per_second": {"average": 9000, "peak": 60000},
            "shop/settings.ops": {"previous_peak": {"read": 4000, "write": 400}},
        },
        {
            "S1/per_second": {"average": 900, "peak": 4000},
            "shop/settings.ops": {"previous_peak": {"read": 4000, "write": 400}},
        },
    ),
    Fault(
        "a configured maximum below the peak",
        ("capacity.on_demand_ramp",),
        SHOP,
        {"shop/settings.on_demand_maximum": {"read": 20, "write": 10}},
        {"shop/settings.on_demand_maximum": {"read": 2000, "write": 1000}},
    ),
    Fault(
        "more than the account may have",
        ("settings.quota",),
        SHOP,
        {
            "S1/per_second": {"average": 50000, "peak": 120000},
            "shop/settings.warm_throughput": {"read": 70000, "write": 4000},
        },
        {"S1/per_second": {"average": 500, "peak": 1200}},
    ),
    Fault(
        "provisioned without units",
        ("settings.throughput_shape",),
        SHOP,
        {"shop/settings.billing": "PROVISIONED"},
        {"shop/settings.billing": "PAY_PER_REQUEST"},
    ),
    Fault(
        "on demand with units",
        ("settings.throughput_shape",),
        SHOP,
        {"shop/settings.provisioned": {"read": 5, "write": 5}},
        {},
    ),
    Fault(
        "an index without units on a provisioned table",
        ("settings.throughput_shape",),
        BANK,
        {"GSI1/provisioned": GONE, "GSI1/auto_scaling": GONE},
        {},
    ),
)
