"""Installing: the lock, the wheel, the scripts."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import vs_sim
from vs_sim.cards import load_deck_text

ROOT = Path(vs_sim.__file__).parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINNED = re.compile(
    r"^([a-z0-9-]+)==(\S+)( ;.*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_lock_names_no_host_or_path() -> None:
    """The lock holds names, versions and hashes; where packages come from is the machine's affair."""
    assert re.search(r"://|--index|--find-links|\s@\s|/home|/root", LOCK) is None


def test_lock_pins_everything_with_hashes() -> None:
    """Each line that names a package has a version and at least one hash."""
    named = re.findall(r"^[a-z0-9].*$", LOCK, re.MULTILINE)
    assert len(PINNED.findall(LOCK)) == len(named) > 30


def test_lock_is_within_the_ranges_of_the_project() -> None:
    """What pyproject asks for is in the lock, in a version that it admits."""
    project = _project()
    versions: dict[str, list[str]] = {}
    for name, version, _marker, _hashes in PINNED.findall(LOCK):
        versions.setdefault(name, []).append(version)
    for text in project["dependencies"] + project["optional-dependencies"]["dev"]:
        wanted = Requirement(text)
        pinned = versions[canonicalize_name(wanted.name)]
        assert all(wanted.specifier.contains(version) for version in pinned), text


def test_wheel_brings_the_decks_and_nothing_else(tmp_path: Path) -> None:
    """An installed package has its decks; tests and numba's caches stay behind."""
    pytest.importorskip("hatchling")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    decks = {f"vs_sim/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "decks").rglob("*.toml")}
    assert len(decks) > 20
    assert decks <= set(names)
    assert {name.split("/")[0] for name in names} == {"vs_sim", f"vs_sim-{vs_sim.__version__}.dist-info"}
    assert not [name for name in names if name.endswith((".nbi", ".nbc", ".pyc"))]


def test_changelog_has_this_version() -> None:
    """The newest entry of the changelog is the version of the package."""
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == vs_sim.__version__


@pytest.mark.parametrize("script", ["scripts/run", "scripts/test", "scripts/balance", ".ci/run"])
def test_scripts_can_be_run(script: str) -> None:
    """Scripts are executable and stop at the first failure."""
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    assert "set -euo pipefail" in path.read_text(encoding="utf-8")


def test_readme_deck_is_a_deck() -> None:
    """The deck that the README shows can be loaded as it stands there."""
    written = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    decks = [load_deck_text(text) for text in written if text.startswith("schema")]
    assert [deck.name for deck in decks] == ["my first deck"]
