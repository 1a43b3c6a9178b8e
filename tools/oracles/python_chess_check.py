#!/usr/bin/env python3
"""Drives the engine with python-chess.

    python3 -m venv env && env/bin/pip install chess
    env/bin/python tools/oracles/python_chess_check.py target/release/quietus

python-chess checks every move and PV with its own rules. Each check starts its own engine. Exit code 1 if
any check fails.
"""

import argparse
import contextlib
import logging
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import traceback

import chess
import chess.engine
import chess.pgn
import chess.polyglot

MIDDLEGAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
MATE_IN_THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
CHECKMATED = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
STALEMATED = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"

# A small table that is part of the project: KQvK.
TABLES = pathlib.Path(__file__).parents[2] / "crates/tablebase/tests/tables"

# Seconds to wait for an answer, and tolerance on the clock for a busy machine.
TIMEOUT = 60
GRACE = 1.0


class Sent(logging.Handler):
    """Remembers the lines that python-chess sends."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        _, arrow, line = record.getMessage().partition("<< ")
        if arrow:
            self.lines.append(line.strip())

    def has(self, start):
        return any(line.startswith(start) for line in self.lines)


@contextlib.contextmanager
def sent_lines():
    logger = logging.getLogger("chess.engine")
    handler = Sent()
    before = logger.level, logger.propagate
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield handler
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before[0])
        logger.propagate = before[1]


def play_game(engine, board, limit, most_plies=160):
    """Plays the engine against itself; returns the plies played."""
    game = object()
    for ply in range(most_plies):
        if board.is_game_over(claim_draw=True):
            return ply
        result = engine.play(board, limit, game=game)
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        board.push(result.move)
    return most_plies


def game_by_nodes(engine):
    plies = play_game(engine, chess.Board(), chess.engine.Limit(nodes=2000))
    assert plies > 20, plies


def game_by_depth(engine):
    assert play_game(engine, chess.Board(MIDDLEGAME), chess.engine.Limit(depth=4)) > 10


def game_by_clock(engine):
    """2+0.02: no side may lose on time."""
    increment = 0.02
    clocks = {chess.WHITE: 2.0, chess.BLACK: 2.0}
    board = chess.Board()
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        limit = chess.engine.Limit(
            white_clock=max(clocks[chess.WHITE], 0.001),
            black_clock=max(clocks[chess.BLACK], 0.001),
            white_inc=increment,
            black_inc=increment,
        )
        begin = time.perf_counter()
        result = engine.play(board, limit, game=game)
        spent = time.perf_counter() - begin
        left = clocks[board.turn] - spent
        assert left > -GRACE, f"{-left:.2f} s over the clock at ply {board.ply()}"
        clocks[board.turn] = max(left, 0.0) + increment
        board.push(result.move)


def chess960_games(engine):
    for number in (0, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        play_game(engine, board, chess.engine.Limit(nodes=500), most_plies=80)
    # A castling of Chess960, the only good move left.
    board = chess.Board("1r6/8/8/8/8/8/8/1RK4k w B - 0 1", chess960=True)
    castle = board.parse_san("O-O-O")
    result = engine.play(board, chess.engine.Limit(nodes=500), root_moves=[castle])
    assert result.move == castle, result


def analyse_several_lines(engine):
    board = chess.Board(MIDDLEGAME)
    infos = engine.analyse(board, chess.engine.Limit(depth=8), multipv=4)
    assert len(infos) == 4, infos
    firsts = [info["pv"][0] for info in infos]
    assert len(set(firsts)) == 4, firsts
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True), scores
    for info in infos:
        assert info["depth"] == 8 and info["nodes"] > 0, info
    few = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    assert len(engine.analyse(few, chess.engine.Limit(depth=4), multipv=10)) == 3


def analyse_mate(engine):
    # The second mate starts with a rook sacrifice that normal pruning may miss.
    asked = [(MATE_IN_THREE, 3, chess.engine.Limit(depth=8)), (MATE_IN_TWO, 2, chess.engine.Limit(mate=2))]
    for fen, moves, limit in asked:
        board = chess.Board(fen)
        info = engine.analyse(board, limit)
        assert info["score"].relative == chess.engine.Mate(moves), info
        for move in info["pv"]:
            board.push(move)
        assert board.is_checkmate(), board.fen()


def stop_endless_analysis(engine):
    board = chess.Board(MIDDLEGAME)
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in board.legal_moves, best
    # And the engine still plays.
    engine.play(board, chess.engine.Limit(depth=3))


def ponder_hit_and_miss(engine):
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.05, black_inc=0.05)
    game = object()
    hits = misses = 0
    board = chess.Board()
    with sent_lines() as sent:
        for turn in range(12):
            result = engine.play(board, limit, game=game, ponder=True)
            assert result.move in board.legal_moves
            board.push(result.move)
            if board.is_game_over() or result.ponder is None:
                break
            expected = result.ponder
            assert expected in board.legal_moves, expected
            others = [move for move in board.legal_moves if move != expected]
            if turn % 2 and others:
                misses += 1
                board.push(others[turn % len(others)])
            else:
                hits += 1
                board.push(expected)
            time.sleep(0.02)
            if board.is_game_over():
                break
        engine.ping()
    assert hits >= 2 and misses >= 2, (hits, misses)
    assert sent.has("go ponder") and sent.has("ponderhit") and sent.has("stop"), sent.lines


def options(engine):
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead"):
        assert name in engine.options, name
    board = chess.Board()
    for settings in ({"Hash": 1}, {"Threads": 3, "Hash": 32}, {"Threads": 1}, {"Clear Hash": None}):
        engine.configure(settings)
        engine.play(board, chess.engine.Limit(nodes=3000))
    for settings in ({"Hash": 0}, {"Threads": "many"}, {"No Such Option": 1}):
        try:
            engine.configure(settings)
        except (chess.engine.EngineError, ValueError):
            continue
        raise AssertionError(f"{settings} was taken")


def only_some_moves(engine):
    board = chess.Board()
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    result = engine.play(board, chess.engine.Limit(nodes=2000), root_moves=moves)
    assert result.move in moves, result


def write_book(path, line):
    """A Polyglot book with one line."""
    board, entries = chess.Board(), []
    for move in line:
        bits = move.to_square | move.from_square << 6
        entries.append(struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), bits, 1, 0))
        board.push(move)
    path.write_bytes(b"".join(sorted(entries)))


def book_level_and_tables(engine):
    """A book move in games and not in analysis, a weak level that leaves the book, and a table win."""
    line = [chess.Move.from_uci(move) for move in ("a2a3", "h7h6", "a3a4", "h6h5", "a4a5", "h5h4")]
    limit = chess.engine.Limit(nodes=500)

    def from_book():
        board, played = chess.Board(), 0
        for move in line:
            result = engine.play(board, limit, info=chess.engine.INFO_BASIC)
            played += result.move == move and result.info["nodes"] == 0
            board.push(move)
        return played

    with tempfile.TemporaryDirectory() as folder:
        book = pathlib.Path(folder, "book.bin")
        write_book(book, line)
        engine.configure({"BookFile": str(book), "OwnBook": True})
        engine.ping()  # The book is read before the folder goes away.
    assert from_book() == len(line)
    assert engine.analyse(chess.Board(), chess.engine.Limit(depth=4))["depth"] == 4
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 600})
    assert from_book() == 4
    assert play_game(engine, chess.Board(MIDDLEGAME), limit) > 5
    engine.configure({"UCI_LimitStrength": False, "OwnBook": False, "SyzygyPath": str(TABLES)})
    board = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    assert engine.analyse(board, limit)["tbhits"] > 0
    assert play_game(engine, board, limit) < 20 and board.is_checkmate(), board.fen()


def finished_games(engine):
    for fen in (CHECKMATED, STALEMATED):
        result = engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
        assert result.move is None, result


def bad_input(path):
    """Speaks UCI directly, because python-chess refuses to send illegal input."""
    lines = [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen nonsense",
        "position fen",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e7e5",
        "go depth x",
        "setoption name Hash value elephant",
        "setoption",
        "xyzzy \x01\x7f",
        "position startpos moves e2e4",
        "position fen 4k3/8/8/8/8/8/8/4K2R x KQkq - 0 1",
        "isready",
        "go depth 4",
    ]
    process = subprocess.run(
        [path],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )
    output = process.stdout.splitlines()
    best = [line.split()[1] for line in output if line.startswith("bestmove")]
    assert len(best) == 2, output
    assert "readyok" in output and not process.stderr, (output, process.stderr)
    assert sum("error" in line for line in output) >= 6, output
    board = chess.Board()
    board.push_uci("e2e4")
    assert chess.Move.from_uci(best[1]) in board.legal_moves, best


def annotated_games(path):
    """Analyzes a game, and reads the annotated PGN: evaluations, glyphs and variations."""
    text = "[White \"A\"]\n\n1. f3 {[%clk 0:01:00] bad} e5 2. g4 (2. e4) 2... Qh4# 0-1\n"
    with tempfile.TemporaryDirectory() as folder:
        (source, target) = (pathlib.Path(folder, name) for name in ("a b.pgn", "out.pgn"))
        source.write_text(text)
        words = [path, "analyze", source, "--nodes", "5000", "-o", target]
        subprocess.run(words, capture_output=True, timeout=TIMEOUT, check=True)
        game = chess.pgn.read_game(target.open())
    assert not game.errors and game.headers["ECO"] == "A00", game
    nodes = list(game.mainline())
    assert [node.move.uci() for node in nodes] == ["f2f3", "e7e5", "g2g4", "d8h4"], game
    assert nodes[0].eval() is not None and nodes[0].clock() == 60, game
    assert nodes[2].eval().white() == chess.engine.Mate(-1), game
    assert nodes[2].nags == {chess.pgn.NAG_BLUNDER}, game
    assert len(nodes[1].variations) == 3, game


CHECKS = [
    game_by_nodes,
    game_by_depth,
    game_by_clock,
    chess960_games,
    analyse_several_lines,
    analyse_mate,
    stop_endless_analysis,
    ponder_hit_and_miss,
    options,
    only_some_moves,
    book_level_and_tables,
    finished_games,
]


def passes(name, check):
    begin = time.perf_counter()
    try:
        check()
    except Exception:  # any exception is a failed check
        traceback.print_exc()
        print(f"FAIL  {name}")
        return False
    print(f"pass  {name} ({time.perf_counter() - begin:.1f} s)", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engine", help="path of the engine")
    path = parser.parse_args().engine

    def with_engine(check):
        with chess.engine.SimpleEngine.popen_uci(path, timeout=TIMEOUT) as engine:
            check(engine)

    results = [passes(check.__name__, lambda: with_engine(check)) for check in CHECKS]
    for check in (bad_input, annotated_games):
        results.append(passes(check.__name__, lambda: check(path)))
    print(f"{sum(results)} of {len(results)} passed, python-chess {chess.__version__}")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
