#!/usr/bin/env bash
# Builds the wheel, installs it in an empty environment, and runs its tests, its doctests and the type checker there. Takes
# the folder for all of this; without one a new one is made and removed.
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
room=${1:-}
if [ -z "$room" ]; then
    room=$(mktemp -d)
    trap 'rm -rf "$room"' EXIT
fi

python3 -m venv "$room/build"
"$room/build/bin/pip" install --quiet 'maturin>=1.9,<2'
rm -rf "$room/dist"
# What cargo built for the command is used again.
"$room/build/bin/maturin" build --release --locked --manifest-path "$here/Cargo.toml" --out "$room/dist" \
    --interpreter "$room/build/bin/python"
ls -l "$room/dist"

python3 -m venv --clear "$room/fresh"
"$room/fresh/bin/pip" install --quiet "$room"/dist/*.whl
# The wheel needs nothing: this is asked before anything else is installed.
(cd "$room" && "$room/fresh/bin/szala" run verdox/mirror --games 100 >/dev/null)
"$room/fresh/bin/pip" install --quiet mypy polars pyarrow pytest
cd "$room"
for what in '-p szala' "$here/tests/test_szala.py"; do
    # shellcheck disable=SC2086 # an option and its value
    "$room/fresh/bin/mypy" --strict --config-file "$here/pyproject.toml" --cache-dir "$room/mypy" $what
done
"$room/fresh/bin/python" -m pytest --quiet -p no:cacheprovider "$here/tests"
"$room/fresh/bin/python" -m pytest --quiet -p no:cacheprovider --doctest-modules --pyargs szala
