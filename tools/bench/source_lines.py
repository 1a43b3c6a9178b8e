#!/usr/bin/env python3
"""Lines of Rust source without tests, by crate.

Not counted: folders `tests`, `benches`, `examples` and `fuzz`, and items behind `#[cfg(test)]` with the files of such
modules. Blank lines and lines that are only a comment are part of `lines` and shown beside it.

    tools/bench/source_lines.py              # the working tree
    tools/bench/source_lines.py REV          # a commit
    tools/bench/source_lines.py REV HEAD     # two commits side by side, and the difference
"""

import collections
import pathlib
import re
import subprocess
import sys

ELSEWHERE = {"tests", "benches", "examples", "fuzz"}


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True).stdout.decode()


def sources(revision):
    """Path and text of each tracked Rust file: of the working tree where `revision` is None."""
    if revision is None:
        paths = [pathlib.PurePath(path) for path in git("ls-files", "*.rs").splitlines()]
        return {path: pathlib.Path(path).read_text() for path in paths if pathlib.Path(path).exists()}
    names = git("ls-tree", "-r", "--name-only", revision).splitlines()
    return {pathlib.PurePath(n): git("show", f"{revision}:{n}") for n in names if n.endswith(".rs")}


def without_tests(lines):
    """The lines outside items behind `#[cfg(test)]`, and the names of the modules that are files of their own."""
    kept, modules, lines = [], [], iter(lines)
    for line in lines:
        if not re.match(r"\s*#\[cfg\((all\()?test\b", line):
            kept.append(line)
            continue
        item = next(lines)
        while item.lstrip().startswith("#["):
            modules += re.findall(r'#\[path = "(\w+)\.rs"\]', item)
            item = next(lines)
        if module := re.match(r"\s*(?:pub )?mod (\w+);", item):
            modules.append(module[1])
        elif not item.rstrip().endswith((";", "}")):
            end = item[: len(item) - len(item.lstrip())] + "}"
            while next(lines) != end:
                pass
    return kept, modules


def crate(path):
    return "/".join(path.parts[:2]) if path.parts[0] in ("crates", "lab") else path.parts[0]


def count(revision):
    """For each crate: lines, blank lines, comment lines."""
    kept, tests = {}, set()
    for path, text in sources(revision).items():
        kept[path], modules = without_tests(text.splitlines())
        owner = path.parent if path.stem in ("lib", "main", "mod") else path.with_suffix("")
        tests |= {folder / module for module in modules for folder in (owner, path.parent)}
    total = collections.defaultdict(lambda: [0, 0, 0])
    for path, lines in kept.items():
        if ELSEWHERE & set(path.parts) or any(test in (path.with_suffix(""), *path.parents) for test in tests):
            continue
        for row in (total[crate(path)], total["all"]):
            row[0] += len(lines)
            row[1] += sum(not line.strip() for line in lines)
            row[2] += sum(line.lstrip().startswith("//") for line in lines)
    return total


def main():
    counts = [count(revision) for revision in sys.argv[1:] or [None]]
    names = sorted({name for column in counts for name in column}, key=lambda name: (name == "all", name))
    print(f"{'':18}" + f"{'lines':>8}{'blank':>8}{'comment':>8}" * len(counts))
    for name in names:
        cells = [cell for column in counts for cell in column[name]]
        change = f"{counts[-1][name][0] - counts[0][name][0]:+8}" if len(counts) > 1 else ""
        print(f"{name:18}" + "".join(f"{cell:8}" for cell in cells) + change)


main()
