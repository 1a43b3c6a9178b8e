#!/usr/bin/env python3
"""Plays elementary endings from random won positions against a defender, and counts the wins.

    tools/bench/endings.py target/release/quietus /usr/games/stockfish --starts 200 --nodes 20000

Every ending starts with the strong side (White) to move. Positions are drawn by a seed; with
`--syzygy DIR` only those that the tables call won are taken, which KQKR needs. With `--probe engine`
the engine gets these tables, too, and must win every game; with `--probe both` the defender has them
as well. Both sides search the same number of nodes. A game counts when mate comes before the
fifty-move rule. Needs python-chess. Exit code 1 if an ending misses its bar.
"""

import argparse
import random
import sys

import chess
import chess.engine
import chess.syzygy

# Pieces of both sides, and the share of games that must be won.
ENDINGS = {
    "KQK": 1.0,
    "KRK": 1.0,
    "KRRK": 1.0,
    "KBBK": 1.0,
    "KBNK": 0.95,
    "KQKR": 0.9,
}


def start(ending, rng, tables):
    """A random legal position of an ending with White to move, won if the tables are there."""
    white, black = ending[1:].split("K")
    pieces = [("K", True), *((p, True) for p in white), ("K", False), *((p, False) for p in black)]
    while True:
        board = chess.Board(None)
        for (letter, color), square in zip(pieces, rng.sample(range(64), len(pieces))):
            board.set_piece_at(square, chess.Piece(chess.Piece.from_symbol(letter).piece_type, color))
        bishops = [chess.BB_SQUARES[s] & chess.BB_LIGHT_SQUARES for s in board.pieces(chess.BISHOP, True)]
        if not board.is_valid() or (len(bishops) == 2 and bool(bishops[0]) == bool(bishops[1])):
            continue
        if tables is None or tables.probe_wdl(board) == 2:
            return board


def play(board, attacker, defender, limit):
    """Plays until the rules end the game; why it ended, and after how many moves."""
    game = object()
    # Not `claim_draw=True`: that ends the game when a draw could be claimed by a move nobody plays.
    while not (board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100):
        engine = attacker if board.turn == chess.WHITE else defender
        board.push(engine.play(board, limit, game=game).move)
    if board.is_checkmate():
        return "mate", board.fullmove_number
    return "repetition" if board.is_repetition(3) else "no mate", board.fullmove_number


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engine", help="the engine that must win")
    parser.add_argument("defender", help="the engine that defends")
    parser.add_argument("--starts", type=int, default=200, help="positions of each ending")
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes a move, for both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--syzygy", help="folder with tables, to start from won positions only")
    parser.add_argument("--probe", choices=["engine", "both"], help="who gets the tables of --syzygy, too")
    parser.add_argument("--only", nargs="+", choices=ENDINGS, default=list(ENDINGS))
    options = parser.parse_args()
    if options.probe and not options.syzygy:
        parser.error("--probe needs --syzygy")
    tables = chess.syzygy.open_tablebase(options.syzygy) if options.syzygy else None
    limit = chess.engine.Limit(nodes=options.nodes)
    failed = False
    with (
        chess.engine.SimpleEngine.popen_uci(options.engine) as attacker,
        chess.engine.SimpleEngine.popen_uci(options.defender) as defender,
    ):
        probers = {None: [], "engine": [attacker], "both": [attacker, defender]}[options.probe]
        for prober in probers:
            prober.configure({"SyzygyPath": options.syzygy})
        for ending in options.only:
            rng = random.Random(f"{options.seed} {ending}")
            lengths = []
            for _ in range(options.starts):
                board = start(ending, rng, tables)
                fen = board.fen()
                reason, length = play(board, attacker, defender, limit)
                if reason == "mate":
                    lengths.append(length)
                else:
                    print(f"  {reason} after {length} moves: {fen}")
            share = len(lengths) / options.starts
            mean = sum(lengths) / max(1, len(lengths))
            failed |= share < (1.0 if options.probe else ENDINGS[ending])
            print(f"{ending}: {100 * share:.1f} % won, {mean:.1f} moves on average, {max(lengths, default=0)} at most", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
