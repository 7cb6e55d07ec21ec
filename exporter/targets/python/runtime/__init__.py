"""What generated access code stands on: keys, conditions, item rules, calls. Needs Python 3.12 and nothing else."""
