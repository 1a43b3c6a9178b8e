#!/usr/bin/env python3
"""How self-play scales with threads, and how its speed compares with `quietus bench`.

For each number of nodes, games are played for some seconds on one thread and then on all, and
before each pair `bench` runs once alone and once on every core at the same time. Printed: positions
a second, nodes a second of a thread and their ratio to `bench` under the same load, how many times
as many positions all threads make as one, and the same for `bench`, which is what the machine allows.

    tools/bench/datagen_scaling.py target/release/quietus-lab target/release/quietus --out games

The games are kept under the folder: each run has a seed of its own, so they can be trained on.
With the defaults it takes about a minute and a half.
"""

import argparse
import os
import pathlib
import re
import subprocess


def bench(args, copies, depth):
    """Nodes, and the mean of the nodes a second, of so many benches at the same time."""
    network = "UseNNUE value false" if args.network is None else f"EvalFile value {args.network}"
    command = [args.engine, f"setoption name {network}", f"bench {depth}", "quit"]
    pipe = subprocess.PIPE
    runs = [subprocess.Popen(command, stdout=pipe, text=True) for _ in range(copies)]
    texts = [run.communicate()[0] for run in runs]
    found = [re.search(r"(\d+) nodes (\d+) nps", text) for text in texts]
    return int(found[0].group(1)), sum(int(one.group(2)) for one in found) / copies


def play(args, nodes, threads, seed):
    """Positions and nodes a second of a thread."""
    name = args.out / f"nodes{nodes}-threads{threads}-seed{seed}.qgames"
    command = [args.lab, "datagen", "--out", name, "--nodes", nodes, "--seed", seed]
    command += ["--time", args.seconds, "--threads", threads, "--bench", args.bench]
    if args.network:
        command += ["--evaluation", args.network]
    text = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    found = re.search(r"(\d+)/s per core, (\d+) knps per core", text)
    return int(found.group(1)), 1000 * int(found.group(2))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lab", help="the program quietus-lab")
    parser.add_argument("engine", help="the program quietus")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder for the games")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=9, help="for each run of self-play")
    parser.add_argument("--nodes", type=int, nargs="+", default=[1500, 2500, 5000])
    parser.add_argument("--seed", type=int, default=1, help="of the first run; the next is one more")
    parser.add_argument("--bench-depth", type=int, default=14, help="a few seconds of bench")
    parser.add_argument("--network", help="evaluate the games with this network")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    args.bench, _ = bench(args, 1, "")
    print(f"bench {args.bench}; {args.threads} threads; {args.seconds} seconds a run")
    print("nodes  threads  positions/s   knps a thread   of bench   times one thread   bench's times")
    seed = args.seed
    for nodes in args.nodes:
        _, alone = bench(args, 1, args.bench_depth)
        _, together = bench(args, args.threads, args.bench_depth)
        single = None
        for threads, reference in [(1, alone), (args.threads, together)]:
            positions, speed = play(args, nodes, threads, seed)
            seed += 1
            single = single or positions
            print(
                f"{nodes:5}  {threads:7}  {positions * threads:11}   {speed / 1000:13.0f}"
                f"   {speed / reference:8.3f}   {positions * threads / single:16.2f}"
                f"   {reference * threads / alone:13.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
