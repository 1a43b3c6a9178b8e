#!/usr/bin/env python3
"""Counts time losses on a loaded machine, which it loads itself.

    tools/time_losses.py target/release/quietus /usr/games/stockfish
    tools/time_losses.py old/quietus new/quietus /usr/games/stockfish --loads 16 --clocks 0.5+0.005 --pairs 8

For each number of busy loops, time control and number of threads, every engine meets every other in one
match, so that all share the same load. The default, 18 conditions of 32 games, takes about an hour on two
cores. The exit code is 1 if the first engine lost more games on time than the last one. Needs
`quietus-lab`, and no other work on the machine.
"""

import argparse
import collections
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

BUSY_LOOP = [sys.executable, "-c", "while True: pass"]


class Load:
    """Busy loops for as long as the block runs."""

    def __init__(self, loops):
        self.loops = loops

    def __enter__(self):
        self.processes = [subprocess.Popen(BUSY_LOOP) for _ in range(self.loops)]

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


def play(options, names, clock, threads):
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
        match = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if match.returncode:
            sys.exit(match.stderr)
        games, losses = collections.Counter(), collections.Counter()
        for game in tags(pathlib.Path(folder, "match", "games.pgn")):
            games.update([game["White"], game["Black"]])
            if game["Termination"] == "time forfeit":
                losses[game["White" if game["Result"] == "0-1" else "Black"]] += 1
        return games, losses


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
    parser.add_argument("--concurrency", type=int, default=2, help="games at once [2]")
    parser.add_argument("--margin", type=int, default=0, help="how far a clock may be overdrawn, in ms [0]")
    parser.add_argument("--restart", action="store_true", help="start the engines anew for every game")
    options = parser.parse_args()
    if len(options.engines) < 2:
        parser.error("at least two engines")

    names = {f"{number}-{pathlib.Path(path).name}": path for number, path in enumerate(options.engines, 1)}
    games, losses = collections.Counter(), collections.Counter()
    conditions = itertools.product(options.loads.split(","), options.clocks.split(","), options.threads.split(","))
    print("time losses: " + ", ".join(f"{name} = {path}" for name, path in names.items()))
    for loops, clock, threads in conditions:
        with Load(int(loops)):
            played, lost = play(options, names, clock, threads)
        games.update(played)
        losses.update(lost)
        counts = ", ".join(f"{name} {lost[name]} of {played[name]}" for name in names)
        print(f"{loops:>3} loops, {clock}, {threads} threads: {counts}", flush=True)
    print("all: " + ", ".join(f"{name} {losses[name]} of {games[name]}" for name in names))
    first, *_, last = names
    sys.exit(1 if losses[first] > losses[last] else 0)


if __name__ == "__main__":
    main()
