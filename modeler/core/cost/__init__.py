"""Cost: from capacity, storage and a price list to dollars per month.

facts/pricing#list-prices, facts/pricing#break-even.
"""
