#!/usr/bin/env python3
"""Measures the page of `quietus serve`: the numbers of docs/log/web.md.

    tools/browser/measure.py target/release/quietus [paint | move | analysis | growth | start]... [--minutes N]

Needs what tools/browser/check.py needs, and Linux: times of processes are read from /proc.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from harness import Server, game
from check import FLAGS


def median(values, unit):
    return (f"median {statistics.median(values):.3g} {unit} ({min(values):.3g} to {max(values):.3g}, "
            f"{len(values)} times, load {os.getloadavg()[0]:.1f})")


def cpu_seconds(pid):
    """CPU time of the threads of a process, by name."""
    times = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        name = (task / "comm").read_text().strip()
        times[name] = times.get(name, 0) + int((task / "schedstat").read_text().split()[0]) / 1e9
    return times


def children_seconds():
    """CPU time of all ended children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def resident(pid):
    """Memory of a process, in MiB."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def painted(page, url):
    """First contentful paint of a load, in milliseconds. The page is left alone until it has come."""
    page.goto(url, wait_until="commit")
    page.wait_for_timeout(700)
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    return page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")


def painted_anew(browser, url):
    """The same in a process that the browser starts for it."""
    context = browser.new_context()
    time_ms = painted(context.new_page(), url)
    context.close()
    return time_ms


def measure_paint(browser, server, _):
    """First paint of the page and, alternating, of a line of text from the same server: what the browser itself needs."""
    urls = {"page": server.url, "line of text": server.url + "nothing"}
    page = browser.new_context().new_page()
    page.goto(server.url)
    warm, anew = ({name: [] for name in urls} for _ in range(2))
    for _ in range(20):
        for name, url in urls.items():
            warm[name].append(painted(page, url))
            anew[name].append(painted_anew(browser, url))
    for name in urls:
        print(f"first paint of the {name}: {median(warm[name], 'ms')}; in a new process: {median(anew[name], 'ms')}")
    page.context.close()
    boards = []
    for _ in range(10):
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.url, wait_until="commit")
        page.wait_for_selector("main .piece")
        boards.append(page.evaluate("performance.now()"))
        context.close()
    print(f"the board takes moves, in a new process: {median(boards, 'ms')}")


# Notes when a move was made, and when the answer was in the list of moves.
WATCH_ANSWER = """() => new Promise((resolve) => {
  const list = document.querySelector('.movelist');
  const count = () => list.querySelectorAll('.move').length;
  const start = count();
  let made = null;
  new MutationObserver((_, observer) => {
    if (made === null && count() === start + 1) made = performance.now();
    if (count() < start + 2) return;
    observer.disconnect();
    resolve(performance.now() - made);
  }).observe(list, { childList: true, subtree: true });
  const field = document.querySelector('.moveinput input');
  field.value = document.body.dataset.move;
  field.form.requestSubmit();
})"""


def measure_move(browser, server, _):
    """From one's own move to the engine's in the list, less its 100 ms of thinking."""
    moves = "a3 b3 c3 d3 e3 f3 g3 h3 Nd2 Bb2".split()
    context = browser.new_context()
    context.add_init_script(f"if (!localStorage.getItem('quietus.play')) localStorage.setItem('quietus.play', {game()!r})")
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector("main .piece")
    times = []
    for move in moves:
        page.evaluate("(move) => { document.body.dataset.move = move; }", move)
        try:
            times.append(page.evaluate(WATCH_ANSWER) - 100)
        except Exception as error:
            print(f"{move}: {error}")
            break
    context.close()
    print(f"answer beyond thinking: {median(times, 'ms')}")


def uci_nodes(program, seconds):
    """Nodes a CPU second of a search by UCI, with the options of the page."""
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    commands = ["setoption name Hash value 64", "setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true",
                "position startpos", "go infinite"]
    process.stdin.write("\n".join(commands) + "\n")
    process.stdin.flush()
    end = time.monotonic() + seconds
    nodes = 0
    while time.monotonic() < end:
        line = process.stdout.readline()
        if " nodes " in line:
            nodes, cpu = int(line.split(" nodes ")[1].split()[0]), sum(cpu_seconds(process.pid).values())
    process.kill()
    process.wait()
    return nodes / cpu


def served_nodes(program, seconds):
    """The same of an analysis as the page asks for it, and the share of the threads that do not search."""
    server = Server(program)
    tab = "measure123"
    events = urllib.request.urlopen(f"{server.url}api/events?tab={tab}")
    query = {"tab": tab, "id": 1, "engine": {"threads": 1, "hash": 64, "lines": 3}}
    headers = {"Content-Type": "application/json", "X-Quietus": "1"}
    start = cpu_seconds(server.process.pid)
    urllib.request.urlopen(urllib.request.Request(f"{server.url}api/search", json.dumps(query).encode(), headers))
    end = time.monotonic() + seconds
    nodes = 0
    while time.monotonic() < end:
        line = events.readline()
        if line.startswith(b"data: "):
            nodes, cpu = json.loads(line[6:]).get("nodes", nodes), cpu_seconds(server.process.pid)
    server.stop()
    spent = {name: seconds - start.get(name, 0) for name, seconds in cpu.items()}
    others = sum(seconds for name, seconds in spent.items() if not name.startswith("search"))
    return nodes / sum(cpu.values()), 100 * others / sum(spent.values())


def measure_analysis(_, server, arguments):
    """What it costs the engine to be watched by the page: nodes a CPU second against UCI, alternating."""
    del server
    ratios, shares = [], []
    for _ in range(arguments.pairs):
        by_uci = uci_nodes(arguments.program, 6)
        by_page, share = served_nodes(arguments.program, 6)
        ratios.append(by_page / by_uci)
        shares.append(share)
    print(f"nodes a CPU second, page to UCI: {median(ratios, '')}; CPU time of all but the search: {median(shares, '%')}")


SHORT_GAME = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 *"


def type_moves(page, moves):
    field = page.get_by_label("Type a move")
    for count, move in enumerate(moves, 1):
        field.fill(move)
        field.press("Enter")
        expect(page.locator(".movelist .move").nth(2 * count - 1)).to_be_visible()
    field.blur()


def analyze_in_a_hurry(page):
    """Walks through a game, ten positions a second."""
    page.goto(page.url.split("#")[0] + "#analyze")
    expect(page.locator(".lines li").first).to_be_visible()
    for step in range(60):
        page.keyboard.press("ArrowLeft" if step // 6 % 2 else "ArrowRight")
        page.wait_for_timeout(100)


def play_and_review(page):
    """A game of some moves, and a review of a short one."""
    page.goto(page.url.split("#")[0] + "#play")
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Engine").select_option("100")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".movelist .move")).to_have_count(0)
    type_moves(page, ["a3", "h3", "Ra2"])
    page.get_by_role("button", name="Resign").click()
    page.goto(page.url.split("#")[0] + "#review")
    page.get_by_label("PGN", exact=True).fill(SHORT_GAME)
    page.get_by_label("Effort").select_option("20000")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator(".movelist .move").first).to_be_visible()
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_visible()


def heap_by_kind(client):
    """What a heap snapshot holds, in KiB: what the script made, compiled code, and the browser's own (DOM, DevTools)."""
    chunks = []
    keep = lambda event: chunks.append(event["chunk"])
    client.on("HeapProfiler.addHeapSnapshotChunk", keep)
    client.send("HeapProfiler.takeHeapSnapshot")
    client.remove_listener("HeapProfiler.addHeapSnapshotChunk", keep)
    snapshot = json.loads("".join(chunks))
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    fields = meta["node_fields"]
    kinds, sizes = (nodes[fields.index(name)::len(fields)] for name in ("type", "self_size"))
    total = {"script": 0, "code": 0, "browser": 0}
    for kind, size in zip(kinds, sizes):
        name = meta["node_types"][0][kind]
        total[{"code": "code", "object shape": "code", "native": "browser"}.get(name, "script")] += size / 1024
    return ", ".join(f"{name} {size:.0f} KiB" for name, size in total.items())


