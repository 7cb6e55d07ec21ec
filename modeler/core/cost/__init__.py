"""Cost: from capacity, storage and a price list to dollars a month.

facts/pricing#list-prices, facts/pricing#break-even.
"""
