"""Scenes of the first evening: opponents, clocks, premoves, looks, positions set up, results."""

from playwright.sync_api import expect

from harness import Scene, check_accessibility, choose_opponent, game

NAMES = ["Pip", "Wren", "Clover", "Barnaby", "Hazel", "Otis", "Sable", "Corvin", "Isolde", "Aurelia"]


def resign(scene):
    scene.page.get_by_role("button", name="Resign").click()
    scene.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    scene.status("resigns")


def scene_first_opponent(test):
    """Who comes for the first time chooses among ten; the keyboard alone will do."""
    for viewport, scheme in [((1400, 900), "light"), ((360, 740), "dark")]:
        with Scene(test, viewport=viewport, scheme=scheme, is_new=True) as scene:
            page = scene.page
            dialog = page.get_by_role("dialog", name="New game")
            cards = dialog.locator(".opponent")
            expect(cards).to_have_count(len(NAMES) + 1)
            for name, card in zip(NAMES, cards.all()):
                expect(card).to_contain_text(name)
            expect(dialog.get_by_role("radio", name="Barnaby")).to_be_checked()
            assert all(box["width"] > 30 for box in (card.locator("svg").bounding_box() for card in cards.all()))
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width == viewport[0], width
            check_accessibility(scene, "the opponents")
            scene.picture("web-opponents" if scheme == "light" else "web-opponents-phone")
            dialog.get_by_role("radio", name="Barnaby").press("ArrowLeft")
            expect(dialog.get_by_role("radio", name="Clover")).to_be_checked()
            page.keyboard.press("Enter")
            expect(page.locator(".strip").first).to_contain_text("Clover (1000)")
            expect(page.locator(".strip .portrait")).to_be_visible()
            scene.type_move("e4")
            scene.moves(2)
            # Who has chosen once is not asked again.
            page.reload()
            scene.moves(2)
            expect(dialog).to_have_count(0)


def scene_xiangqi_levels(test):
    """That levels of xiangqi are not calibrated is said where they are chosen."""
    with Scene(test) as scene:
        scene.page.get_by_role("button", name="New game").click()
        hint = scene.page.get_by_text("not calibrated")
        choose_opponent(scene, "Otis")
        expect(hint).to_be_hidden()
        scene.page.get_by_role("combobox", name="Game").select_option("xiangqi")
        expect(hint).to_be_visible()
        choose_opponent(scene, "Quietus")
        expect(hint).to_be_hidden()
        expect(scene.page.get_by_role("combobox", name="Time a move")).to_be_visible()


def scene_custom_clock(test):
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("button", name="New game").click()
        page.get_by_role("combobox", name="Clock").select_option("custom")
        minutes = page.get_by_role("spinbutton", name="Minutes")
        minutes.fill("-1")
        page.get_by_role("button", name="Play", exact=True).click()
        assert not minutes.evaluate("(field) => field.validity.valid")
        minutes.fill("7.5")
        page.get_by_role("spinbutton", name="Increment").fill("4")
        choose_opponent(scene, "Pip")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".clock").first).to_have_text("7:30")
        scene.type_move("d4")
        scene.moves(2)


def scene_premove(test):
    """A move before its turn waits, can be taken back, and is played if it is legal then."""
    with Scene(test, stored=game(strength="3000")) as scene:
        page = scene.page
        marks = page.locator(".mark.premove")
        scene.click("e2", "e4")
        scene.moves(1)
        scene.click("d2", "d3")
        expect(marks).to_have_count(2)
        page.locator("svg.board").focus()
        page.keyboard.press("Escape")
        expect(marks).to_have_count(0)
        # After 1. e4 no answer forbids this one.
        scene.click("g1", "h3")
        expect(marks).to_have_count(2)
        expect(page.locator(".movelist .move").nth(2)).to_have_text("Nh3")
        # This one never was a move of a rook.
        scene.click("a1", "c4")
        expect(marks).to_have_count(2)
        scene.status("Your move")
        expect(marks).to_have_count(0)
        scene.moves(4)


