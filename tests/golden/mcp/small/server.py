"""Small: a server of the Model Context Protocol. Its tools are the access patterns.

Run: pip install -r requirements.txt; python server.py. It speaks over standard input and output.
Credentials and Region are boto3's. policies/read.json is what the tools need, with your account for
111122223333; with ALLOW_WRITES=1 there are tools that change items, which also need policies/write.json.
TABLE_NAMES=orders=orders-prod names tables where they are deployed; DYNAMODB_ENDPOINT is an emulator.
"""
# Not in this file: design: settings of tables, sizes, rates, and sample items are not part of access code

from __future__ import annotations

import serving as _serving
from mcp.server.mcpserver import MCPServer as _MCPServer
from mcp.types import ToolAnnotations as _ToolAnnotations

server = _MCPServer("small")
READS = _ToolAnnotations(read_only_hint=True)
WRITES = _ToolAnnotations(read_only_hint=False, destructive_hint=False)
DELETES = _ToolAnnotations(read_only_hint=False, destructive_hint=True)


if __name__ == "__main__":
    server.run()
