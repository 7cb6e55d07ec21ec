"""From one design to another: what differs in DynamoDB's terms, the plan to get there, and what is wrong with it."""
