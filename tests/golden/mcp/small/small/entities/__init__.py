"""The entities of the design."""

from .customer import Customer, CustomerItem

__all__ = ["Customer", "CustomerItem"]
