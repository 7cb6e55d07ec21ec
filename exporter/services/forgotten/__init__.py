"""Tables of runs that Keysheet lost track of: tables without a row here, and rows without a table."""
