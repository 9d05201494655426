"""The prompts, as bytes that never vary: one file per layout, and what both share."""
