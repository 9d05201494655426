#!/usr/bin/env bash
# Makes the virtual environment $1 with the first suitable Python, and installs arbitree into it: `base` by itself, `test`
# with what the tests need, `dev` with what checks the code too, `deepeval` with DeepEval
# beside the tests. Leaves a mark for each of these that is there.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
case $2 in
base) extras="" done="base" ;;
test) extras="[test]" done="base test" ;;
dev) extras="[dev]" done="base test dev" ;;
deepeval) extras="[test,deepeval]" done="base test deepeval" ;;
*) echo "scripts/setup.sh VENV base|test|dev|deepeval" >&2; exit 2 ;;
esac

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
"$venv/bin/python" -m pip install -qq --disable-pip-version-check --editable ".$extras"
for one in $done; do
    touch "$venv/.installed-$one"
done
