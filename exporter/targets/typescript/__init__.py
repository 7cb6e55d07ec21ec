"""Access code in TypeScript: ElectroDB, DynamoDB-Toolbox, and OneTable."""
