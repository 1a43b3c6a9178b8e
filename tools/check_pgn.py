#!/usr/bin/env python3
"""Replays the games of a PGN file with python-chess, an oracle independent of Quietus.

    pip install chess
    tools/check_pgn.py games.pgn [more.pgn ...] [--quiet]

For files written by `quietus-lab match`. Checks that all moves are legal, PlyCount is right, no move was
played after the game had ended by the rules, and Result and Termination fit the final position. Rounds
`7.1` and `7.2` must be one pair: the same start with colors reversed. Exit codes: 0 no error, 1 errors
found, 2 usage.
"""

import argparse
import collections
import sys

import chess
import chess.pgn

DRAW_REASONS = {
    "Draw by stalemate": chess.Board.is_stalemate,
    "Draw by 3-fold repetition": lambda board: board.is_repetition(3),
    "Draw by fifty moves rule": lambda board: board.halfmove_clock >= 100,
    "Draw by insufficient mating material": chess.Board.is_insufficient_material,
}
# The end of the reason, and the tag that belongs to it.
OTHER_REASONS = {
    "loses on time": "time forfeit",
    "stalls": "stalled connection",
    "makes an illegal move": "rules infraction",
    "disconnects": "abandoned",
    "wins by adjudication": "adjudication",
    "Draw by adjudication": "adjudication",
    "Draw by adjudication: move limit": "adjudication",
}


def ended_by_rules(board):
    """Whether the game is over by the rules."""
    return (
        board.is_checkmate()
        or any(is_draw(board) for is_draw in DRAW_REASONS.values())
    )


def result_by_rules(board):
    if board.is_checkmate():
        return "0-1" if board.turn == chess.WHITE else "1-0"
    return "1/2-1/2"


def final_comment(game):
    return (game.end().comment or game.comment).replace("\n", " ")


def check_reason(termination, comment):
    """Errors of a game that did not end by the rules."""
    if termination not in OTHER_REASONS.values():
        yield f"unknown Termination {termination!r}"
    fitting = [end for end, tag in OTHER_REASONS.items() if tag == termination]
    if not any(comment.endswith(end) for end in fitting):
        yield f"Termination {termination!r}, but the last comment is {comment!r}"


def check_winner(comment, result):
    """Errors of a result that contradicts the reason in the last comment."""
    for side, wins in (("White", "1-0"), ("Black", "0-1")):
        loses = "0-1" if wins == "1-0" else "1-0"
        for deed, right in (
            ("mates", wins),
            ("wins by adjudication", wins),
            ("loses on time", loses),
            ("stalls", loses),
            ("makes an illegal move", loses),
            ("disconnects", loses),
        ):
            if comment.endswith(f"{side} {deed}") and result != right:
                yield f"{side} {deed}, but the result is {result}"


def check_game(game):
    """All errors of one game."""
    for error in game.errors:
        yield f"cannot be replayed: {error}"
    headers = game.headers
    result = headers.get("Result", "*")
    termination = headers.get("Termination", "")
    board = game.board()
    plies = 0
    for move in game.mainline_moves():
        if ended_by_rules(board):
            yield f"goes on after ply {plies}, where the game is over"
            break
        board.push(move)
        plies += 1
    if headers.get("PlyCount", str(plies)) != str(plies):
        yield f"PlyCount {headers['PlyCount']}, but {plies} plies"
    if result not in ("1-0", "0-1", "1/2-1/2"):
        yield f"Result {result!r}"
    comment = final_comment(game)
    yield from check_winner(comment, result)
    if termination == "normal":
        if not ended_by_rules(board):
            yield f"Termination normal, but the game is open: {board.fen()}"
        elif result != result_by_rules(board):
            yield f"Result {result} instead of {result_by_rules(board)}: {board.fen()}"
        for reason, holds in DRAW_REASONS.items():
            if comment.endswith(reason) and not holds(board):
                yield f"{reason}, but it is not: {board.fen()}"
    else:
        if ended_by_rules(board):
            yield f"Termination {termination!r}, but the game is over: {board.fen()}"
        yield from check_reason(termination, comment)


def check_pairs(pairs):
    """Errors of games that should be pairs."""
    for number, games in sorted(pairs.items()):
        if sorted(games) != ["1", "2"]:
            yield f"pair {number}: has the games {', '.join(sorted(games))}"
            continue
        first, second = games["1"], games["2"]
        if (first["White"], first["Black"]) != (second["Black"], second["White"]):
            yield f"pair {number}: colors are not reversed"
        if first.get("FEN") != second.get("FEN"):
            yield f"pair {number}: different starts"


def check_file(path):
    """The number of games, their results, and the errors."""
    results = collections.Counter()
    pairs = collections.defaultdict(dict)
    complaints = []
    with open(path, encoding="utf-8") as text:
        while game := chess.pgn.read_game(text):
            headers = game.headers
            results[headers.get("Result", "*")] += 1
            name = f"round {headers.get('Round', '?')}"
            complaints += [f"{name}: {complaint}" for complaint in check_game(game)]
            pair, dot, number = headers.get("Round", "").partition(".")
            if dot and pair.isdigit():
                if number in pairs[int(pair)]:
                    complaints.append(f"{name}: is there twice")
                pairs[int(pair)][number] = headers
    complaints += check_pairs(pairs)
    return results, complaints


def main():
    parser = argparse.ArgumentParser(description="Check PGN files of a match with python-chess.")
    parser.add_argument("files", nargs="+", metavar="PGN")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    options = parser.parse_args()
    is_well = True
    for path in options.files:
        try:
            results, complaints = check_file(path)
        except (OSError, UnicodeDecodeError) as error:
            results, complaints = collections.Counter(), [str(error)]
        if not complaints and not results:
            complaints = ["no games"]
        for complaint in complaints:
            print(f"{path}: {complaint}", file=sys.stderr)
        is_well &= not complaints
        if not options.quiet:
            counts = ", ".join(f"{result} {count}" for result, count in sorted(results.items()))
            print(f"{path}: {sum(results.values())} games ({counts}), {len(complaints)} complaints")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