def measure_growth(browser, server, arguments):
    """A day in a few minutes: one page that plays, analyzes and reviews without rest. Memory at the end of each minute."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(60000)
    client = context.new_cdp_session(page)
    client.send("Performance.enable")
    client.send("HeapProfiler.enable")
    page.goto(server.url + "#analyze")
    page.get_by_role("button", name="Load PGN").click()
    page.get_by_label("PGN", exact=True).fill(SHORT_GAME)
    page.get_by_role("button", name="Load", exact=True).click()
    start, rounds, next_look = time.monotonic(), 0, 0
    while True:
        passed = time.monotonic() - start
        if passed >= next_look or passed >= 60 * arguments.minutes:
            next_look = passed + 60
            client.send("HeapProfiler.collectGarbage")
            metrics = {metric["name"]: metric["value"] for metric in client.send("Performance.getMetrics")["metrics"]}
            print(f"{passed / 60:.0f} min, {60 * rounds} positions, {rounds} games and reviews: JS heap {metrics['JSHeapUsedSize'] / 2**20:.2f} MiB, "
                  f"{metrics['Nodes']:.0f} DOM nodes, {metrics['JSEventListeners']:.0f} listeners, "
                  f"server {resident(server.process.pid):.1f} MiB; {heap_by_kind(client)}", flush=True)
        if passed >= 60 * arguments.minutes:
            break
        analyze_in_a_hurry(page)
        play_and_review(page)
        rounds += 1
    context.close()


def measure_start(_, server, arguments):
    """CPU time of the engine from start to end without a command, alternating with another program (--before)."""
    del server
    times = {program: [] for program in [arguments.program, arguments.before] if program}
    for _ in range(60):
        for program, spent in times.items():
            before = children_seconds()
            subprocess.run([program, "quit"], check=True, stdout=subprocess.DEVNULL)
            spent.append(1000 * (children_seconds() - before))
    for program, spent in times.items():
        print(f"start and end of {program}: {median(spent, 'ms')}; mean {statistics.mean(spent):.3g} ms")


def main():
    measures = {name.removeprefix("measure_"): measure for name, measure in globals().items() if name.startswith("measure_")}
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", help="the engine")
    parser.add_argument("measures", nargs="*", help="only these")
    parser.add_argument("--minutes", type=float, default=10, help="how long to look for growth")
    parser.add_argument("--before", help="another engine, to compare its start")
    parser.add_argument("--pairs", type=int, default=10, help="alternating runs of the analysis")
    arguments = parser.parse_intermixed_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    expect.set_options(timeout=60000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        server = Server(arguments.program)
        try:
            for name in arguments.measures or measures:
                measures[name](browser, server, arguments)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
