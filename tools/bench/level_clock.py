#!/usr/bin/env python3
r"""Checks that the strength of a level depends on neither clock nor machine.

    tools/bench/level_clock.py target/release/quietus --lab quietus-lab
    tools/bench/level_clock.py target/release/quietus --lab quietus-lab --player target/debug/quietus --clocks 60+0.6 \
        --levels 600 1200 1800 2400 --concurrency 2

The levels play a round robin at each time control, with a fixed `LevelSeed`. Every move is then compared with
what the engine plays in the same game without a clock: equal moves are equal strength. With --player, that
build plays, for example a slow one, and ENGINE gives the moves to compare with. The exit code is 1 if a game
was lost on time. Needs python-chess.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

import chess
import chess.engine
import chess.pgn


def options(level, seed):
    return {"UCI_LimitStrength": "true", "UCI_Elo": str(level), "LevelSeed": str(seed)}


def play(args, clock, folder):
    """The games of a round robin."""
    out = pathlib.Path(folder) / "match"
    command = [args.lab, "match", "--each", f"tc={clock}", "--rounds", str(args.rounds), "--out", str(out)]
    command += ["--concurrency", str(args.concurrency), "--seed", str(args.seed)]
    for level in args.levels:
        settings = [f"option.{name}={value}" for name, value in options(level, args.seed).items()]
        command += ["-e", args.player or args.engine, f"name={level}", *settings]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with (out / "games.pgn").open() as file:
        return list(iter(lambda: chess.pgn.read_game(file), None))


def compare(args, level, games):
    """Moves of a level in the games, and how many of them it also plays without a clock."""
    moves = equal = 0
    with chess.engine.SimpleEngine.popen_uci(args.engine) as engine:
        engine.configure(options(level, args.seed))
        for game in games:
            sides = [game.headers["Black"], game.headers["White"]]
            board = game.board()
            for node in game.mainline():
                # The moves of the opening come from the match runner.
                if sides[board.turn] == str(level) and "book" not in node.comment:
                    chosen = engine.play(board, chess.engine.Limit(depth=1)).move
                    moves += 1
                    equal += chosen == node.move
                board.push(node.move)
    return moves, equal


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the build whose moves count")
    parser.add_argument("--player", help="the build that plays the games (default: ENGINE)")
    parser.add_argument("--lab", default="quietus-lab", help="the match runner")
    parser.add_argument("--clocks", nargs="+", default=["2+0.02", "10+0.1", "60+0.6"], help="time controls")
    parser.add_argument("--levels", nargs="+", type=int, default=range(600, 2401, 200), help="Elo of each level")
    parser.add_argument("--rounds", type=int, default=1, help="pairs of games for each two levels")
    parser.add_argument("--concurrency", type=int, default=24, help="games at once: a level mostly waits")
    parser.add_argument("--seed", type=int, default=1, help="LevelSeed, and the seed of the openings")
    args = parser.parse_args()

    lost_on_time = 0
    print(f"{'clock':>8} {'level':>6} {'moves':>7} {'equal':>7} {'%':>7}")
    for clock in args.clocks:
        with tempfile.TemporaryDirectory() as folder:
            games = play(args, clock, folder)
        endings = collections.Counter(game.headers.get("Termination", "") for game in games)
        lost_on_time += sum(count for ending, count in endings.items() if "time" in ending)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda level: compare(args, level, games), args.levels))
        for level, (moves, equal) in zip(args.levels, results):
            print(f"{clock:>8} {level:>6} {moves:>7} {equal:>7} {100 * equal / max(moves, 1):>7.2f}")
        print(f"{clock}: {len(games)} games, {dict(endings)}", flush=True)
    return int(lost_on_time > 0)


if __name__ == "__main__":
    sys.exit(main())
