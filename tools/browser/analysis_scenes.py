"""Scenes of analysis and review, and of what all modes have."""

import re
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from harness import Scene, Server, check_accessibility, choose_opponent, game, tab_to

TABLES = Path(__file__).parents[2] / "crates/tablebase/tests/tables"


def scene_analysis(test):
    """It starts, follows and stops."""
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        expect(page.locator(".lines li")).to_have_count(3)
        scene.type_move("e4")
        scene.type_move("e5")
        first = page.locator(".lines .move").first
        expect(first).to_contain_text("2. ")
        first.hover()
        expect(page.locator(".arrow")).to_have_count(0)
        page.mouse.move(5, 5)
        expect(page.locator(".arrow")).to_have_count(3)
        page.get_by_label("Type a move").press("Escape")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".movelist .move[aria-current]")).to_have_text("e4")
        expect(page.locator(".lines .move").first).to_contain_text("1… ")
        network = page.get_by_role("switch", name="What the network sees")
        network.click()
        expect(page.locator(".value")).to_have_count(30)
        network.click()
        page.get_by_role("switch", name="Engine").click()
        page.wait_for_timeout(500)
        facts = page.locator(".facts").inner_text()
        page.wait_for_timeout(700)
        assert page.locator(".facts").inner_text() == facts, "the search goes on"
        page.reload()
        expect(page.locator(".movelist .move")).to_have_count(2)


def scene_threat_and_comments(test):
    """What the other side would do, and comments that are written into the PGN."""
    mate = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        fen = page.get_by_label("FEN")
        fen.fill(mate)
        fen.press("Enter")
        expect(page.locator(".lines .move").first).to_contain_text("3… ")
        fen.blur()
        page.keyboard.press("x")
        expect(page.locator("p.threat")).to_be_visible()
        expect(page.locator("p.threat")).to_contain_text("Qxf7#")
        expect(page.locator(".arrow.threat")).to_have_count(1)
        page.get_by_role("switch", name="Threat").click()
        expect(page.locator(".arrow.threat")).to_have_count(0)
        scene.type_move("Qe7")
        scene.moves(1)
        comment = page.get_by_label("Comment")
        comment.fill("guards f7 {well}")
        expect(page.locator(".movelist .comment")).to_have_text("guards f7 {well}")
        page.reload()
        expect(comment).to_have_value("guards f7 {well}")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PGN").click()
        saved = Path(download.value.path()).read_text()
        assert "{guards f7 {well)}" in saved, saved


def scene_verdicts(test):
    """What tablebases and the book say."""
    book = bytes.fromhex("463b96181691fc9c" "031c" "0003" "00000000")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.bin"
        path.write_bytes(book)
        with test.serving(test.program, "--syzygy", TABLES, "--book", path), Scene(test) as scene:
            page = scene.page
            page.get_by_role("link", name="Analyze").click()
            expect(page.locator(".verdicts")).to_contain_text("Book")
            page.get_by_role("button", name="e4 100 %").click()
            expect(page.locator(".movelist .move")).to_have_text("e4")
            expect(page.locator(".verdicts")).to_be_hidden()
            fen = page.get_by_label("FEN")
            fen.fill("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1")
            fen.press("Enter")
            expect(page.locator(".verdicts")).to_contain_text("Tablebase: win")


def scene_accessibility(test):
    """axe finds nothing in any mode, light or dark."""
    for scheme in ["light", "dark"]:
        with Scene(test, scheme=scheme, stored=game()) as scene:
            for mode in ["#play", "#analyze", "#review"]:
                scene.page.goto(test.server.url + mode)
                scene.page.wait_for_selector("main .mode" if mode != "#review" else "main section")
                if mode == "#analyze":
                    expect(scene.page.locator(".lines li")).to_have_count(3)
                    scene.page.get_by_role("switch", name="Engine").click()
                check_accessibility(scene, f"{mode}, {scheme}")


