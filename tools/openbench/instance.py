"""An instance of OpenBench that knows one engine: its server, a user, and a worker, all in a scratch folder."""

import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import bs4
import requests

from github import API

ENGINE = "Quietus"
USER, PASSWORD = "trial", "a password of no worth"

# Read by each Python that starts: requests to GitHub go to the fake one.
REDIRECT = """
import requests
request = requests.Session.request
requests.Session.request = lambda self, method, url, **rest: request(self, method, url.replace({api!r}, {fake!r}, 1), **rest)
"""

# What an administrator does once.
APPROVED_USER = """
from django.contrib.auth.models import User
from OpenBench.models import Profile
Profile.objects.create(user=User.objects.create_user({user!r}, '', {password!r}), enabled=True, approver=True)
"""

# The worker kills by name; here only in its own session. And it asks for rights that it does not need.
SHIMS = {"pkill": 'exec {pkill} --session 0 "$@"', "sudo": "exit 1"}


class Instance:
    def __init__(self, checkout, scratch, hub, port, engine):
        self.site = scratch / "site"
        self.scratch = scratch
        self.url = f"http://127.0.0.1:{port}"
        self.port = port
        self.presets = json.loads(engine.read_text())
        self.processes = []
        shutil.copytree(checkout, self.site, ignore=shutil.ignore_patterns(".git", "db.sqlite3", "Media"))
        books = {self.presets["test_presets"]["default"]["book_name"]}
        general = json.loads((self.site / "Config/config.json").read_text()) | {"engines": [ENGINE], "books": list(books)}
        (self.site / "Config/config.json").write_text(json.dumps(general))
        shutil.copy(engine, self.site / f"Engines/{ENGINE}.json")
        for book in books:
            (self.site / f"Books/{book}.json").write_text(json.dumps(hub.book_source()))
        (scratch / "python").mkdir()
        (scratch / "python/sitecustomize.py").write_text(REDIRECT.format(api=API, fake=hub.url))
        (scratch / "shims").mkdir()
        for name, line in SHIMS.items():
            shim = scratch / "shims" / name
            shim.write_text(f"#!/bin/sh\n{line.format(pkill=shutil.which('pkill'))}\n")
            shim.chmod(0o755)

    def start_server(self):
        self.manage("migrate")
        self.start("server", ["manage.py", "runserver", "--noreload", f"127.0.0.1:{self.port}"], self.site, os.environ)
        self.session = requests.Session()
        self.session.trust_env = False
        self.wait_for("the server, which has read Quietus.json", self.answers, 60)
        self.manage("shell", "--command", APPROVED_USER.format(user=USER, password=PASSWORD))
        self.post("login", {"username": USER, "password": PASSWORD})

    def stop(self):
        for process in reversed(self.processes):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def environment(self, base):
        return dict(base) | {
            "PATH": f"{self.scratch / 'shims'}{os.pathsep}{base['PATH']}",
            "PYTHONPATH": str(self.scratch / "python"),
            "PYTHONUNBUFFERED": "1",
            "NO_PROXY": "127.0.0.1",
        }

    def manage(self, *words, stdin=""):
        done = subprocess.run([sys.executable, "manage.py", *words], cwd=self.site, env=self.environment(os.environ),
                              input=stdin, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"manage.py {words[0]} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self, name, command, folder, environment):
        """A Python program in a session of its own, with its output in a file of that name."""
        with open(self.scratch / f"{name}.log", "w") as log:
            self.processes.append(subprocess.Popen([sys.executable, *command], cwd=folder, env=self.environment(environment),
                                                   stdout=log, stderr=subprocess.STDOUT, start_new_session=True))

    def start_worker(self, fastchess, environment):
        shutil.copy(fastchess, self.site / "Client/fastchess-ob")
        self.start("worker", ["client.py", "-U", USER, "-P", PASSWORD, "-S", self.url, "--no-client-downloads",
                              "-T", "2", "-N", "1"], self.site / "Client", environment)

    def answers(self):
        try:
            return self.session.get(f"{self.url}/login/").ok
        except requests.ConnectionError:
            return False

    def wait_for(self, what, condition, patience):
        deadline = time.monotonic() + patience
        while not condition():
            dead = [process.args[1] for process in self.processes if process.poll() is not None]
            if dead or time.monotonic() > deadline:
                why = f"{dead[0]} has ended" if dead else f"not there after {patience} s"
                sys.exit(f"FAILED: {what}: {why}\n{self.logs()}")
            time.sleep(1)
        print(f"ok: {what}", flush=True)

    def logs(self):
        return "\n".join(f"--- {log.name}\n{log.read_text()[-4000:]}" for log in sorted(self.scratch.glob("*.log")))

    def post(self, page, form, **rest):
        """Sends a form as a browser would, and returns the page that follows."""
        self.session.get(f"{self.url}/login/")
        form = form | {"csrfmiddlewaretoken": self.session.cookies.get("csrftoken", "")}
        answer = bs4.BeautifulSoup(self.session.post(f"{self.url}/{page}/", form, **rest).text, "html.parser")
        error = answer.select_one(".error-message")
        if error:
            sys.exit(f"FAILED: {page}: {error.get_text().strip()}")
        return answer

    def upload_network(self, name, network):
        with open(network, "rb") as file:
            self.post("scripts", {"action": "UPLOAD_NETWORK", "username": USER, "password": PASSWORD, "engine": ENGINE, "name": name},
                      files={"netfile": file})
        return self.session.get(f"{self.url}/api/networks/{ENGINE}/").json()["networks"][0]["sha256"]

    def create(self, kind, preset, **changes):
        """Fills the form of a new workload as the page's script does from the presets, then `changes`. Returns the number."""
        page = bs4.BeautifulSoup(self.session.get(f"{self.url}/{kind}/new/").text, "html.parser")
        form = {field["name"]: field.get("value", "") for field in page.select("input[name], textarea[name]")}
        menus = {menu["name"]: {option.get_text().strip(): option["value"] for option in menu.select("option")}
                 for menu in page.select("select[name]")}
        for menu in page.select("select[name]"):
            chosen = menu.select_one("option[selected]") or menu.select_one("option")
            form[menu["name"]] = chosen["value"] if chosen else ""
        chosen = {"scale_nps": self.presets["nps"], "scale_method": "DEV" if kind == "tune" else "BASE"}
        for side in ("dev", "base"):
            chosen |= {f"{side}_engine": ENGINE, f"{side}_repo": self.presets["source"], f"{side}_network": ""}
        presets = self.presets[f"{kind}_presets"]
        for name, value in (presets["default"] | presets[preset] | changes).items():
            side = name.removeprefix("both_")
            chosen |= {name: value} if side == name else {f"dev_{side}": value, f"base_{side}": value}
        for name, value in chosen.items():
            if name in form:
                form[name] = menus.get(name, {}).get(value, value)
        before = self.newest()
        self.post(f"{kind}/new", form)
        assert self.newest() > before, f"no {kind} was made"
        return self.newest()

    def query(self, statement):
        with sqlite3.connect(f"file:{self.site / 'db.sqlite3'}?mode=ro", uri=True) as database:
            return database.execute(statement).fetchall()

    def newest(self):
        return self.query("select coalesce(max(id), 0) from OpenBench_test")[0][0]

    def workload(self, number, *columns):
        return self.query(f"select {', '.join(columns)} from OpenBench_test where id = {number}")[0]

    def reported_errors(self):
        """What the worker told the server."""
        return [summary for (summary,) in self.query("select summary from OpenBench_logevent where machine_id != 0")]

    def engine(self, sha, network):
        """The program that the worker built."""
        return self.site / "Client/Engines" / f"{ENGINE}-{sha.upper()[:8]}-{network}"

    def games(self, number):
        """The archive of a workload's games, once the server has made it."""
        return self.site / "Media/PGNs" / f"{number}.pgn.tar"
