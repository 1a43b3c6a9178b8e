#!/usr/bin/env python3
"""Counts time losses on a loaded machine, which it loads itself.

    tools/bench/time_losses.py target/release/quietus /usr/games/stockfish
    tools/bench/time_losses.py old/quietus new/quietus /usr/games/stockfish --loads 16 --clocks 0.5+0.005 --pairs 8
    tools/bench/time_losses.py quietus stockfish --lab quietus-lab --cores 0-13 --csv time-losses.csv

For each number of busy loops, time control and number of threads, every engine meets every other in one
match, so that all share the same load. The default, 18 conditions of 32 games, takes about an hour on two
cores, and needs them for itself. With --cores, conditions run side by side, each with its loops, its match
runner and its engines on two cores of the list, taken in order: list the two threads of a physical core next to
each other. With --csv, each condition is written as soon as it is played, and those in the file are not played
again: run it again after an interruption. Files of several runs are merged with `cat`. The exit code is 1 if
the first engine lost more games on time than the last one.
"""

import argparse
import collections
import concurrent.futures
import csv
import itertools
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import tempfile

# Ends with its parent, however that ends.
BUSY_LOOP = f"import os\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(10**6): pass"
COLUMNS = ["loops", "clock", "threads", "engine", "games", "time_losses"]