def scene_hostile_pgn(test):
    text = '[Event "<img src=x onerror=alert(1)>"]\n\n1. e4 {<script>alert(2)</script>} e5 (1... c5 {<b>x</b>}) *'
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        page.get_by_role("button", name="Load PGN").click()
        page.get_by_label("PGN", exact=True).fill("1. e5 *")
        page.get_by_role("button", name="Load", exact=True).click()
        expect(page.locator("dialog .problem")).to_contain_text("e5")
        page.get_by_label("PGN", exact=True).fill(text)
        page.get_by_role("button", name="Load", exact=True).click()
        expect(page.locator(".movelist .comment").first).to_have_text("<script>alert(2)</script>")
        assert page.locator("main b, main script, main img").count() == 0
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PGN").click()
        saved = Path(download.value.path()).read_text()
        assert "<script>" in saved and "( 1... c5" in saved, saved
        page.reload()
        expect(page.locator(".movelist .variation")).to_have_text(re.compile("c5"))


SEVERAL = """[Event "Club"]
[White "Ann"]
[Black "Bob"]

1. e4 c5 1-0

[Event "Open"]
[Site "Riga"]
[White "Carl"]
[Black "Dora"]
[Result "0-1"]

1. d4 d5 2. c4 e6 3. Ke3 dxc4 0-1

[FEN "x"]

*
"""


def scene_games_of_a_file(test):
    """One of several games is chosen, shown with its players, and as far as its moves are legal."""
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        page.get_by_role("button", name="Load PGN").click()
        page.get_by_label("PGN", exact=True).fill(SEVERAL)
        page.get_by_role("button", name="Load", exact=True).click()
        games = page.get_by_label("Games", exact=True)
        expect(games.locator("option")).to_have_text(["1. Ann – Bob 1-0, Club", "2. Carl – Dora 0-1, Open, Riga"])
        expect(page.locator("dialog .problem")).to_contain_text("game 3")
        games.select_option("1")
        check_accessibility(scene, "the list of games")
        page.get_by_role("button", name="Choose", exact=True).click()
        scene.moves(4)
        info = page.locator(".gameinfo")
        expect(info).to_contain_text("Carl – Dora 0-1, Open, Riga. D30 Queen's Gambit Declined")
        expect(info).to_contain_text("at move 3")
        page.reload()
        expect(info).to_contain_text("Carl – Dora")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".summary tbody tr").first).to_contain_text("Carl", timeout=60000)
        # In a review of the same file.
        page.get_by_label("PGN", exact=True).fill(SEVERAL)
        page.get_by_label("Effort").select_option("20000")
        page.get_by_role("button", name="Review", exact=True).click()
        games.select_option("1")
        page.get_by_role("button", name="Choose", exact=True).click()
        expect(info).to_contain_text("The game breaks off")
        expect(page.locator(".summary tbody tr").last).to_contain_text("Dora")
        expect(page.locator(".movelist > .move")).to_have_count(4)


def drop(page, selector, text):
    """Drops a file on an element."""
    data = page.evaluate_handle("""(text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "game.pgn"));
        return data;
    }""", text)
    for event in ("dragover", "drop"):
        page.dispatch_event(selector, event, {"dataTransfer": data})


def scene_drop_and_sample(test):
    """A file can be dropped, and whoever has none gets a game."""
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        expect(page.locator(".lines li")).to_have_count(3)
        drop(page, "svg.board", "1. d4 d5 2. c4 *")
        scene.moves(3)
        drop(page, "svg.board", "1. d5 *")
        expect(page.locator(".toast")).to_contain_text("d5")
        scene.moves(3)
        page.get_by_role("link", name="Review").click()
        drop(page, ".panel", "1. f4 *")
        expect(page.get_by_label("PGN", exact=True)).to_have_value("1. f4 *")
        page.get_by_role("button", name="A sample game").click()
        page.get_by_label("Effort").select_option("20000")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".gameinfo")).to_contain_text("Paul Morphy – Duke of Brunswick", timeout=60000)


