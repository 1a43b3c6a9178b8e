#!/usr/bin/env bash
# The whole proof of self-play on the GPU, in two steps: the machine with the GPU needs the programs of the first, CUDA's driver, NVRTC and
# compute-sanitizer, but no Rust.
#   tools/experiments/gpu_proof.sh build PROGRAMS
#   tools/experiments/gpu_proof.sh run PROGRAMS OUT [PART...]
# proof.log in OUT says what passed, the other files have the details. The parts are: tests, large (some minutes), memcheck, racecheck,
# synccheck, initcheck, files, kill, speed, counters; all of them take about half an hour. QUIETUS_GPU_PROOF multiplies the counts of large,
# by 100 unless given.
set -euo pipefail
usage() {
    sed -n '2,9s/^# \?//p' "$0"
    exit 2
}
[ $# -ge 2 ] || usage
command=$1
programs=$(realpath -m "$2")
games=(chess xiangqi)

if [ "$command" = build ]; then
    cd "$(dirname "$0")/../.."
    mkdir -p "$programs"
    cargo build --profile proof -p quietus-lab --features cuda
    install -s target/proof/quietus-lab "$programs"
    cargo test --profile proof -p gpu --features cuda --no-run --message-format=json |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | while read -r program; do
        name=$(basename "${program%-*}")
        case $name in rules | evaluations | games) install -s "$program" "$programs/$name" ;; esac
    done
    ls -l "$programs"
    exit
fi
[ "$command" = run ] && [ $# -ge 3 ] || usage
out=$(realpath -m "$3")
shift 3
mkdir -p "$out"
exec > >(tee -a "$out/proof.log") 2>&1
lab=$programs/quietus-lab
for program in quietus-lab rules evaluations games; do
    [ -x "$programs/$program" ] || { echo "$programs/$program is missing: build it first"; exit 2; }
done

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

# Kernels and games against the engine and the emulation.
tests() { # NAME
    for program in rules evaluations games; do
        step "$1-$program" "$programs/$program" --nocapture
    done
}

# Memory errors, races between lanes, missing synchronization, memory that was never written. Perft takes too long under them.
sanitizer() { # TOOL
    step "$1-rules" timeout 1200 compute-sanitizer --tool "$1" --error-exitcode 1 "$programs/rules" legal_moves
    step "$1-evaluations" timeout 1200 compute-sanitizer --tool "$1" --error-exitcode 1 "$programs/evaluations"
    step "$1-games" timeout 1200 compute-sanitizer --tool "$1" --error-exitcode 1 "$programs/games" a_gpu
}

# Files: equal to the emulation's, and checked.
files() {
    for game in "${games[@]}"; do
        local play=("$lab" datagen --game "$game" --nodes 50 --verify 100 --seed 5 --games 1000)
        [ "$game" != chess ] || play+=(--chess960 20)
        step "file-$game" "${play[@]}" --backend cuda --out "$out/gpu-$game.qgames"
        step "emulated-$game" "${play[@]}" --backend emulation --out "$out/emulated-$game.qgames"
        step "equal-$game" cmp "$out/gpu-$game.qgames" "$out/emulated-$game.qgames"
        step "check-$game" "$lab" games check "$out/gpu-$game.qgames"
    done
}

# Whether a command was still running after so many seconds, when it is killed.
killed_after() { # SECONDS COMMAND...
    local status=0
    timeout -s KILL "$@" || status=$?
    [ "$status" = 137 ]
}

# A run that is killed in its middle goes on to the same file.
kill_and_continue() {
    for game in "${games[@]}"; do
        local play=("$lab" datagen --game "$game" --backend cuda --nodes 300 --verify 1000 --seed 6 --games 300000)
        step "killed-$game" killed_after 7 "${play[@]}" --out "$out/killed-$game.qgames"
        step "continued-$game" "${play[@]}" --out "$out/killed-$game.qgames"
        step "whole-$game" "${play[@]}" --out "$out/whole-$game.qgames"
        step "same-$game" cmp "$out/killed-$game.qgames" "$out/whole-$game.qgames"
        rm -f "$out/killed-$game.qgames" "$out/whole-$game.qgames"
    done
}

# Speed with the networks that are built in.
speed() {
    for game in "${games[@]}"; do
        for nodes in 50 300 1000; do
            local name=speed-$game-$nodes
            step "$name" "$lab" datagen --game "$game" --backend cuda --nodes "$nodes" --verify 1000 --seed 7 --time 60 --out "$out/$name.qgames"
            head -1 "$out/$name.txt"
            rm -f "$out/$name.qgames"
        done
    done
}

# Where the cycles go.
counters() {
    for game in "${games[@]}"; do
        step "counters-$game" timeout 300 ncu --clock-control none -k regex:play --launch-skip 2 --launch-count 1 --set full \
            "$lab" datagen --game "$game" --backend cuda --nodes 300 --verify 0 --seed 8 --games 20000 --out "$out/ncu-$game.qgames"
        rm -f "$out/ncu-$game.qgames"
    done
}

nvidia-smi --query-gpu=name,clocks.max.sm,power.limit,driver_version --format=csv
[ $# -gt 0 ] || set -- tests large memcheck racecheck synccheck initcheck files kill speed counters
for part in "$@"; do
    case $part in
        tests) tests tests ;;
        large) QUIETUS_GPU_PROOF=${QUIETUS_GPU_PROOF:-100} tests large ;;
        memcheck | racecheck | synccheck | initcheck) sanitizer "$part" ;;
        files) files ;;
        kill) kill_and_continue ;;
        speed) speed ;;
        counters) if command -v ncu > /dev/null; then counters; else echo "skipped counters: no ncu"; fi ;;
        *) echo "unknown part: $part"; exit 2 ;;
    esac
done
exit "$failed"
