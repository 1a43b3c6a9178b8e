"""The three kinds of work that OpenBench has, made in its forms and checked by what they give."""

import bz2
import json
import re
import subprocess
import tarfile

NODES = "N=1000"
BUILDS, PLAYS = 1800, 600

# OpenBench's own reader of messages, as its form calls it.
READ_BENCHES = """
import json
import OpenBench.views
from OpenBench.workloads.verify_workload import determine_bench
print(json.dumps([determine_bench(None, 'dev', message) for message in json.loads({messages!r})]))
"""


def run(instance, lab, network, messages, bench, fastchess, environment):
    """Returns what is wrong."""
    errors = benches(instance, messages)
    uploaded = instance.upload_network("default", network)
    test = instance.create("test", "Fixed nodes", dev_branch="tune", dev_network=uploaded, base_bench=bench, both_time_control=NODES,
                           test_mode="GAMES", test_max_games=32, workload_size=4, priority=3)
    datagen = instance.create("datagen", "default", dev_bench=bench, base_bench=bench, datagen_max_games=32, workload_size=8, priority=1)
    instance.start_worker(fastchess, environment)
    instance.wait_for("two builds and their benches, a test of 32 games", lambda: finished(instance, test), BUILDS)
    errors += played(instance, test)

    (sha,) = instance.query("select sha from OpenBench_engine where name = 'tune'")[0]
    lines = subprocess.run([lab, "spsa", "-e", instance.engine(sha, uploaded), "--list"], check=True, capture_output=True, text=True).stdout
    tune = instance.create("tune", "default", dev_network=uploaded, dev_time_control=NODES, spsa_inputs=lines.strip(),
                           spsa_iterations=2, priority=2)
    instance.wait_for("a tune of two iterations", lambda: finished(instance, tune), PLAYS)
    errors += tuned(instance, tune)

    instance.wait_for("a datagen of 32 games", lambda: finished(instance, datagen), PLAYS)
    instance.wait_for("their PGN", instance.games(datagen).is_file, PLAYS)
    errors += converted(instance, datagen, lab)
    return errors + [f"the worker reported: {summary}" for summary in instance.reported_errors()]


def finished(instance, number):
    return instance.workload(number, "finished")[0]


def benches(instance, messages):
    program = READ_BENCHES.format(messages=json.dumps([message for message, _ in messages]))
    found = json.loads(instance.manage("shell", "--command", program))
    errors = [f"bench {seen}, not {expected}, from: {message.splitlines()[0]}"
              for seen, (message, expected) in zip(found, messages, strict=True) if seen != expected]
    if not errors:
        print(f"ok: the bench numbers of {len(messages)} commits that changed it")
    return errors


def played(instance, number):
    games, *pairs = instance.workload(number, "games", "LL", "LD", "DD", "DW", "WW")
    if games < 32 or sum(pairs) != pairs[2]:
        return [f"{games} games of a branch against itself: pairs {pairs}, not all with one point each"]
    print(f"ok: {games} games, pairs {pairs}")
    return []


def tuned(instance, number):
    run = f"select id from OpenBench_spsarun where tune_id = {number}"
    rows = instance.query(f"select name, start, value, min_value, max_value from OpenBench_spsaparameter where spsa_run_id in ({run})")
    changed = [name for name, start, value, _, _ in rows if start != value]
    outside = [name for name, _, value, least, most in rows if not least <= value <= most]
    if not changed or outside:
        return [f"{len(rows)} parameters: {len(changed)} changed, outside of their bounds {outside}"]
    print(f"ok: {len(rows)} parameters, {len(changed)} of them changed")
    return []


def converted(instance, number, lab):
    pgn, qgames = instance.scratch / "datagen.pgn", instance.scratch / "datagen.qgames"
    with tarfile.open(instance.games(number)) as archive:
        parts = [bz2.decompress(archive.extractfile(member).read()).decode() for member in archive]
    text = "\n".join(parts)
    pgn.write_text(text)
    done = subprocess.run([lab, "convert", pgn, qgames], capture_output=True, text=True)
    if done.returncode:
        return [f"convert: {done.stderr}"]
    found = json.loads(subprocess.run([lab, "games", "info", qgames, "--json"], check=True, capture_output=True, text=True).stdout)
    games, plies, scores = found["games"], found["plies"], len(re.findall(r"\{[+-]?M?\d+(?:\.\d+)?/\d+", text))
    (counted,) = instance.workload(number, "games")
    if games != counted or scores != plies:
        return [f"a datagen of {counted} games: {games} games, {plies} plies, {scores} scores in its PGN"]
    print(f"ok: {games} games, {plies} plies, each with a score")
    return []