def scene_players_stay(test):
    """A game of one's own keeps its players in analysis and review."""
    with Scene(test, stored=game()) as scene:
        page = scene.page
        scene.type_move("e4")
        scene.moves(2)
        page.get_by_role("button", name="Analyze", exact=True).click()
        expect(page.locator(".gameinfo")).to_contain_text("Player – Quietus")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".summary tbody tr").last).to_contain_text("Quietus", timeout=60000)


def scene_files_of_xiangqi(test):
    """They are numbered as the moves say: each side counts its own from its right. The network shows what it sees."""
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        page.get_by_role("button", name="New xiangqi").click()
        labels = page.locator(".boardbox.xiangqi .coordinate")
        expect(labels).to_have_count(18)
        numbers = labels.evaluate_all(
            "(all) => all.map((label) => Number(label.textContent))")
        assert numbers == [number for file in range(9) for number in (file + 1, 9 - file)], numbers
        scene.type_move("C2=5")
        scene.moves(1)
        page.get_by_role("switch", name="What the network sees").click()
        expect(page.locator(".value")).to_have_count(30)


def scene_reload(test):
    with Scene(test, stored=game()) as scene:
        scene.type_move("e4")
        scene.moves(2)
        before = scene.page.locator(".movelist").inner_text()
        scene.page.get_by_role("button", name="Change between light and dark").click()
        scene.page.reload()
        scene.moves(2)
        assert scene.page.locator(".movelist").inner_text() == before
        expect(scene.page.locator("html[data-theme=dark][data-first=board]")).to_be_visible()


def scene_server_restarts(test):
    with Scene(test, stored=game()) as scene:
        scene.may_lose_connection = True
        scene.page.goto(test.server.url + "#analyze")
        expect(scene.page.locator(".lines li")).to_have_count(3)
        test.server.stop()
        expect(scene.page.locator("#connection")).to_be_visible()
        test.server = Server(test.program, port=test.server.port)
        expect(scene.page.locator("#connection")).to_be_hidden()
        scene.type_move("d4")
        expect(scene.page.locator(".lines .move").first).to_contain_text("1… ")


def scene_seven_tabs(test):
    """More than the six connections that a browser opens: hidden pages let go of theirs."""
    with Scene(test, stored=game()) as scene:
        hide = "Object.defineProperty(document, 'visibilityState', {get: () => '%s', configurable: true});" \
            "document.dispatchEvent(new Event('visibilitychange'))"
        pages = [scene.page]
        for _ in range(6):
            pages[-1].evaluate(hide % "hidden")
            pages.append(scene.open("#analyze"))
            expect(pages[-1].locator(".lines li")).to_have_count(3)
        pages[-1].evaluate(hide % "hidden")
        pages[1].evaluate(hide % "visible")
        expect(pages[1].locator("#connection")).to_be_hidden()
        # Two at a time have engines of their own.
        pages[2].evaluate(hide % "visible")
        for page in pages[1:3]:
            page.locator(".steps").click()
            expect(page.locator(".lines li")).to_have_count(3)


OPERA = """[White "Morphy"]
[Black "Duke and Count"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""


def report_of(test, text):
    """What `quietus analyze` says of a game, in one line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.pgn"
        path.write_text(text)
        command = [test.program, "analyze", path, "--nodes", "20000", "--threads", "1"]
        report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return report


def numbers_of(report):
    """Accuracy, loss and judgements of both sides."""
    return [re.search(rf"^{side} (.*)$", report, re.MULTILINE).group(1).split() for side in ("White", "Black")]


def notes_of(page):
    """The notes of all judged moves, by the key that goes to the next one."""
    notes = []
    while True:
        page.keyboard.press("n")
        note = page.locator(".note").inner_text()
        if note in notes:
            return notes
        notes.append(note)


def review(scene, text, effort="20000"):
    """Reviews a text."""
    page = scene.page
    page.get_by_role("link", name="Review").click()
    page.get_by_label("PGN", exact=True).fill(text)
    page.get_by_label("Effort").select_option(effort)
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator(".summary tbody tr")).to_have_count(2, timeout=60000)
    page.get_by_role("button", name="Review", exact=True).blur()


