"""Import of Amplify's GraphQL schemas."""
