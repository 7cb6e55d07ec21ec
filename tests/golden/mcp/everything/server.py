"""Everything: a server of the Model Context Protocol. Its tools are the access patterns.

Run: pip install -r requirements.txt; python server.py. It speaks over standard input and output.
Credentials and Region are boto3's. policies/read.json is what the tools need, with your account for
111122223333; with ALLOW_WRITES=1 there are tools that change items, which also need policies/write.json.
TABLE_NAMES=orders=orders-prod names tables where they are deployed; DYNAMODB_ENDPOINT is an emulator.
"""
# Not in this file: design: settings of tables, sizes, rates, and sample items are not part of access code
# Not in this file: tables.orders.unassigned: items that match no entity have no class
# Not in this file: tables.orders.settings.encryption: its key also needs kms:Decrypt, which the policies of the target iam contain

from __future__ import annotations

from typing import Any

import serving as _serving
from mcp.server.mcpserver import MCPServer as _MCPServer
from mcp.types import ToolAnnotations as _ToolAnnotations
from everything import patterns as _patterns

server = _MCPServer("everything")
READS = _ToolAnnotations(read_only_hint=True)
WRITES = _ToolAnnotations(read_only_hint=False, destructive_hint=False)
DELETES = _ToolAnnotations(read_only_hint=False, destructive_hint=True)


@server.tool(title="A1: Orders of a customer", annotations=READS)
def orders_of_a_customer(
    customer_id: str,
    limit: int = _serving.PAGE,
    start: str = "",
) -> dict[str, Any]:
    """Orders of a customer

    limit: how many items DynamoDB examines at most.
    start: the next of the page before.
    """
    found = _patterns.orders_of_a_customer(
        _serving.table("orders"),
        customer_id=customer_id,
        limit=limit,
        start=_serving.start_of(start),
    )
    return _serving.page(found)


if __name__ == "__main__":
    server.run()
