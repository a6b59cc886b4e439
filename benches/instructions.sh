#!/usr/bin/env bash
# Counts the instructions of a few searches. The counts are the same on every run, so they show differences that the
# timings of a noisy machine hide.
# Needs valgrind. Usage: benches/instructions.sh [--check] [WORKLOAD …]
# With --check, it fails if an expansion takes over a twentieth more instructions than in instructions.txt. Those counts
# apply to one version of the compiler; with another version, nothing is compared.
# With CALLGRIND_OUT=FOLDER, the profiles are kept there, for callgrind_annotate, and have the numbers of lines.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
profiles=${CALLGRIND_OUT:-$scratch}
if [[ -n ${CALLGRIND_OUT:-} ]]; then
    export CARGO_PROFILE_BENCH_DEBUG=line-tables-only
fi

counts=benches/instructions.txt
allowed=()
if [[ ${1:-} == --check ]]; then
    shift
    version=$(sed -n 's/^# //p' "$counts" | head -n 1)
    if [[ $(rustc --version) == "$version "* ]]; then
        allowed=("$counts")
    else
        echo "not compared, since the counts are those of $version"
    fi
fi

program=$(cargo bench --bench instructions --no-run --message-format=json-render-diagnostics |
    sed -n 's/.*"name":"instructions".*"executable":"\([^"]*\)".*/\1/p')
if (($# == 0)); then
    read -ra workloads < <("$program" | sed 's/.*Workloads: //')
    set -- "${workloads[@]}"
fi

printf '| workload | expansions | instructions | per expansion |\n|---|---:|---:|---:|\n'
for workload; do
    valgrind --tool=callgrind --collect-atstart=no --toggle-collect='*instructions::counted*' \
        --callgrind-out-file="$profiles/callgrind.out.$workload" "$program" "$workload" \
        >"$scratch/stdout" 2>"$scratch/stderr" || {
        cat "$scratch/stderr" >&2
        exit 1
    }
    expanded=$(sed -n 's/^expanded //p' "$scratch/stdout")
    collected=$(sed -n 's/.*Collected : //p' "$scratch/stderr")
    if ((collected == 0)); then
        printf '| %s | no maps: see `ASTRIDE_MOVINGAI` | | |\n' "$workload"
        continue
    fi
    count=$((collected / expanded))
    printf '| %s | %d | %d | %d |\n' "$workload" "$expanded" "$collected" "$count"
    expected=$(sed -n "s/^$workload //p" "${allowed[@]:-/dev/null}")
    if ((count > ${expected:-$count} * 21 / 20)); then
        echo "$workload: $count instructions per expansion, but $expected in $counts" >&2
        exit 1
    fi
done
