"""Cost: from capacity, storage and a price list to dollars per month. FACTS 4, 5."""
