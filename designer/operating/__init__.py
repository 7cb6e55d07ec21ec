"""What an operator watches while Keysheet runs: versions of the code, and metrics."""