def open_saved(scene, path):
    """Opens a page of reviews from its file."""
    page = scene.context.new_page()
    page.on("console", scene.heard)
    page.on("pageerror", lambda error: scene.problems.append(str(error)))
    page.goto(path.as_uri())
    return page


def check_saved_page(scene, moves, note):
    """Opens the page that a review saves, and looks at it; gives it."""
    with scene.page.expect_download() as download:
        scene.page.get_by_role("button", name="Save as page").click()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "review.html"
        download.value.save_as(path)
        page = open_saved(scene, path)
    expect(page.locator(".movelist > .move")).to_have_count(moves)
    expect(page.locator(".piece")).to_have_count(32)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mark.last")).to_have_count(2)
    expect(page.locator(".note")).to_contain_text(note)
    page.keyboard.press("f")
    # The piece that moved is now in the upper half.
    box, board = (page.locator(name).bounding_box() for name in (".mark.last >> nth=1", "svg.board"))
    assert box["y"] < board["y"] + board["height"] / 2, (box, board)
    page.keyboard.press("f")
    return page


def scene_xiangqi_review(test):
    text = '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 2. e2e6 a9a8 3. h0g2 a8a9 *'
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Review").click()
        page.get_by_label("PGN", exact=True).fill(text)
        page.get_by_label("Effort").select_option("20000")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".summary tbody tr").first).to_contain_text("Red")
        expect(page.locator(".movelist > .move")).to_have_count(6)
        expect(page.locator(".boardbox.xiangqi")).to_be_visible()
        check_saved_page(scene, 6, "win chance of Red").close()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PGN").click()
        assert "[%eval" in Path(download.value.path()).read_text()


def scene_review(test):
    """The numbers and words are those of the command line and of the saved page."""
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Review").click()
        page.get_by_label("PGN", exact=True).fill("1. e5")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".problem")).to_contain_text("e5")
        review(scene, OPERA)
        rows = [cells.split() for cells in page.locator(".summary tbody tr").all_inner_texts()]
        report = report_of(test, OPERA)
        expected = numbers_of(report)
        assert [[word for word in row if re.fullmatch(r"[\d.]+", word)] for row in rows] == expected, (rows, expected)
        assert float(expected[0][0]) > 85 > float(expected[1][0]), expected
        expect(page.locator(".gameinfo")).to_contain_text("Philidor")
        notes = notes_of(page)
        in_one_line = " ".join(report.split())
        assert len(notes) >= 2 and all(note in in_one_line for note in notes), (notes, report)
        assert any("Better was" in note and "because" in note for note in notes), notes
        # The end of the graph is the mate.
        box = page.locator(".graph svg").bounding_box()
        page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
        expect(page.locator(".movelist .move[aria-current]")).to_contain_text("Rd8#")
        page.locator(".moments button").last.click()
        expect(page.locator(".note")).to_contain_text("Better was")
        expect(page.locator(".arrow.best")).to_have_count(1)
        expect(page.locator(".arrow.threat")).to_have_count(1)
        scene.picture("web-review")
        check_accessibility(scene, "a review")
        saved = check_saved_page(scene, 33, "win chance of White")
        assert notes_of(saved) == notes
        expect(saved.locator(".summary tbody tr").first).to_contain_text(expected[0][0])
        expect(saved.locator(".gameinfo")).to_contain_text("Morphy – Duke and Count 1-0")
        for width in (1400, 768, 360):
            for scheme in ("light", "dark"):
                saved.set_viewport_size({"width": width, "height": 800})
                saved.emulate_media(color_scheme=scheme)
                assert saved.evaluate("document.documentElement.scrollWidth") == width
                if test.screenshots:
                    saved.screenshot(path=test.screenshots / f"saved-{width}-{scheme}.png")
        saved.close()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PGN").click()
        assert "[%eval" in Path(download.value.path()).read_text()
        page.get_by_role("button", name="Analyze", exact=True).click()
        expect(page.locator(".lines li")).to_have_count(3)


