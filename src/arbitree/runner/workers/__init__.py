"""A run in several processes on one machine: one hands out the cases and keeps the limits, the others score."""
