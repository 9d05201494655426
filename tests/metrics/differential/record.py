"""Records what DeepEval makes of a few hundred graphs: `python -m tests.metrics.differential.record`.

Needs ARBITREE_DEEPEVAL_PYTHON. Each line holds the graph, three scripts, the score, leaves and calls of each, and for a
graph that we refuse the fewest and the most leaves that DeepEval reaches over all scripts.
"""

from __future__ import annotations

import json

from tests.metrics.differential.compare import RECORDED, built, deepeval
from tests.metrics.differential.specs import all_scripts, random_script, random_spec

GRAPHS = 300
SCRIPTS = 3


def main() -> None:
    """Writes the file."""
    specs = [random_spec(seed) for seed in range(GRAPHS)]
    scripts = [[random_script(spec, SCRIPTS * seed + n) for n in range(SCRIPTS)] for seed, spec in enumerate(specs)]
    refused = [seed for seed, spec in enumerate(specs) if built(spec) is None]
    every = deepeval((specs[seed], all_scripts(specs[seed])) for seed in refused)
    ever = dict(zip(refused, every, strict=True))
    with RECORDED.open("w", encoding="utf-8") as file:
        for seed, runs in enumerate(deepeval(zip(specs, scripts, strict=True))):
            line = {"spec": specs[seed], "scripts": scripts[seed], "runs": runs}
            if seed in ever:
                leaves = [run.leaves for run in ever[seed] if not isinstance(run, str)]
                line["leaves"] = [min(leaves), max(leaves)]
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
