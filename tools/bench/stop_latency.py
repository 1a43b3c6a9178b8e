#!/usr/bin/env python3
"""Measures the latency from `stop` to `bestmove` and from start to `uciok`.

    tools/bench/stop_latency.py target/release/quietus /usr/games/stockfish
    tools/bench/stop_latency.py target/release/quietus --trials 500 --starts 50 --threads 1 --max-p99 1.5

Engines alternate. Each trial searches without limit for 20 to 60 ms, then stops; the time is from just
before the command is written until the line is read, pipes included. Needs an idle machine. With
`--max-p99` or `--max-start` (milliseconds) the exit code is 1 if the first engine is slower.
"""

import argparse
import math
import os
import random
import subprocess
import sys
import time

POSITIONS = [
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]


class Engine:
    """A process read unbuffered, so that no buffer delays the timestamp."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.rest = b""

    def send(self, line):
        os.write(self.process.stdin.fileno(), line.encode() + b"\n")

    def wait_for(self, word):
        """Reads until a line that starts with a word."""
        while True:
            *lines, self.rest = self.rest.split(b"\n")
            if any(line.startswith(word) for line in lines):
                return
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                sys.exit("the engine has ended")
            self.rest += chunk

    def quit(self):
        self.send("quit")
        self.process.stdout.read()
        self.process.wait()


def stop_time(engine, position, think):
    engine.send(f"position {position}")
    engine.send("isready")
    engine.wait_for(b"readyok")
    engine.send("go infinite")
    time.sleep(think)
    begin = time.perf_counter()
    engine.send("stop")
    engine.wait_for(b"bestmove")
    return time.perf_counter() - begin


def start_time(path):
    begin = time.perf_counter()
    engine = Engine(path)
    engine.send("uci")
    engine.wait_for(b"uciok")
    elapsed = time.perf_counter() - begin
    engine.quit()
    return elapsed


def quantile(times, share):
    """The quantile of a list of times."""
    times = sorted(times)
    return times[max(0, math.ceil(len(times) * share) - 1)]


def describe(times):
    parts = (quantile(times, 0.5), quantile(times, 0.99), max(times))
    return "median {:.3f} ms, 99 % {:.3f} ms, slowest {:.3f} ms".format(*(1e3 * t for t in parts))


def measure_stops(options):
    engines = [Engine(path) for path in options.engines]
    for engine in engines:
        engine.send("uci")
        engine.wait_for(b"uciok")
        engine.send(f"setoption name Threads value {options.threads}")
    times = [[] for _ in engines]
    rng = random.Random(1)
    for trial in range(options.trials):
        position = POSITIONS[trial % len(POSITIONS)]
        think = rng.uniform(0.02, 0.06)
        for engine, list_of_times in zip(engines, times):
            list_of_times.append(stop_time(engine, position, think))
    for engine in engines:
        engine.quit()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engines", nargs="+", metavar="ENGINE", help="path of a UCI engine")
    parser.add_argument("--trials", type=int, default=500, help="stops of each engine")
    parser.add_argument("--starts", type=int, default=20, help="starts of each engine")
    parser.add_argument("--threads", type=int, default=1, help="search threads")
    parser.add_argument("--max-p99", type=float, help="fail if the 99th percentile is above this, in ms")
    parser.add_argument("--max-start", type=float, help="fail if the median start is above this, in ms")
    options = parser.parse_args()
    if min(options.trials, options.starts) < 1:
        parser.error("at least one trial and one start")

    starts = [[] for _ in options.engines]
    for _ in range(options.starts):
        for path, times in zip(options.engines, starts):
            times.append(start_time(path))
    stops = measure_stops(options)
    for path, start, stop in zip(options.engines, starts, stops):
        print(path)
        print(f"  stop to bestmove, {len(stop)} trials: {describe(stop)}")
        print(f"  start to uciok, {len(start)} trials: {describe(start)}")
    slow_stop = options.max_p99 and 1e3 * quantile(stops[0], 0.99) > options.max_p99
    slow_start = options.max_start and 1e3 * quantile(starts[0], 0.5) > options.max_start
    sys.exit(1 if slow_stop or slow_start else 0)


if __name__ == "__main__":
    main()
