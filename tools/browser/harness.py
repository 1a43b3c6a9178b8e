"""What the scenes of tools/browser/check.py have in common: a server, a page of its own, and what it may not do."""

import json
import re
import subprocess

from playwright.sync_api import expect

try:
    from axe_playwright_python.sync_playwright import Axe
except ImportError:
    Axe = None

FAST = {"game": "chess", "fen": "", "side": 0, "strength": "100", "clock": "none"}


class Server:
    """A server on loopback."""

    def __init__(self, program, *arguments, port=0):
        self.process = subprocess.Popen(
            [program, "serve", "--port", str(port), *arguments], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.url, _, self.token = re.search(r"http://\S+", line).group(0).partition("#")
        self.port = int(re.search(r":(\d+)/", self.url).group(1))

    def stop(self):
        self.process.kill()
        self.process.wait()


class Scene:
    """A page of its own, and what it may not do."""

    def __init__(self, test, viewport=(1240, 860), scheme="light", stored=None, is_new=False):
        """`stored` is the game that goes on; without one the newcomer, who is_new, is asked for an opponent."""
        self.test = test
        width, height = viewport
        self.context = test.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme)
        self.context.set_default_timeout(15000)
        self.problems = []
        self.may_lose_connection = False
        self.may_block_scripts = False
        if not is_new:
            stored = stored or game()
            script = f"if (!localStorage.getItem('quietus.play')) localStorage.setItem('quietus.play', {stored!r})"
            # Frames of reports have no store.
            self.context.add_init_script(f"if (window === top) {{ {script} }}")
        self.page = self.open()

    def open(self, mode=""):
        page = self.context.new_page()
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self.requested)
        page.goto(self.test.server.url + (mode or f"#{self.test.server.token}"))
        page.wait_for_selector("main .piece")
        return page

    def heard(self, message):
        is_loss = self.may_lose_connection and "net::ERR" in message.text
        is_block = self.may_block_scripts and "Blocked script execution" in message.text
        if message.type in ("error", "warning") and not (is_loss or is_block):
            self.problems.append(message.text)

    def requested(self, request):
        url = request.url
        if not url.startswith((self.test.server.url, "blob:", "data:")):
            self.problems.append(f"a request to {url}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.context.close()
        if kind is None:
            assert not self.problems, self.problems

    def type_move(self, text):
        field = self.page.get_by_label("Type a move")
        field.fill(text)
        field.press("Enter")

    def status(self, text):
        expect(self.page.locator(".status")).to_contain_text(text)

    def moves(self, count):
        expect(self.page.locator(".movelist .move")).to_have_count(count)

    def square(self, name, columns=8, rows=8, first_rank=1):
        box = self.page.locator("svg.board").bounding_box()
        column = "abcdefghi".index(name[0])
        row = rows - 1 - (int(name[1]) - first_rank)
        return (box["x"] + box["width"] * (column + 0.5) / columns,
                box["y"] + box["height"] * (row + 0.5) / rows)

    def click(self, *squares, **board):
        for name in squares:
            self.page.mouse.click(*self.square(name, **board))

    def drag(self, start, end):
        mouse = self.page.mouse
        mouse.move(*self.square(start))
        mouse.down()
        mouse.move(*self.square("d4"))
        mouse.move(*self.square(end))
        mouse.up()

    def picture(self, name):
        if self.test.screenshots:
            self.page.wait_for_timeout(300)
            self.page.screenshot(path=self.test.screenshots / f"{name}.png")


def game(fen="", **settings):
    """A game as the page stores it."""
    settings = {**FAST, "fen": fen, **settings}
    line = {"game": settings["game"], "fen": fen, "tags": [], "result": "*", "comment": "", "line": []}
    return json.dumps({"settings": settings, "json": line, "ending": None})


FOCUSED = """() => {
    const { activeElement: focused } = document;
    const words = (label) => [...label.childNodes].filter((node) => node.nodeType === 3 || node.localName === "span");
    const label = focused.labels?.[0] ? words(focused.labels[0]).map((node) => node.textContent).join("") : "";
    return focused.getAttribute("aria-label") || label || focused.textContent.trim();
}"""


def tab_to(page, name):
    """Moves the focus by Tab to what has this name."""
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == name:
            return
    raise AssertionError(f"Tab does not come to {name}")


def choose_opponent(scene, name):
    """Chooses a card of the form of a new game."""
    scene.page.locator(".opponent", has_text=name).first.click()


def check_accessibility(scene, what):
    """Has axe look at the page, if it is installed."""
    if Axe is None:
        print(f"accessibility of {what}: skipped, axe-playwright-python is not installed")
        return
    results = Axe().run(scene.page)
    assert results.violations_count == 0, f"{what}: {results.generate_report()}"
