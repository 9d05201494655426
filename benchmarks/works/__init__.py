"""The work that is measured: for each, its cases and what the server answers. Needs the standard library alone."""
