#!/usr/bin/env bash
# Tests the example and runs every command that a game of one's own gets; fails on the first error. CI calls it.
#   ./check.sh [--release]
#   ./check.sh --without-records    the build without recorded games: only what differs
# CARGO_TARGET_DIR may name the target directory of Szala's workspace: what Szala depends on is built once then.
set -euo pipefail
cd "$(dirname "$0")"

folder=debug
case "${1:-}" in
    # Each builds the program too.
    --without-records) cargo test --locked --no-default-features --no-run ;;
    --release) folder=release && cargo test --locked --release ;;
    *) cargo test --locked ;;
esac
program=${CARGO_TARGET_DIR:-target}/$folder/your-game

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ford=scenarios/the-ford.toml

# Each command with its words, so that a failure shows which one it was.
szala() {
    printf '\n$ szala %s\n' "$*"
    "$program" "$@" | tee "$scratch/last"
}
# The last output holds this text.
shows() {
    grep -q -- "$1" "$scratch/last" || { printf 'error: the output does not hold %s\n' "$1" >&2; exit 1; }
}

# It ends with an error that holds this text.
fails() {
    local text=$1
    shift
    printf '\n$ szala %s\n' "$*"
    if "$program" "$@" >"$scratch/last" 2>&1; then
        printf 'error: it did not fail\n' >&2
        exit 1
    fi
    cat "$scratch/last"
    shows "$text"
}

if [ "${1:-}" = --without-records ]; then
    szala run "$ford" --games 2000 --seed 1
    shows Raiders
    szala whatif "$ford" --set turns=10 --games 500
    szala sweep "$ford" --vary goal=1..3 --games 300
    missing='built without the feature `records`'
    fails "$missing" run "$ford" --games 20 --out "$scratch/run"
    [ ! -e "$scratch/run" ]
    fails "$missing" sweep "$ford" --vary goal=1..3 --games 20 --out "$scratch/sweep.parquet"
    mkdir "$scratch/run"
    printf '{ "format": 2 }\n' >"$scratch/run/manifest.json"
    fails "$missing" report "$scratch/run"
    fails "$missing" chart margins "$scratch/run" --out "$scratch/margins.svg"
    fails "$missing" merge "$scratch/run" --out "$scratch/merged"
    printf '\nthe example holds without records\n'
    exit
fi
szala list
shows 'The Ford'
szala list --players "$ford"
shows captain
szala list --paths "$ford"
shows hits_on
szala validate scenarios/*.toml
szala case cases/the-ford.toml
szala show map "$ford"
szala show map "$ford" --format svg --out "$scratch/map.svg"
szala show heat "$ford" --games 200
szala run "$ford" --games 2000 --seed 1 --out "$scratch/run"
shows Raiders
szala report "$scratch/run" --out "$scratch/page.html"
[ -s "$scratch/page.html" ]
szala compare "$ford" scenarios/deep-water.toml --games 500
szala whatif "$ford" --set turns=10 --games 500
szala sweep "$ford" --vary goal=1..3 --games 300
szala replay "$ford" --number 3 --explain
shows 'Raiders: R'
szala league "$ford" --players uniform,captain,greedy --games 20
szala gate --baseline "$scratch/the-ford.baseline" --update "$ford"
szala gate --baseline "$scratch/the-ford.baseline"
printf '\nthe example holds\n'
