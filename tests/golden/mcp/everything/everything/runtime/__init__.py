"""Runtime of generated access code: keys, conditions, item rules, calls. Needs only Python 3.12."""
