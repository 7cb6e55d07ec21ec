"""Table descriptions, as CreateTable and CloudFormation spell them, in the design's words."""
