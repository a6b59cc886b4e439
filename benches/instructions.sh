#!/usr/bin/env bash
# Counts the instructions of a handful of searches, the same on every run: for what a noisy machine hides.
# Needs valgrind. Usage: benches/instructions.sh [WORKLOAD …]
# With CALLGRIND_OUT=FOLDER the profiles stay there, for callgrind_annotate.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
profiles=${CALLGRIND_OUT:-$scratch}

program=$(cargo bench --bench instructions --no-run --message-format=json-render-diagnostics |
    sed -n 's/.*"name":"instructions".*"executable":"\([^"]*\)".*/\1/p')
if (($# == 0)); then
    read -ra workloads < <("$program" | sed 's/.*Workloads: //')
    set -- "${workloads[@]}"
fi

printf '| workload | expansions | instructions | an expansion |\n|---|---:|---:|---:|\n'
for workload; do
    valgrind --tool=callgrind --collect-atstart=no --toggle-collect='*instructions::counted*' \
        --callgrind-out-file="$profiles/callgrind.out.$workload" "$program" "$workload" \
        >"$scratch/stdout" 2>"$scratch/stderr" || {
        cat "$scratch/stderr" >&2
        exit 1
    }
    expanded=$(sed -n 's/^expanded //p' "$scratch/stdout")
    collected=$(sed -n 's/.*Collected : //p' "$scratch/stderr")
    printf '| %s | %d | %d | %d |\n' "$workload" "$expanded" "$collected" $((collected / expanded))
done
