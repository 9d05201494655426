"""Ways of filling the mapping of answers: one file each."""
