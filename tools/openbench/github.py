"""The little of GitHub that OpenBench asks for, from a local clone: heads of branches, their archives; and an opening book."""

import hashlib
import http.server
import io
import json
import subprocess
import threading
import zipfile

API = "https://api.github.com"


class FakeGitHub:
    """A server on loopback, from entering to leaving it as a context."""

    def __init__(self, clone, book):
        self.clone = clone
        self.book = book.read_text()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def book_source(self):
        """The book as a row of OpenBench's configuration."""
        return {"sha": hashlib.sha256(self.book.encode()).hexdigest(), "source": f"{self.url}/book.zip"}

    def answer(self, path):
        """Content type and body, or None."""
        match path.strip("/").split("/"):
            case ["book.zip"]:
                packed = io.BytesIO()
                with zipfile.ZipFile(packed, "w") as archive:
                    archive.writestr("book.epd", self.book)
                return "application/zip", packed.getvalue()
            case ["repos", _, _, "branches", branch]:
                return "application/json", json.dumps({"commit": self.commit(f"refs/heads/{branch}")}).encode()
            case ["repos", _, _, "zipball", sha]:
                return "application/zip", self.git("archive", "--format=zip", f"--prefix=quietus-{sha}/", sha)
            case ["repos", _, _, "compare", span]:
                theirs, ours = span.split("...")
                return "application/json", json.dumps({"ahead_by": int(self.git("rev-list", "--count", f"{theirs}..{ours}"))}).encode()
        return None

    def commit(self, name):
        sha, message = self.git("show", "--no-patch", "--format=%H%n%B", name).decode().split("\n", 1)
        return {"sha": sha, "commit": {"message": message}}

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.clone, check=True, capture_output=True).stdout

    def handler(hub):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                try:
                    kind, body = hub.answer(self.path)
                except (TypeError, subprocess.CalledProcessError):
                    return self.send_error(404)
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler
