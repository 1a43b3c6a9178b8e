#!/usr/bin/env python3
"""OpenBench's own server and worker with this engine on loopback: a test, a tune and a datagen, from the form to the result.

    git clone https://github.com/AndyGrant/OpenBench
    python3 -m venv venv && venv/bin/pip install -r OpenBench/requirements.txt -r OpenBench/Client/requirements.txt
    venv/bin/python tools/openbench/trial.py OpenBench [--fastchess PROGRAM] [--programs target/proof] [--profile]

Reads the checkout, and works in a scratch folder. HEAD is tried as the branch `main`, with a branch `tune` on top of it. Each is built
as workers build, by `make EXE=`: without a profile and LTO, unless --profile asks for them. All games are played with fixed nodes, so a
busy machine does not matter. Checked on the way:

- OpenBench's loader takes Quietus.json, and its form the presets and the lines of `spsa --list`.
- It reads the bench number from the message of each commit that changed it.
- `make EXE= EVALFILE=` embeds the network that was uploaded, and the worker's bench is the expected one.
- A branch against itself, by another build, draws each pair. A tune changes values. The games of a datagen have scores, and `convert` reads them.

Requires: a checkout of OpenBench and its Python packages; fastchess 1.8.1; git, make, cargo, a C++ compiler; quietus-lab, built. Some
ten minutes on two cores. Exit codes: 0 no error, 1 errors found, 2 usage, 77 skipped because something is absent.
"""

import argparse
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from github import FakeGitHub

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOOK = "crates/chess/src/facts/bench.epd"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", nargs="?", type=pathlib.Path, help="of OpenBench")
    parser.add_argument("--fastchess", default=shutil.which("fastchess"), help="its program (default: the one on PATH)")
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "target/proof", help="folder of quietus-lab")
    parser.add_argument("--profile", action="store_true", help="build as workers do by default, with a profile and LTO")
    return parser.parse_args()


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def git(*words, at=ROOT):
    return subprocess.run(["git", *words], cwd=at, check=True, capture_output=True, text=True).stdout.strip()


def branches(folder):
    """A clone with HEAD as `main`, and `tune`, which differs by the file that makes a build for tuning."""
    git("clone", "--quiet", "--shared", str(ROOT), str(folder))
    git("checkout", "--quiet", "-B", "main", git("rev-parse", "HEAD"), at=folder)
    git("checkout", "--quiet", "-B", "tune", at=folder)
    (folder / "features.mk").write_text("FEATURES = tune\n")
    git("add", "--force", "features.mk", at=folder)
    git("-c", "user.name=trial", "-c", "user.email=trial@localhost", "commit", "--quiet",
        "--message", f"Options for tuning\n\nBench: {committed_bench()}", at=folder)


def committed_bench(revision="HEAD"):
    """The number that the test of a commit expects."""
    paths = git("ls-tree", "-r", "--name-only", revision).splitlines()
    tests = [path for path in paths if path.endswith("tests/bench.rs")]
    for line in git("show", *(f"{revision}:{test}" for test in tests)).splitlines():
        if line.startswith("const ") and ": u64 =" in line:
            return int(line.split("=")[1].strip(" ;").replace("_", ""))
    return None


def expected_benches():
    """Messages of the commits that changed the bench number, each with the number."""
    touched = git("log", "-G^const [A-Z]*: u64", "--format=%H", "--", "*tests/bench.rs").splitlines()
    changed = [commit for commit in touched if committed_bench(f"{commit}~") not in (None, committed_bench(commit))]
    return [(git("show", "--no-patch", "--format=%B", commit), committed_bench(commit)) for commit in changed]


def main():
    args = arguments()
    if args.checkout is None or not (args.checkout / "Client/worker.py").is_file():
        skip("there is no checkout of OpenBench (git clone https://github.com/AndyGrant/OpenBench)")
    try:
        import bs4, cpuinfo, django, psutil, requests, scipy  # noqa: E401, F401
    except ImportError as error:
        skip(f"{error.name} is absent (pip install -r OpenBench/requirements.txt -r OpenBench/Client/requirements.txt)")
    if args.fastchess is None:
        skip("fastchess is absent; --fastchess names its program")
    lab = (args.programs / "quietus-lab").resolve()
    if not lab.is_file():
        skip(f"{lab} is absent (cargo build --profile proof)")
    from instance import Instance
    import workloads

    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with tempfile.TemporaryDirectory(prefix="openbench-") as scratch:
        scratch = pathlib.Path(scratch)
        branches(scratch / "quietus")
        with FakeGitHub(scratch / "quietus", ROOT / BOOK) as hub:
            instance = Instance(args.checkout, scratch, hub, free_port(), ROOT / "tools/openbench/Quietus.json")
            try:
                instance.start_server()
                errors = workloads.run(instance, lab, ROOT / "nets/default.qnn", expected_benches(), committed_bench(),
                                       pathlib.Path(args.fastchess).resolve(), worker_environment(args.profile))
            finally:
                instance.stop()
    for error in errors:
        print(f"FAILED: {error}")
    return 1 if errors else 0


def worker_environment(profile):
    environment = dict(os.environ)
    if not profile:
        environment |= {
            "MAKEFLAGS": "-- PROFDATA=none",
            "CARGO_PROFILE_RELEASE_LTO": "off",
            "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
        }
    return environment


if __name__ == "__main__":
    sys.exit(main())
