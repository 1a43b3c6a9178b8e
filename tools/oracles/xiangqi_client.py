#!/usr/bin/env python3
"""Drives a xiangqi engine with the UCI and UCCI clients of cchess, independent of Quietus.

    pip install cchess
    tools/oracles/xiangqi_client.py target/release/quietus [--plies 200] [--depth 8]

Red speaks UCI (with UCI_Variant, if the engine has it), Black UCCI, in games against each other from the start and
from endgames. The rules of cchess check every best move and every variation. Exit codes: 0 no error, 1 errors found,
2 usage, 77 skipped because cchess is absent.
"""

import argparse
import pathlib
import sys
import time

try:
    from cchess import ChessBoard, UcciEngine, UciEngine
except ImportError:
    print("skipped: the package cchess is not installed (pip install cchess)")
    sys.exit(77)

STARTS = (
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "3akab2/9/4b4/p3p3p/2n3p2/P1P6/4P1P1P/2N1C1N2/9/2BAKAB2 w",
    # Red mates, then Black: the answers to a finished game differ between the protocols.
    "3k5/4a4/9/9/9/9/9/9/R3R4/4K4 w",
    "3k1a3/9/9/r8/8r/9/9/9/4A4/4K4 w",
)
PATIENCE = 60.0


def start(client, program):
    """The engine behind a client that has finished its handshake."""
    engine = client()
    if not engine.load(program) or not engine.wait_for_ready():
        sys.exit(f"{client.__name__}: no answer from {program}")
    print(f"{client.__name__}: {engine.ids.get('name')}, {len(engine.options)} options")
    if any(" UCI_Variant " in option for option in engine.options):
        engine.set_option("UCI_Variant", "xiangqi")
    return engine


def think(engine, fen, depth):
    """The actions of one search up to the best move."""
    engine.go_from(fen, {"depth": depth})
    actions, deadline = [], time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        action = engine.get_action()
        if action is None:
            time.sleep(0.001)
            continue
        actions.append(action)
        if action["action"] in ("bestmove", "dead", "draw"):
            return actions
    return actions + [{"action": "silence"}]


def illegal(fen, moves):
    """The first move of a line that cchess does not allow."""
    board = ChessBoard(fen)
    for move in moves:
        if not board.is_valid_iccs_move(move) or board.move_iccs(move) is None:
            return move
        board.next_turn()
    return None


def play(engines, fen, plies, depth):
    """Plays a game; returns the plies played, the variations seen, and what went wrong."""
    board, variations, errors = ChessBoard(fen), 0, []
    for ply in range(plies):
        fen = board.to_fen()
        *infos, answer = think(engines[ply % 2], fen, depth)
        for info in infos:
            if moves := info.get("moves"):
                variations += 1
                if move := illegal(fen, moves):
                    errors.append(f"{move} is illegal in the variation {' '.join(moves)} of {fen}")
        if answer["action"] != "bestmove":
            if answer["action"] != "dead" or not board.no_moves():
                errors.append(f"{answer.get('raw_msg', 'no answer')} in {fen}")
            return ply, variations, errors
        if illegal(fen, [answer["move"]]):
            return ply, variations, errors + [f"bestmove {answer['move']} is illegal in {fen}"]
        if "score" not in answer and "mate" not in answer:
            errors.append(f"no score of {answer['move']} in {fen}")
        board.move_iccs(answer["move"])
        board.next_turn()
    return plies, variations, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--plies", type=int, default=200, help="longest game")
    parser.add_argument("--depth", type=int, default=8)
    args = parser.parse_args()
    failed = False
    program = str(pathlib.Path(args.engine).resolve())
    engines = [start(client, program) for client in (UciEngine, UcciEngine)]
    for fen in STARTS:
        plies, variations, errors = play(engines, fen, args.plies, args.depth)
        print(f"{plies} plies, {variations} variations, {len(errors)} errors from {fen}")
        print("".join(f"  {error}\n" for error in errors[:10]), end="")
        failed |= bool(errors)
    for engine in engines:
        engine.quit()
    sys.exit(failed)


if __name__ == "__main__":
    main()
