"""What the tests stand on: real stores, a real worker, a real server, a real browser."""
