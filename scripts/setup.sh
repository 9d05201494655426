#!/usr/bin/env bash
# Makes the virtual environment $1 with the first suitable Python, and installs arbitree into it with the extras $2.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
extras=$2

suitable='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
if ! "$venv/bin/python" -c "$suitable" 2>/dev/null; then
    python=
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if "$name" -c "$suitable" 2>/dev/null; then
            python=$name
            break
        fi
    done
    if [ -z "$python" ]; then
        echo "arbitree needs Python 3.11 or later, with the venv module; set PYTHON to one" >&2
        exit 2
    fi
    "$python" -m venv --clear "$venv"
fi
"$venv/bin/python" -m pip install -qq --disable-pip-version-check --editable ".[$extras]"
touch "$venv/.installed"
