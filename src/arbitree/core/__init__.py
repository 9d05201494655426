"""The pure core: graph, plan, questions, reading of replies, engine. No IO, no clock, standard library only."""
