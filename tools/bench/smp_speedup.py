#!/usr/bin/env python3
"""Time to depth with two threads relative to one.

Each position is searched to the depth with one and with two threads, alternating, after a cleared TT.
Prints the median ratio over the positions and the ratio of the sums.

    tools/bench/smp_speedup.py target/release/quietus --depth 16

The positions are those of `quietus bench`. Needs two idle cores.
"""

import argparse
import pathlib
import statistics
import subprocess
import time

POSITIONS = pathlib.Path(__file__).parents[2] / "crates/chess/src/facts/bench.epd"


class Engine:
    """A UCI engine that answers one command at a time."""

    def __init__(self, path, threads, hash_size):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send(f"setoption name Threads value {threads}")
        self.send(f"setoption name Hash value {hash_size}")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait_for(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return
        raise SystemExit("the engine has gone")

    def seconds_to(self, fen, depth):
        """The time of a search with a cleared TT."""
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.send("isready")
        self.wait_for("readyok")
        start = time.perf_counter()
        self.send(f"go depth {depth}")
        self.wait_for("bestmove")
        return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--depth", type=int, default=16)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--slice", default="0/1", help="part K of N of the positions, as K/N")
    parser.add_argument("--raw", action="store_true", help="the two times of each position only")
    options = parser.parse_args()
    part, parts = map(int, options.slice.split("/"))
    fens = [line for line in POSITIONS.read_text().splitlines() if line][part::parts]
    one, several = (Engine(options.engine, n, options.hash) for n in (1, options.threads))
    times = []
    for fen in fens:
        rounds = [
            (one.seconds_to(fen, options.depth), several.seconds_to(fen, options.depth))
            for _ in range(options.rounds)
        ]
        times.append(tuple(statistics.median(column) for column in zip(*rounds)))
        if options.raw:
            print(*times[-1], flush=True)
    if options.raw:
        return
    # Searches that end at once say nothing about threads.
    ratios = [b / a for a, b in times if a >= 0.02]
    totals = [sum(column) for column in zip(*times)]
    print(f"{len(ratios)} positions: median ratio {statistics.median(ratios):.3f}, "
          f"ratio of sums {totals[1] / totals[0]:.3f}")


if __name__ == "__main__":
    main()