def scene_review_by_keyboard(test):
    """A review needs no mouse: choose, review, walk through the mistakes, try one again, save."""
    with Scene(test) as scene:
        page = scene.page
        tab_to(page, "Review")
        page.keyboard.press("Enter")
        tab_to(page, "A sample game")
        page.keyboard.press("Enter")
        tab_to(page, "Effort")
        page.keyboard.type("Q")
        tab_to(page, "Review")
        page.keyboard.press("Enter")
        expect(page.locator(".moments button").first).to_be_visible(timeout=60000)
        note = page.locator(".note")
        page.keyboard.press("n")
        expect(note).to_contain_text("Better was")
        first = note.inner_text()
        page.keyboard.press("n")
        expect(note).not_to_have_text(first)
        page.keyboard.press("p")
        expect(note).to_have_text(first)
        page.keyboard.press("r")
        expect(note).to_contain_text("Find a better move")
        page.keyboard.press("r")
        expect(note).to_have_text(first)
        with page.expect_download():
            tab_to(page, "Save as page")
            page.keyboard.press("Enter")


def scene_retry(test):
    """A move that was bad can be tried again, and the answer shown."""
    text = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *"
    with Scene(test) as scene:
        page = scene.page
        review(scene, text)
        note, retry = page.locator(".note"), page.get_by_role("button", name="Retry this move")
        expect(retry).to_be_hidden()
        page.locator(".movelist > .move", has_text="Nf6").click()
        expect(note).to_contain_text("because now Qxf7# mates in 1")
        retry.click()
        expect(note).to_contain_text("Find a better move for Black than Nf6")
        scene.click("a7", "a6")
        expect(note).to_contain_text("Not yet: a6 leaves a win chance of 2 %")
        scene.click("g7", "g6")
        expect(note).to_contain_text(re.compile("^(Good: )?g6 (leaves|is the best)"))
        page.keyboard.press("r")
        expect(note).to_contain_text("Blunder")
        expect(page.locator(".movelist .move[aria-current]")).to_contain_text("Nf6")


def scene_saved_games(test):
    """A page of several games, as the command line makes it, has a choice among them."""
    with tempfile.TemporaryDirectory() as folder, Scene(test) as scene:
        games, html = Path(folder) / "games.pgn", Path(folder) / "games.html"
        games.write_text(SEVERAL)
        command = [test.program, "analyze", games, "--nodes", "2000", "--html", html]
        report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert "warning: game 2" in report and "warning: game 3" in report, report
        page = open_saved(scene, html)
        expect(page.locator(".gameinfo")).to_contain_text("Ann – Bob 1-0, Club")
        page.get_by_role("combobox", name="Game").select_option("1")
        expect(page.locator(".gameinfo")).to_contain_text("Carl – Dora 0-1")
        expect(page.locator(".gameinfo")).to_contain_text("The game breaks off")
        expect(page.locator(".movelist > .move")).to_have_count(4)


def scene_levels(test):
    """A level answers, if the engine has levels."""
    with Scene(test, stored=game()) as scene:
        scene.page.get_by_role("button", name="New game").click()
        choose_opponent(scene, "Pip")
        scene.page.get_by_role("button", name="Play", exact=True).click()
        scene.type_move("e4")
        scene.moves(2)
        expect(scene.page.locator(".strip").first).to_contain_text("Pip (600)")


def scene_phone(test):
    with Scene(test, viewport=(360, 740), scheme="dark", stored=game()) as scene:
        for mode in ["#play", "#analyze"]:
            scene.page.goto(test.server.url + mode)
            scene.page.wait_for_selector("main .piece")
            width = scene.page.evaluate("document.documentElement.scrollWidth")
            assert width == 360, f"{mode} is {width} pixels wide"
        expect(scene.page.locator(".lines li")).to_have_count(3)
        scene.picture("web-phone")


def scene_pictures(test):
    """A position worth a picture."""
    if not test.screenshots:
        return
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        for move in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4".split():
            scene.type_move(move)
            page.wait_for_timeout(700)
        page.wait_for_timeout(2500)
        scene.picture("web-analyze")
