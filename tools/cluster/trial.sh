#!/usr/bin/env bash
# tools/cluster/trial.sh [PROGRAMS]: runs datagen.sbatch with 20 tasks under a real Slurm on this machine alone, sends two of them back to the
# queue while they run, and compares the games with those of one run. Needs root and Debian's slurm-wlm; some minutes.
set -euo pipefail

programs=$(realpath "${1:-target/proof}")
cd "$(dirname "$0")/../.."
script=$PWD/tools/cluster/datagen.sbatch
for needed in slurmctld slurmd munged "$programs/quietus-lab"; do
    command -v "$needed" >/dev/null || { echo "error: ${needed##*/} is missing" >&2 && exit 3; }
done
work=$(mktemp -d)
cd "$work"
export SLURM_CONF=$work/slurm.conf PATH=$programs:$PATH
cat > slurm.conf <<END
ClusterName=trial
SlurmctldHost=$(hostname -s)
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$(hostname -s) CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
mkdir state spool data
finish() {
    for daemon in slurmd slurmctld; do
        [ ! -f "$work/$daemon.pid" ] || kill "$(cat "$work/$daemon.pid")"
    done
    sleep 1
    rm -rf "$work"
}
trap finish EXIT
if ! pgrep -x munged >/dev/null; then
    install -d -o munge -g munge /run/munge
    runuser -u munge -- munged
fi
slurmctld
slurmd

job=$(sbatch --parsable --array=0-19 --export=ALL,SEED=7,GAMES=12,OPTIONS="--nodes 300 --verify 0" "$script")
requeued=0
while squeue --noheader --job "$job" 2>/dev/null | grep -q .; do
    sleep 4
    running=$(squeue --noheader --job "$job" --states=RUNNING --format=%K | head -1)
    if ((requeued < 2)) && [ "$running" ]; then
        scontrol requeue "${job}_$running"
        echo "task $running was sent back to the queue"
        requeued=$((requeued + 1))
    fi
done
((requeued == 2)) || { echo "FAILED: nothing was running long enough to be sent back" && exit 1; }

quietus-lab datagen --out one.qgames --seed 7 --games 240 --nodes 300 --verify 0 2>/dev/null
quietus-lab convert one.qgames one.pgn 2>/dev/null
for task in {0..19}; do
    quietus-lab convert "data/part-$task.qgames" "part-$task.pgn" 2>/dev/null
done
# The moves: which file a game is from stands in its tags.
moves() { cat "$@" | grep -v '^\['; }
if cmp <(moves one.pgn) <(moves part-{0..19}.pgn); then
    echo "ok: 240 games of 20 tasks, two of them interrupted, are those of one run"
else
    echo "FAILED: the games differ" && exit 1
fi
quietus-lab games store add store data/part-*.qgames
