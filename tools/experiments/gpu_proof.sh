#!/usr/bin/env bash
# The whole proof of self-play on the GPU, on a machine that has one; about half an hour. Takes a folder for its
# results: proof.log says what passed, the other files have the details.
#   tools/experiments/gpu_proof.sh OUT [FACTOR]      FACTOR: times the counts of the tests, 100 unless given
set -euo pipefail
out=$(realpath -m "${1:?a folder for the results}")
factor=${2:-100}
cd "$(dirname "$0")/../.."
mkdir -p "$out"
exec > >(tee "$out/proof.log") 2>&1

failed=0
step() { # NAME COMMAND...: runs it with its output in NAME.txt
    local name=$1 start=$SECONDS
    shift
    if "$@" > "$out/$name.txt" 2>&1; then
        echo "passed  $name  $((SECONDS - start)) s"
    else
        echo "FAILED  $name  $((SECONDS - start)) s: see $name.txt"
        failed=1
    fi
}

nvidia-smi --query-gpu=name,clocks.max.sm,power.limit,driver_version --format=csv
cargo build --profile proof -p quietus-lab
lab=$PWD/target/proof/quietus-lab

# Kernels and games against the engine and the emulation, small and then large.
tests=(cargo test --profile proof -p gpu --features cuda)
step tests "${tests[@]}" -- --nocapture
step large env QUIETUS_GPU_PROOF="$factor" "${tests[@]}" -- --nocapture

# Memory errors, races between lanes, missing synchronization.
programs=$("${tests[@]}" --no-run --message-format=json 2> /dev/null |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | grep -E '/(rules|evaluations|games)-')
for tool in memcheck racecheck synccheck initcheck; do
    for program in $programs; do
        name=$(basename "${program%-*}")
        filter=$([ "$name" = games ] && echo a_gpu || true)
        step "$tool-$name" timeout 1200 compute-sanitizer --tool "$tool" --error-exitcode 1 "$program" $filter
    done
done

# Files: equal to the emulation's, checked, and continued after a kill.
play=("$lab" datagen --nodes 50 --verify 100 --seed 5 --games 1000 --chess960 20)
step file "${play[@]}" --backend cuda --out "$out/gpu.qgames"
step emulated "${play[@]}" --backend emulation --out "$out/emulated.qgames"
step equal cmp "$out/gpu.qgames" "$out/emulated.qgames"
step check "$lab" games check "$out/gpu.qgames"
killed=("$lab" datagen --backend cuda --nodes 300 --verify 1000 --seed 6 --games 200000)
timeout -s KILL 15 "${killed[@]}" --out "$out/killed.qgames" > /dev/null 2>&1 || true
step continued "${killed[@]}" --out "$out/killed.qgames"
step whole "${killed[@]}" --out "$out/whole.qgames"
step same cmp "$out/killed.qgames" "$out/whole.qgames"

# Speed at the width of the network that is built in.
for nodes in 50 300 1000; do
    step "speed-$nodes" "$lab" datagen --backend cuda --nodes "$nodes" --verify 1000 --seed 7 --time 60 --out "$out/speed-$nodes.qgames"
    head -1 "$out/speed-$nodes.txt"
    rm -f "$out/speed-$nodes.qgames"
done

# Where the cycles go.
if command -v ncu > /dev/null; then
    step counters timeout 300 ncu --clock-control none -k regex:play --launch-skip 2 --launch-count 1 --set full \
        "$lab" datagen --backend cuda --nodes 300 --verify 0 --seed 8 --games 20000 --out "$out/ncu.qgames"
    rm -f "$out/ncu.qgames"
fi
exit "$failed"