SOUNDS = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""


def scene_look_and_sound(test):
    """Boards, pieces and sounds outlive a reload; sounds are off at first."""
    with Scene(test) as scene:
        page = scene.page
        page.add_init_script(SOUNDS)
        page.reload()
        scene.type_move("e4")
        scene.moves(2)
        assert page.evaluate("tones") == 0
        page.get_by_role("button", name="Board and sound").click()
        page.get_by_role("combobox", name="Board").select_option("wood")
        page.get_by_role("combobox", name="Pieces").select_option("ivory")
        page.get_by_role("combobox", name="Sounds").select_option("on")
        check_accessibility(scene, "looks")
        page.get_by_role("button", name="Done").click()
        before = page.evaluate("tones")
        scene.type_move("d4")
        scene.moves(4)
        assert page.evaluate("tones") >= before + 2
        page.reload()
        expect(page.locator("html[data-board=wood][data-pieces=ivory]")).to_be_attached()
        scene.moves(4)
        fill = page.locator(".chess-light").first.evaluate("(square) => getComputedStyle(square).fill")
        assert fill == "rgb(236, 211, 171)", fill


def scene_board_editor(test):
    """A position is set up by mouse and by keyboard, analyzed, and played on."""
    with Scene(test) as scene:
        page = scene.page
        page.get_by_role("link", name="Analyze").click()
        page.get_by_role("button", name="Set up position").click()
        dialog = page.get_by_role("dialog", name="Set up a position")
        board = dialog.locator("svg.board")
        dialog.get_by_role("button", name="Clear").click()
        expect(dialog.locator(".piece")).to_have_count(0)
        dialog.get_by_role("button", name="Use it").click()
        expect(dialog.locator(".problem")).not_to_be_empty()

        def put(piece, column, row):
            dialog.get_by_role("button", name=piece).click()
            box = board.bounding_box()
            page.mouse.click(box["x"] + box["width"] * (column + 0.5) / 8, box["y"] + box["height"] * (row + 0.5) / 8)

        put("white king", 4, 7)
        put("white rook", 7, 7)
        put("black king", 4, 0)
        expect(dialog.get_by_role("checkbox")).to_have_count(1)
        dialog.get_by_role("checkbox", name="White O-O").check()
        # The cursor begins on e1; left and up of it is d2.
        dialog.get_by_role("button", name="white pawn").click()
        board.focus()
        for key in ["ArrowLeft", "ArrowUp", "Enter"]:
            board.press(key)
        check_accessibility(scene, "the editor")
        scene.picture("web-editor")
        dialog.get_by_role("button", name="Use it").click()
        expect(page.get_by_label("FEN")).to_have_value("4k3/8/8/8/8/8/3P4/4K2R w K - 0 1")
        page.get_by_role("button", name="Play from here").click()
        scene.status("Your move")
        scene.type_move("O-O")
        expect(page.locator(".movelist .move").first).to_have_text("O-O")


def scene_results(test):
    """Results are kept for each opponent, and shown on its card; a game taken back is not one."""
    with Scene(test, stored=game(strength="elo600")) as scene:
        page = scene.page
        scene.type_move("e4")
        scene.moves(2)
        expect(page.get_by_role("button", name="Review this game")).to_be_hidden()
        resign(scene)

        def card():
            page.get_by_role("button", name="New game").click()
            text = page.locator(".opponent", has_text="Pip").inner_text()
            page.get_by_role("button", name="Cancel").click()
            return text

        assert "1 lost" in card()
        page.get_by_role("button", name="Take back").click()
        scene.status("Your move")
        assert "lost" not in card()
        resign(scene)
        assert "1 lost" in card()
        page.get_by_role("button", name="Review this game").click()
        expect(page.locator(".summary tbody tr").last).to_contain_text("Pip (600)", timeout=60000)
