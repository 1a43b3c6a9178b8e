#!/usr/bin/env python3
"""Drives the page of `quietus serve` in a real browser.

    tools/browser/check.py target/proof/quietus [--lab target/proof/quietus-lab] [--screenshots FOLDER] [SCENE...]

Needs playwright (`pip install playwright`) and Chromium, whose path may be given by CHROMIUM. Each
scene has a browser context of its own. A message on the console or a request to any other host fails
it.
"""

import argparse
import os
import shutil
import sys
import time
import traceback
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

import analysis_scenes
import contrast_scenes
import first_game_scenes
import lab_scenes
import play_scenes
from harness import Server

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]
# A scene checks that something happens, not how fast: the machine may have other work.
PATIENCE = 15000


class Test:
    """What the scenes share."""

    def __init__(self, arguments, browser):
        self.program = arguments.program
        self.browser = browser
        self.screenshots = arguments.screenshots
        self.lab = arguments.lab
        self.server = Server(self.program)

    @contextmanager
    def serving(self, program, *arguments):
        """Another server in place of the usual one."""
        usual, self.server = self.server, Server(program, *arguments)
        try:
            yield
        finally:
            self.server.stop()
            self.server = usual


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", help="the engine")
    parser.add_argument("scenes", nargs="*", help="only these scenes")
    parser.add_argument("--lab", help="the program quietus-lab")
    parser.add_argument("--screenshots", type=Path, help="write pictures into this folder")
    arguments = parser.parse_intermixed_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    expect.set_options(timeout=PATIENCE)
    scenes = {name.removeprefix("scene_"): scene for module in (first_game_scenes, play_scenes, analysis_scenes, contrast_scenes, lab_scenes)
              for name, scene in vars(module).items() if name.startswith("scene_")}
    failed = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        test = Test(arguments, browser)
        try:
            for name in arguments.scenes or scenes:
                start = time.monotonic()
                try:
                    scenes[name](test)
                    print(f"{name}: passed in {time.monotonic() - start:.1f} s", flush=True)
                except Exception:
                    traceback.print_exc()
                    failed.append(name)
        finally:
            browser.close()
            test.server.stop()
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