class Load:
    """Busy loops for as long as the block runs."""

    def __init__(self, loops):
        self.loops = loops

    def __enter__(self):
        self.processes = [subprocess.Popen([sys.executable, "-c", BUSY_LOOP]) for _ in range(self.loops)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def tags(pgn):
    """The tags of each game."""
    game = {}
    for line in pgn.read_text().splitlines():
        match = re.match(r'\[(\w+) "(.*)"\]', line)
        if match:
            game[match[1]] = match[2]
        elif game:
            yield game
            game = {}


def core_pairs(text):
    """`0-3,8,9` to pairs of cores: {0, 1}, {2, 3}, {8, 9}."""
    ranges = [part.split("-") for part in text.split(",")]
    cores = [core for ends in ranges for core in range(int(ends[0]), int(ends[-1]) + 1)]
    if len(cores) % 2 or not set(cores) <= os.sched_getaffinity(0):
        raise argparse.ArgumentTypeError("not pairs of cores that are there")
    return [set(pair) for pair in zip(cores[::2], cores[1::2])]


def play(options, names, clock, threads, running):
    """Plays a match: games and time losses of each engine."""
    with tempfile.TemporaryDirectory() as folder:
        command = [options.lab, "match", "--plain", "-o", f"{folder}/match"]
        for name, path in names.items():
            command += ["-e", path, f"name={name}"]
        command += ["--each", f"tc={clock}", f"option.Threads={threads}", "option.Hash=16"]
        command += ["-r", str(options.pairs), "-c", str(options.concurrency)]
        command += ["--timemargin", str(options.margin)]
        if options.restart:
            command.append("--restart")
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as match:
            running.append(match)
            errors = match.stderr.read()
        if match.returncode:
            sys.exit(errors)
        games, losses = collections.Counter(), collections.Counter()
        for game in tags(pathlib.Path(folder, "match", "games.pgn")):
            games.update([game["White"], game["Black"]])
            if game["Termination"] == "time forfeit":
                losses[game["White" if game["Result"] == "0-1" else "Black"]] += 1
        return games, losses


class Results:
    """Games and time losses of each condition and engine, in a CSV file if there is a path."""

    def __init__(self, path):
        self.path = path
        self.rows = []
        if path and path.exists():
            with path.open(newline="") as file:
                self.rows = [row for row in csv.DictReader(file) if row["loops"] != "loops"]
        elif path:
            path.write_text(",".join(COLUMNS) + "\n")

    def of(self, condition):
        """The rows of a condition."""
        return [row for row in self.rows if (row["loops"], row["clock"], row["threads"]) == condition]

    def add(self, condition, names, games, losses):
        """Adds and writes a condition."""
        rows = [dict(zip(COLUMNS, (*condition, name, games[name], losses[name]))) for name in names]
        self.rows += rows
        if self.path:
            with self.path.open("a", newline="") as file:
                csv.DictWriter(file, COLUMNS, lineterminator="\n").writerows(rows)


def summary(rows, names):
    """`NAME 1 of 32, ...`: time losses of games."""
    games, losses = collections.Counter(), collections.Counter()
    for row in rows:
        games[row["engine"]] += int(row["games"])
        losses[row["engine"]] += int(row["time_losses"])
    return losses, ", ".join(f"{name} {losses[name]} of {games[name]}" for name in names)


def row(results, condition, names):
    """A condition in one line."""
    loops, clock, threads = condition
    return f"{loops:>3} loops, {clock:>9}, {threads} threads: {summary(results.of(condition), names)[1]}"


def measure(options, names, conditions, results):
    """Plays conditions, one at a time on each pair of cores, and yields each when it is played."""
    pairs, running = queue.SimpleQueue(), []
    for pair in options.cores:
        pairs.put(pair)

    def run(condition):
        loops, clock, threads = condition
        with Load(int(loops)):
            return play(options, names, clock, threads, running)

    # The affinity of a thread is that of the processes it starts.
    pin = lambda: os.sched_setaffinity(0, pairs.get())
    with concurrent.futures.ThreadPoolExecutor(len(options.cores), initializer=pin) as pool:
        futures = {pool.submit(run, condition): condition for condition in conditions}
        try:
            for future in concurrent.futures.as_completed(futures):
                results.add(futures[future], names, *future.result())
                yield futures[future]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for match in running:
                match.kill()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n")[2],
    )
    parser.add_argument("engines", nargs="+", metavar="ENGINE", help="path of a UCI engine, at least two")
    parser.add_argument("--lab", default="target/release/quietus-lab", help="the match runner")
    parser.add_argument("--loads", default="4,16,32", help="numbers of busy loops [4,16,32]")
    parser.add_argument("--clocks", default="0.5+0.005,1+0.01,2+0.02", help="time controls in seconds")
    parser.add_argument("--threads", default="1,2", help="search threads [1,2]")
    parser.add_argument("--pairs", type=int, default=16, help="pairs of games for each two engines [16]")
    parser.add_argument("--concurrency", type=int, default=2, help="games at once in a condition [2]")
    parser.add_argument("--cores", type=core_pairs, help="cores, two for each condition that runs at a time, as 0-13")
    parser.add_argument("--margin", type=int, default=0, help="how far a clock may be overdrawn, in ms [0]")
    parser.add_argument("--restart", action="store_true", help="start the engines anew for every game")
    parser.add_argument("--csv", type=pathlib.Path, metavar="FILE", help="write the results here, and resume from here")
    options = parser.parse_args()
    if len(options.engines) < 2:
        parser.error("at least two engines")
    options.cores = options.cores or [os.sched_getaffinity(0)]

    names = {f"{number}-{pathlib.Path(path).name}": path for number, path in enumerate(options.engines, 1)}
    results = Results(options.csv)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print("time losses: " + ", ".join(f"{name} = {path}" for name, path in names.items()))
    lists = (options.loads, options.clocks, options.threads)
    grid = list(itertools.product(*(text.split(",") for text in lists)))
    missing = [condition for condition in grid if not results.of(condition)]
    # The longest first: the last ones should end together.
    missing.sort(key=lambda condition: -float(condition[1].split("+")[0]))
    for condition in measure(options, names, missing, results):
        print(row(results, condition, names), flush=True)
    print("\nall conditions:\n" + "\n".join(row(results, condition, names) for condition in grid))
    losses, counts = summary(results.rows, names)
    print(f"sum: {counts}")
    first, *_, last = names
    sys.exit(1 if losses[first] > losses[last] else 0)


if __name__ == "__main__":
    main()
