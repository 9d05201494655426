"""The reference's GEval: a grade as a metric by itself, or as a leaf of a graph."""
