"""Cost: from capacity, storage and a price list to dollars a month. FACTS 4, 5."""
