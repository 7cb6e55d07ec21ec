"""The synthesis of keys and indexes as a job, and what people do with the designs that it proposes."""
