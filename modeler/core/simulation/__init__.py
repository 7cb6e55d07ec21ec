"""What the partitions of a design do under traffic: who is throttled, where and why. facts/partitions#model."""
