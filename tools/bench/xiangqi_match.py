#!/usr/bin/env python3
"""Plays xiangqi against another UCI engine that knows UCI_Variant, by default Fairy-Stockfish.

    tools/bench/xiangqi_match.py target/release/quietus --pairs 100 --movetime 100
    tools/bench/xiangqi_match.py target/release/quietus --pairs 100 --nodes 20000 --jobs 2

Each pair plays one random opening with both colors. pyffish (`pip install pyffish`) is the referee: an
illegal move loses at once. A game of 300 plies, or of 40 in a row that both sides call within 10
centipawns, is a draw.
"""

import argparse
import concurrent.futures
import math
import random
import subprocess

import pyffish

VARIANT = "xiangqi"
START = pyffish.start_fen(VARIANT)
MAX_PLIES = 300


class Engine:
    """A UCI engine that writes coordinates as Fairy-Stockfish does."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        options = self.until("uciok")
        self.send(f"setoption name UCI_Variant value {VARIANT}")
        if any("XiangqiRanks" in line for line in options):
            self.send("setoption name XiangqiRanks value 1-10")
        self.send("isready")
        self.until("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, word):
        lines = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the engine has ended; it said {lines[-3:]}")
            lines.append(line.strip())
        return lines

    def search(self, moves, limit):
        """The best move, and its score in centipawns; mates are large."""
        self.send(f"position startpos moves {' '.join(moves)}")
        self.send(f"go {limit}")
        lines = self.until("bestmove")
        scores = [line.split(" score ")[1].split() for line in lines if " score " in line]
        kind, value = scores[-1][:2] if scores else ("cp", "0")
        score = int(value) if kind == "cp" else math.copysign(30000, int(value) or -1)
        return lines[-1].split()[1], score

    def quit(self):
        self.send("quit")
        self.process.wait()


def opening(rng, judge):
    """Moves of a random opening that the judge finds playable for both sides."""
    while True:
        moves = []
        for _ in range(rng.choice([4, 5, 6, 7])):
            legal = pyffish.legal_moves(VARIANT, START, moves)
            moves.append(rng.choice(legal))
        if pyffish.legal_moves(VARIANT, START, moves) and abs(judge.search(moves, "nodes 20000")[1]) < 150:
            return moves


def play(engines, moves, limit):
    """Plays a game; engines are Red, Black. Points of Red, and how it ended."""
    moves, even = list(moves), 0
    while len(moves) < MAX_PLIES:
        side = len(moves) % 2
        legal = pyffish.legal_moves(VARIANT, START, moves)
        if not legal:
            return float(side == 1), "no move"
        is_over, value = pyffish.is_optional_game_end(VARIANT, START, moves)
        if is_over:
            points = 0.5 if value == 0 else float((value > 0) == (side == 0))
            return points, "repetition or move limit"
        move, score = engines[side].search(moves, limit)
        if move not in legal:
            return float(side == 1), f"illegal move {move} of {'Red' if side == 0 else 'Black'}"
        moves.append(move)
        even = even + 1 if abs(score) <= 10 else 0
        if even >= 40:
            return 0.5, "adjudication"
    return 0.5, "length"


def pair(arguments):
    """One opening with both colors: our points, and the endings."""
    options, number = arguments
    ours, theirs = Engine(options.engine), Engine(options.opponent)
    moves = opening(random.Random(options.seed + number), ours)
    limit = f"nodes {options.nodes}" if options.nodes else f"movetime {options.movetime}"
    red, first = play([ours, theirs], moves, limit)
    black, second = play([theirs, ours], moves, limit)
    ours.quit()
    theirs.quit()
    return [(red, first), (1 - black, second)]


def elo(share):
    return -400 * math.log10(1 / share - 1) if 0 < share < 1 else math.copysign(math.inf, share - 0.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("opponent", nargs="?", default="/usr/games/fairy-stockfish")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--nodes", type=int, help="nodes a move, instead of a time")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for results in pool.map(pair, [(options, number) for number in range(options.pairs)]):
            games += results
            points = sum(result for result, _ in games)
            print(f"{len(games)} games, {points} points, {100 * points / len(games):.1f} %, Elo {elo(points / len(games)):+.0f}; "
                  + ", ".join(ending for _, ending in results), flush=True)
    wins, draws = sum(r == 1 for r, _ in games), sum(r == 0.5 for r, _ in games)
    print(f"+{wins} ={draws} -{len(games) - wins - draws}")
    return any("illegal" in ending for _, ending in games)


if __name__ == "__main__":
    raise SystemExit(main())
