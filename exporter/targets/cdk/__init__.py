"""CDK apps in TypeScript and Python."""
