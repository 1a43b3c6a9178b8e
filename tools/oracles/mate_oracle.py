#!/usr/bin/env python3
"""Asks Stockfish for the length of every mate in an EPD file (`dm N;`) and prints differences.

    tools/oracles/mate_oracle.py /usr/games/stockfish crates/search/tests/mates.epd [--nodes 20000000]

Stockfish is independent of the exhaustive solver that made the file (the example `mates` of the chess
crate). A mate that it does not find within the nodes, or finds longer, is listed as not confirmed; a
shorter one proves the file wrong. Exit code 1 if any is not confirmed.
"""

import argparse
import re
import subprocess
import sys


def ask(engine, epd, length, nodes):
    """The mate that Stockfish finds, in moves; none if it finds no mate."""
    fields = " ".join(epd.split()[:4])
    engine.stdin.write(f"ucinewgame\nposition fen {fields} 0 1\ngo mate {length} nodes {nodes}\n")
    found = None
    for line in engine.stdout:
        if line.startswith("bestmove"):
            return found
        if score := re.search(r" score (?:cp|(mate)) (-?\d+) ", line):
            found = int(score[2]) if score[1] else None
    sys.exit(f"Stockfish ended at {epd}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("stockfish", help="path of a Stockfish binary")
    parser.add_argument("file", help="EPD file with dm operations")
    parser.add_argument("--nodes", type=int, default=20_000_000)
    options = parser.parse_args()
    engine = subprocess.Popen(
        [options.stockfish], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    with open(options.file, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip()]
    confirmed = 0
    for line in lines:
        length = int(re.search(r"\bdm (\d+);", line)[1])
        found = ask(engine, line, length, options.nodes)
        if found == length:
            confirmed += 1
        else:
            print(f"not confirmed, Stockfish says {found}: {line}", flush=True)
    engine.stdin.write("quit\n")
    print(f"{confirmed} of {len(lines)} confirmed")
    sys.exit(0 if confirmed == len(lines) else 1)


if __name__ == "__main__":
    main()
