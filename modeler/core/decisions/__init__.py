"""Modeling decisions as pure functions: from numbers and facts to a choice and its reason.

facts/choices#index-kind.
"""
