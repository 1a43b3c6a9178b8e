"""Scenes of `quietus-lab serve`: what the lab does and has done."""

import json
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from harness import Scene, Server, check_accessibility

ROOT = Path(__file__).parents[2]
# A network that a test trains in seconds.
TRAINING = ["--width", "32", "--batch-size", "256", "--epochs", "4000", "--checkpoints", "8", "--backend", "cpu",
            "--features", "piece_square", "--name", "tiny"]


def needs_lab(scene):
    """A scene that is skipped without the lab's program."""
    def run(test):
        if not test.lab:
            print(f"{scene.__name__}: skipped, it needs --lab")
            return
        with tempfile.TemporaryDirectory() as folder:
            scene(test, Path(folder))
    return run


@contextmanager
def running(*command):
    """A program that is ended with the scene."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def row(scene, text):
    return scene.page.locator(".reportrow", has_text=text)


@needs_lab
def scene_watch(test, folder):
    """A report appears, is shown, and shown anew when it is written."""
    report = folder / "match.html"
    report.write_text("<title>m</title><p>10 games</p><script>document.body.textContent = 'x'</script>")
    with test.serving(test.lab, folder), Scene(test) as scene:
        # Scripts of reports do not run, which the browser says.
        scene.may_block_scripts = True
        scene.page.get_by_role("link", name="Watch").click()
        frame = scene.page.frame_locator("iframe.report")
        expect(frame.locator("p")).to_have_text("10 games")
        expect(scene.page.locator(".live")).to_have_count(1)
        time.sleep(2.5)
        report.write_text("<title>m</title><p>12 games</p>")
        expect(frame.locator("p")).to_have_text("12 games")


def engines(test, nodes):
    """Two players of a match."""
    player = [test.program, f"nodes={nodes}", "option.Hash=4"]
    return ["-e", *player, "name=new", "-e", *player, "name=old", "-c", "2", "--plain"]


@needs_lab
def scene_live_match(test, folder):
    """An SPRT appears while it runs; the page survives a reload and a new server."""
    sprt = [test.lab, "sprt", *engines(test, 5000), "--elo1", "20", "--out", folder / "sprt"]
    with test.serving(test.lab, folder), running(*sprt), Scene(test) as scene:
        scene.may_lose_connection = True
        page = scene.page

        def moves():
            board = page.locator(".board.mini").first
            label = board.get_attribute("aria-label")
            expect(board).not_to_have_attribute("aria-label", label)

        page.get_by_role("link", name="Watch").click()
        expect(page.locator(".board.mini")).to_have_count(2)
        moves()
        expect(page.locator(".tiles")).to_contain_text("LLR")
        # The curves need two pairs.
        expect(page.locator(".chart")).to_have_count(2, timeout=120000)
        scene.picture("web-watch")
        check_accessibility(scene, "a match")
        page.reload()
        expect(page.locator(".chart")).to_have_count(2)
        port = test.server.port
        test.server.stop()
        expect(page.locator("#connection")).to_be_visible()
        test.server = Server(test.lab, folder, port=port)
        expect(page.locator("#connection")).to_be_hidden()
        moves()


@needs_lab
def scene_finished_match(test, folder):
    """A match that has ended is still there, and in the ledger; so is a gate."""
    ledger = folder / "ledger.sqlite"
    match = [test.lab, "match", *engines(test, 200), "-r", "2", "--out", folder / "match", "--ledger", ledger]
    subprocess.run(match, check=True, capture_output=True)
    played = {"limits": "8000 nodes/move", "wins": 5, "draws": 3, "losses": 2, "elo": 107.5, "elo_error": None, "verdict": "H1 accepted"}
    candidate = {"name": "n1", "status": "passed", "reason": None, "nnue_scale": 97, "matches": [played]}
    gate = {"baseline": {"name": "default"}, "candidates": [candidate], "winner": "n1"}
    (folder / "gate.json").write_text(json.dumps(gate))
    with test.serving(test.lab, folder), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Gate").click()
        expect(page.locator(".sortable tbody tr")).to_contain_text("+107.5 (10 games), H1 accepted")
        row(scene, "match").click()
        expect(page.locator(".runtitle .age")).to_have_text("ended")
        expect(page.locator(".tiles")).to_contain_text("4 of 4")
        expect(page.locator(".board.mini")).to_have_count(0)
        row(scene, "Ledger").click()
        expect(page.locator(".sortable tbody tr").first).to_contain_text("new")


@needs_lab
def scene_live_training(test, folder):
    """A training appears while it runs, with its curves."""
    data, run = folder / "games.qgames", folder / "run"
    subprocess.run([test.lab, "datagen", "--out", data, "--nodes", "100", "--verify", "0", "--games", "20", "--threads", "1", "--bench", "1"],
                   check=True, capture_output=True)
    train = [test.lab, "train", "--data", data, "--output", run, *TRAINING]
    with test.serving(test.lab, folder), running(*train), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        expect(page.locator(".tiles")).to_contain_text("positions/s", timeout=60000)
        expect(page.locator(".tiles")).to_contain_text("Time left")
        steps = page.locator(".tiles div", has_text="Steps")
        before = steps.inner_text()
        expect(steps).not_to_have_text(before)
        expect(page.locator(".chart .series0").first).to_be_visible(timeout=60000)


@needs_lab
def scene_networks(test, folder):
    """The lineage is a tree of cards, and a network can be looked into."""
    del folder
    with test.serving(test.lab, ROOT / "nets"), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Networks").click()
        expect(page.locator(".branch .branch .netcard").first).to_contain_text("Elo")
        page.get_by_role("button", name="Look inside").first.click()
        frame = page.frame_locator("iframe[title=Network]")
        expect(frame.locator("svg image").first).to_be_visible()
        scene.picture("web-networks")
        check_accessibility(scene, "networks")


@needs_lab
def scene_ledger(test, folder):
    """The tables of the ledger are sorted by their heads."""
    ledger = folder / "ledger.sqlite"
    for name, result in [("b", "1-0"), ("a", "1/2-1/2")]:
        pgn = folder / f"{name}.pgn"
        pgn.write_text(f'[White "x"]\n[Black "y"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n\n')
        subprocess.run([test.lab, "ledger", "--ledger", ledger, "add", "match", pgn, "--name", name], check=True, capture_output=True)
    with test.serving(test.lab, folder), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Ledger").click()
        names = page.locator(".sortable tbody td:nth-child(2)")
        for expected in [["a", "b"], ["b", "a"]]:
            page.get_by_role("button", name="Name", exact=True).first.click()
            expect(names).to_have_text(expected)
        check_accessibility(scene, "the ledger")


@needs_lab
def scene_ladder(test, folder):
    """The last rating list is a ladder, which its heads sort."""
    results = [("Alpha", "Beta", "1-0"), ("Beta", "Alpha", "1/2-1/2"), ("Beta", "Gamma", "1-0"), ("Gamma", "Beta", "1/2-1/2"),
               ("Alpha", "Gamma", "1-0"), ("Gamma", "Alpha", "1/2-1/2")]
    pgn = folder / "games.pgn"
    pgn.write_text("".join(f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n\n'
                           for white, black, result in 4 * results))
    subprocess.run([test.lab, "rate", pgn, "--ledger", folder / "ledger.sqlite"], check=True, capture_output=True)
    with test.serving(test.lab, folder), Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Watch").click()
        row(scene, "Ledger").click()
        ladder = page.get_by_role("region", name="Rating ladder")
        players = ladder.locator("tbody td:nth-child(2)")
        expect(players).to_have_text(["Alpha", "Beta", "Gamma"])
        expect(ladder.locator(".rung")).to_have_count(3)
        ladder.get_by_role("button", name="Elo").click()
        expect(players).to_have_text(["Gamma", "Beta", "Alpha"])
        ladder.get_by_role("button", name="Score").click()
        ladder.get_by_role("button", name="Score").click()
        expect(players.first).to_have_text("Alpha")
        check_accessibility(scene, "the ladder")
        scene.picture("web-ladder")
