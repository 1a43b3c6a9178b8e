#!/usr/bin/env python3
"""Prints positions of random xiangqi games with Fairy-Stockfish's move count and check flag.

    tools/oracles/xiangqi_fixture.py > crates/xiangqi/tests/data/random.epd

Half of the positions are checks, and every end of a game is kept. FAIRY_STOCKFISH names the program.
"""

import os
import random
import re
import subprocess

GAMES = 60
MAX_PLIES = 250
POSITIONS = 1000


class Fairy:
    def __init__(self):
        program = os.environ.get("FAIRY_STOCKFISH", "/usr/games/fairy-stockfish")
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.send("setoption name UCI_Variant value xiangqi\n")

    def send(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def ask(self, positions):
        """FEN, check flag and legal moves of each position (given as in the command).

        The board is shown while moves are counted: the two kinds of lines may be mixed, but each
        keeps its order.
        """
        self.send("".join(f"position {position}\nd\ngo perft 1\n" for position in positions))
        fens, checks, legal, counted = [], [], [[] for _ in positions], 0
        while len(checks) < len(positions) or counted < len(positions):
            line = self.process.stdout.readline()
            if line.startswith("Fen: "):
                fens.append(line[len("Fen: ") :].strip())
            elif line.startswith("Checkers:"):
                checks.append(bool(line.split(":")[1].strip()))
            elif line.startswith("Nodes searched:"):
                counted += 1
            elif match := re.match(r"([a-i]\d+[a-i]\d+): 1", line):
                legal[counted].append(match[1])
        return zip(fens, checks, legal)


def main():
    rng = random.Random(1)
    fairy = Fairy()
    ends, checks, others = [], [], []
    positions = ["startpos"] * GAMES
    for _ in range(MAX_PLIES):
        following = []
        for fen, in_check, legal in fairy.ask(positions):
            line = f"{fen} ;moves {len(legal)} ;check {int(in_check)}"
            (ends if not legal else checks if in_check else others).append(line)
            if legal:
                following.append(f"fen {fen} moves {rng.choice(legal)}")
        positions = following
    fairy.send("quit\n")
    share = min(POSITIONS // 2, len(checks))
    chosen = ends + rng.sample(checks, share)
    chosen += rng.sample(others, POSITIONS - len(chosen))
    print("# Positions of random games, with Fairy-Stockfish's number of legal moves and check flag.")
    print("\n".join(sorted(chosen)))


if __name__ == "__main__":
    main()
