"""A real Chromium for tests, driven through its driver's plain HTTP protocol (W3C WebDriver)."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any, Self

BROWSERS, DRIVERS = ("chromium", "chromium-browser", "google-chrome"), ("chromedriver",)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()


def found(names: tuple[str, ...]) -> str | None:
    """The first program of these that is installed."""
    return next((path for name in names if (path := shutil.which(name))), None)


# The driver answers on this machine only.
# ruff: noqa: S310


class Browser:
    """A headless browser with a profile of its own; `with` ends it."""

    def __init__(self, profile: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._base = f"http://127.0.0.1:{port}"
        driver = found(DRIVERS)
        assert driver is not None
        self._driver = subprocess.Popen([driver, f"--port={port}", "--silent"], stdout=subprocess.DEVNULL)
        options = {"binary": found(BROWSERS), "args": [*FLAGS, f"--user-data-dir={profile}"]}
        wanted = {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        self._session = ""
        try:
            self._await()
            made = self._call("/session", {"capabilities": {"alwaysMatch": wanted}})
        except BaseException:
            self._driver.kill()
            raise
        self._session = f"/session/{made['sessionId']}"

    def _await(self) -> None:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"{self._base}/status", timeout=2).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError("the browser's driver does not answer")

    def _call(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            f"{self._base}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        delete = urllib.request.Request(f"{self._base}{self._session}", method="DELETE")
        urllib.request.urlopen(delete, timeout=30).close()
        self._driver.terminate()
        self._driver.wait(timeout=30)

    def open(self, path: Path) -> None:
        """Load a file."""
        self._call(f"{self._session}/url", {"url": path.as_uri()})

    def run(self, script: str) -> Any:
        """What a script returns."""
        return self._call(f"{self._session}/execute/sync", {"script": script, "args": []})

    def look(self, width: int, scheme: str) -> None:
        """Take a width in pixels and a colour scheme."""
        sized = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        for command, params in (("setDeviceMetricsOverride", sized), ("setEmulatedMedia", media)):
            self._call(f"{self._session}/goog/cdp/execute", {"cmd": f"Emulation.{command}", "params": params})

    def said(self) -> list[str]:
        """Messages of the console since the last time."""
        return [entry["message"] for entry in self._call(f"{self._session}/se/log", {"type": "browser"})]

    def requests(self) -> list[str]:
        """Addresses asked for since the last time."""
        entries = [json.loads(entry["message"])["message"] for entry in self._log("performance")]
        sent = [entry for entry in entries if entry["method"] == "Network.requestWillBeSent"]
        return [entry["params"]["request"]["url"] for entry in sent]

    def _log(self, kind: str) -> list[dict[str, Any]]:
        return self._call(f"{self._session}/se/log", {"type": kind})
