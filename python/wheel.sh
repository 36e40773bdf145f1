#!/usr/bin/env bash
# Builds the wheel into a folder: gathers the licences of all that is in it, then calls maturin, which must be on the path.
#   wheel.sh FOLDER [OPTION OF MATURIN...]    such as `--profile shipped`; without one it is built as `release`
set -euo pipefail
out=$(realpath -m "${1:?the folder for the wheel}")
shift
cd "$(dirname "$0")"
rm -rf licences
mkdir licences
cp ../LICENSE-MIT ../LICENSE-APACHE licences/
cargo xtask licences szala-python >licences/THIRD-PARTY.txt
[ "$#" -gt 0 ] || set -- --release
maturin build --locked --out "$out" "$@"
