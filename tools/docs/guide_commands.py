#!/usr/bin/env python3
"""Runs the commands of README and guides.

    tools/docs/guide_commands.py [--programs target/proof] [--only WORD] [--keep]

Every line of their shell blocks runs in a scratch folder of the page, in its order, with files in place that the
programs themselves made. What takes long runs shorter (SHORTER), what a machine may lack is replaced (STAND_INS),
and what cannot run at all says why (SKIPPED). Prints the commands that fail; exit code 1 if there are any.

Requires: both programs, built; bash. GNU parallel and rclone are used if they are there. Some minutes on two cores.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Why a command is not run: the first pattern that is found in it.
SKIPPED = [
    (r"^cargo |^make ", "builds"),
    (r"^git ", "changes the source tree"),
    (r"^tar |^sudo ", "installs"),
    (r"^exec |^#!", "a script of the reader's own"),
    (r"backend[ =]cuda", "needs a GPU"),
    (r"quietus-bot", "needs an account; lab/quietus-bot/tests play against a server"),
    (r"mates\.epd", "needs a suite of mates"),
    (r"/path/to/syzygy", "needs tablebases"),
    (r"quietus-lab spsa|option\.null_move|^target/release/quietus", "needs a build with --features tune"),
    (r"quietus-lab first-net", "takes half an hour; lab/quietus-lab/tests runs its steps"),
    (r"\.xqf|import book\.obk", "needs files of other programs"),
    (r"^tools/oracles/", "needs another program of the game"),
]

# What needs a program that the machine may lack.
OTHERS = [(r"\| parallel ", "parallel"), (r"^rclone |chunks/", "rclone")]

# Other programs, and paths of the reader's.
STAND_INS = [
    (r"selfplay\.qgames --by scores", "held-out.qgames --by scores"),
    (r"--data selfplay\.qgames", "--data held-out.qgames"),
    (r"games\.pgn --game xiangqi", "xiangqi.pgn --game xiangqi"),
    (r"--data data/store.manifest", "--data data/store.manifest --restart"),
    (r"(cmd=|-e )(stockfish|fairy-stockfish)\b", r"\1./quietus"),
    (r"--anchor \"Stockfish 15.1=3000\"", "--anchor \"one=3000\""),
    (r"\"FEN\"", "\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\""),
    (r" --open\b", ""),
    (r"--port 8080", "--port 0"),
    (r"remote:quietus", "bucket"),
    (r" --affinity\b", ""),
]

# The same work, less of it.
SHORTER = [
    (r"^quietus analyze (?!.*movetime)(\S+)", r"quietus analyze \1 --nodes 1000"),
    (r"tc=\S+", "nodes=60"),
    (r"\bnodes=\d+", "nodes=60"),
    (r"depth=\d", "depth=1"),
    (r"movetime=\d+", "movetime=5"),
    (r"movetime \d+", "movetime 50"),
    (r"go depth \d+", "go depth 6"),
    (r"perft [3-9]", "perft 2"),
    (r"-c \d+", "-c 2"),
    (r"-r \d+", "-r 3"),
    (r"--time 0\.5", "--time 0.05"),
    (r"--time \d{3,}", "--games 40"),
    (r"--games \d+", "--games 40"),
    (r"--nested .*", "--nested 20 50"),
    (r"--nodes \d+", "--nodes 100"),
    (r"--verify \d+", "--verify 100"),
    (r"--pairs \d+", "--pairs 1"),
    (r"--errors \d+", "--errors 2"),
    (r"^quietus-lab sprt(?! --resume)(?![\s\S]*-r )", "quietus-lab sprt -r 2"),
    (r"^quietus-lab gate(?!.*--nodes)", "quietus-lab gate --nodes 60 --rounds 2 --no-clock"),
    (r"(quietus-lab train \S+)(?: --width \d+)?", r"\1 --epochs 0.01 --width 32 --batch-size 16 --validation 0.1 --min-ply 0"),
    (r"^quietus-lab datagen (?!relabel)(?!.*--verify)", "quietus-lab datagen --verify 0 "),
    (r"(draw-from \d+ --seed 1)", r"\1 --games 20"),
    (r"^quietus-lab uci-check", "quietus-lab uci-check --only handshake"),
    (r"^quietus-lab book make", "quietus-lab book make --min-games 1"),
    (r"^quietus-lab dataset", "quietus-lab dataset --search-nodes 50"),
    (r"^quietus-lab texel", "quietus-lab texel --min-ply 0 --force"),
]

# Exit codes besides 0 that say something else than a failure: a test that decides against the change.
NEGATIVE = {"sprt": {1}, "gate": {1}, "texel": {1}, "net": {1}}

# What the commands find when they start.
FIXTURES = """
ln -s quietus new; ln -s quietus old; ln -s quietus other; ln -s quietus engine
mkdir -p games runs/small crates/evaluation/src/handcrafted crates/evaluation/src/xiangqi crates/evaluation/src/makruk
quietus-lab openings --out openings.epd --positions 20 --plies 6
xz -k openings.epd; cp openings.epd.xz uho.epd.xz; cp openings.epd suite.epd
sed -i 's/$/ bm e4;/' suite.epd; cp suite.epd sts.epd
quietus-lab match -e ./quietus name=one nodes=60 -e ./quietus name=two nodes=30 -r 3 -c 2 --out runs/one
cp runs/one/games.pgn games.pgn; cp games.pgn games/; cp games.pgn game.pgn; cp games.pgn openbench.pgn; xz -k games.pgn
cp games.pgn.xz masters.pgn.xz
quietus-lab sprt -e ./quietus name=a nodes=60 -e ./quietus name=b nodes=30 -r 2 -c 2 --out FOLDER || true
quietus-lab datagen --out held-out.qgames --games 20 --nodes 100 --seed 3 --verify 0
quietus-lab datagen --out selfplay-1.qgames --games 40 --nodes 100 --seed 4 --verify 0
quietus-lab games store add data selfplay-1.qgames
quietus-lab datagen --game xiangqi --out xiangqi.qgames --games 10 --nodes 100 --seed 5 --verify 0
quietus-lab convert xiangqi.qgames xiangqi.pgn
"""


class Command:
    """A line of a page, with the lines that continue it."""

    def __init__(self, page, line, text):
        self.page, self.line, self.text = page, line, text

    def __str__(self):
        return f"{self.page}:{self.line}: {self.text}"

    def skipped(self):
        lacking = [(pattern, f"needs {program}") for pattern, program in OTHERS if shutil.which(program) is None]
        return next((why for pattern, why in SKIPPED + lacking if re.search(pattern, self.text)), None)

    def shorter(self):
        text = self.text
        for pattern, other in STAND_INS + SHORTER:
            text = re.sub(pattern, other, text)
        return text

    def program(self):
        words = re.findall(r"quietus-lab (\S+)", self.text)
        return words[0] if words else ""

    def serves(self):
        return re.search(r"quietus(-lab)? serve\b", self.text) is not None


def commands(page):
    """The commands of a page's shell blocks."""
    text = (ROOT / page).read_text()
    for block in re.finditer(r"```(\w*)\n(.*?)```", text, re.S):
        is_shell = block[1] == "sh" or block[2].startswith("quietus")
        if not is_shell:
            continue
        line = text[: block.start(2)].count("\n") + 1
        joined, start = "", line
        for part in block[2].splitlines():
            joined = joined or part if not joined else f"{joined}\n{part}"
            is_open = part.endswith("\\") or joined.startswith("for ") and part != "done"
            line += 1
            if is_open:
                continue
            if joined.strip():
                yield Command(page, start, joined.strip())
            joined, start = "", line


