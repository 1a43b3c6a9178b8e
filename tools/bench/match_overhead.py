#!/usr/bin/env python3
"""Measures the nps that engines keep inside a match.

Plays a match of an engine against itself at fixed nodes, then searches the same positions with one engine
in a bare loop, and compares nodes per second of thinking time. Needs the Python package `chess`.

    tools/bench/match_overhead.py target/release/quietus-lab stockfish --pairs 60 --concurrency 2
"""
import argparse, json, os, resource, subprocess, tempfile, time
import chess.pgn


def played(lab, engine, options, folder):
    """Plays the match: nodes, thinking time, plies, and the runner's CPU share."""
    limits = ["--each", f"nodes={options.nodes}", "option.Hash=16"]
    command = [lab, "match", "-e", engine, "name=A", "-e", engine, "name=B", *limits, "-r", str(options.pairs),
               "-c", str(options.concurrency), "--affinity", "--plain", "-o", folder]
    if options.book:
        command += ["--book", options.book]
    runner = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    own, ticks = 0.0, os.sysconf("SC_CLK_TCK")
    while runner.poll() is None:
        try:
            fields = open(f"/proc/{runner.pid}/stat").read().rsplit(")", 1)[1].split()
            own = (int(fields[11]) + int(fields[12])) / ticks
        except OSError:
            pass
        time.sleep(0.05)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    nodes = seconds = plies = 0
    for line in list(open(f"{folder}/journal.jsonl"))[1:]:
        for game in json.loads(line)["games"]:
            nodes, seconds, plies = nodes + sum(game["nodes"]), seconds + sum(game["seconds"]), plies + game["plies"]
    return nodes, seconds, plies, own / (children.ru_utime + children.ru_stime)


def alone(engine, options, games):
    """Searches the same positions with one engine alone: nodes and seconds."""
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(text, answer):
        process.stdin.write(text + "\n")
        process.stdin.flush()
        last = ""
        for line in process.stdout:
            if line.startswith(answer):
                return last
            last = line if " nodes " in line else last

    ask("uci", "uciok")
    ask("setoption name Hash value 16\nisready", "readyok")
    nodes = seconds = 0
    for fen, moves in games:
        ask("ucinewgame\nisready", "readyok")
        for ply in range(len(moves)):
            position = f"position fen {fen}" + (" moves " + " ".join(moves[:ply]) if ply else "")
            start = time.perf_counter()
            last = ask(f"{position}\ngo nodes {options.nodes}", "bestmove").split()
            seconds += time.perf_counter() - start
            nodes += int(last[last.index("nodes") + 1]) if last else 0
    process.communicate("quit\n")
    return nodes, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lab")
    parser.add_argument("engine")
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count())
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--book")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        nodes, seconds, plies, share = played(options.lab, options.engine, options, f"{folder}/match")
        games = []
        with open(f"{folder}/match/games.pgn") as file:
            while len(games) < 40 and (game := chess.pgn.read_game(file)):
                games.append((game.board().fen(), [mv.uci() for mv in game.mainline_moves()]))
    alone_nodes, alone_seconds = alone(options.engine, options, games)
    match_speed, alone_speed = nodes / seconds, alone_nodes / alone_seconds
    print(f"in the match: {match_speed:,.0f} nodes a second over {plies} plies, {options.concurrency} games at once")
    print(f"alone:        {alone_speed:,.0f} nodes a second")
    print(f"kept:         {match_speed / alone_speed:.1%}; the runner took {share:.1%} of the CPU time")


if __name__ == "__main__":
    main()
