"""What can be said of a rubric before anything is asked: its scenarios, bounds, fields and drawings."""