def run(text, folder, environment, limit, serves=False):
    """Runs a command; what it said if it failed, else nothing. A server is ended once it is there."""
    process = subprocess.Popen(
        ["bash", "-c", text], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True)
    try:
        if serves:
            time.sleep(3)
            ended = process.poll()
            if ended is None:
                os.killpg(process.pid, signal.SIGINT)
            said = process.communicate(timeout=limit)[0]
            return (0, "") if "http://" in said else (ended or 1, said)
        said = process.communicate("quit\n", timeout=limit)[0]
        return process.returncode, said
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return -1, f"no end within {limit} seconds\n" + process.communicate()[0]


def prepare(folder, programs):
    """The scratch folder, and an environment in which the programs are found."""
    tools = folder / "bin"
    tools.mkdir()
    for program in ("quietus", "quietus-lab"):
        (tools / program).symlink_to(programs / program)
    (folder / "quietus").symlink_to(programs / "quietus")
    for kept in ("nets", "books", "lab/configs"):
        shutil.copytree(ROOT / kept, folder / kept)
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
    for line in FIXTURES.strip().splitlines():
        code, said = run(line, folder, environment, 600)
        if code != 0:
            sys.exit(f"cannot prepare: {line}\n{said}")
    return environment


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "target/proof")
    parser.add_argument("--only", default="", help="run commands that contain this word")
    parser.add_argument("--keep", action="store_true", help="leave the scratch folder")
    arguments = parser.parse_args()
    pages = ["README.md"] + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs/guide").glob("*.md"))
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="guide-"))
    prepared = scratch / "prepared"
    prepared.mkdir()
    environment = prepare(prepared, arguments.programs.resolve())
    ran, skipped, failed = 0, 0, []
    for command in (command for page in pages for command in commands(page)):
        if arguments.only not in command.text:
            continue
        # Pages do not find what the others left.
        folder = scratch / command.page.replace("/", "-")
        if not folder.exists():
            shutil.copytree(prepared, folder, symlinks=True)
        why = command.skipped()
        if why:
            skipped += 1
            print(f"skipped ({why}): {command}", flush=True)
            continue
        code, said = run(command.shorter(), folder, environment, 300, command.serves())
        ran += 1
        if code not in {0} | NEGATIVE.get(command.program(), set()):
            failed.append(command)
            print(f"FAILED ({code}): {command}\n    as: {command.shorter()}\n{said}", flush=True)
    print(f"{ran} commands ran, {len(failed)} failed, {skipped} skipped")
    if arguments.keep:
        print(scratch)
    else:
        shutil.rmtree(scratch)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
