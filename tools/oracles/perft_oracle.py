#!/usr/bin/env python3
"""Fills in or checks the counts of a perft file with Stockfish, an oracle independent of Quietus.

    tools/oracles/perft_oracle.py /usr/games/stockfish crates/chess/tests/data/tricky.epd
    tools/oracles/perft_oracle.py /usr/games/stockfish FILE --write [--depth 6] [--nodes 300000000]
    tools/oracles/perft_oracle.py /usr/games/fairy-stockfish FILE --variant makruk

Each line is `FEN ;D1 n ;D2 n ... ;c0 what it tests`. Without `--write` every count in the file is
recomputed and differences are printed (exit code 1 if there are any). With `--write` the file
is rewritten with counts up to `--depth`, stopping before a depth that would exceed `--nodes`.
The second oracle is cozy-chess, in the ignored test `cozy_chess_agrees` of tests/perft.rs.
"""

import argparse
import subprocess
import sys


class Stockfish:
    """A UCI engine that can count with `go perft`."""

    def __init__(self, path, variant):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("setoption name UCI_Chess960 value true")
        if variant:
            self.send(f"setoption name UCI_Variant value {variant}")

    def send(self, command):
        self.process.stdin.write(command + "\n")

    def perft(self, fen, depth):
        self.send(f"position fen {fen}")
        self.send(f"go perft {depth}")
        for line in self.process.stdout:
            if line.startswith("Nodes searched:"):
                return int(line.split(":")[1])
        raise RuntimeError(f"Stockfish died on {fen}")


def read(line):
    """A line's FEN, its counts by depth, and its comment."""
    fen, *parts = (part.strip() for part in line.split(";"))
    counts, comment = {}, ""
    for part in parts:
        name, _, value = part.partition(" ")
        if name == "c0":
            comment = value
        else:
            counts[int(name.removeprefix("D"))] = int(value)
    return fen, counts, comment


def deepen(oracle, fen, depth, nodes):
    """Counts up to a depth, stopping before the node limit is exceeded."""
    counts = {}
    for d in range(1, depth + 1):
        if d > 2 and counts[d - 1] ** 2 / max(counts[d - 2], 1) > nodes:
            break
        counts[d] = oracle.perft(fen, d)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("stockfish", help="path of a Stockfish binary")
    parser.add_argument("file", help="perft file to check or fill in")
    parser.add_argument("--write", action="store_true", help="rewrite the file")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--variant", help="UCI_Variant of a Fairy-Stockfish")
    parser.add_argument("--nodes", type=int, default=300_000_000)
    options = parser.parse_args()

    oracle = Stockfish(options.stockfish, options.variant)
    with open(options.file, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    different = 0
    for number, line in enumerate(lines):
        if not line or line.startswith("#"):
            continue
        fen, counts, comment = read(line)
        if options.write:
            counts = deepen(oracle, fen, options.depth, options.nodes)
            text = "".join(f" ;D{d} {n}" for d, n in counts.items())
            lines[number] = f"{fen}{text}" + (f" ;c0 {comment}" if comment else "")
        for d, n in counts.items():
            if not options.write and (found := oracle.perft(fen, d)) != n:
                different += 1
                print(f"{fen} depth {d}: file {n}, Stockfish {found}")
    oracle.send("quit")
    if options.write:
        with open(options.file, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
