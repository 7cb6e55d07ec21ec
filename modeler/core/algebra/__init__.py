"""The keys that templates can become, and the keys that two templates share. Every answer is yes with a witness, no, or
unknown.
"""
