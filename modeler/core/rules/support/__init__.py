"""What rules share: the rule type, the context, and builders of fixes."""
