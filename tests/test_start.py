"""Starting: what is loaded, where compiled code is kept, and several starts at once."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from vs_sim import code_cache
from vs_sim.jit import CACHE_DIR, JIT_OFF

ROOT = Path(__file__).parents[1]
PROGRAM = """
from __future__ import annotations
from vs_sim.jit import kernel

@kernel
def twice(n: int) -> int:
    return n + n

print(twice(21))
"""
LOADED = """
import sys
from vs_sim.cli.app import execute
assert execute(["run", "--games", "4", "--policy", "random", "--quiet", "--format", "json"]) == 0
heavy = ["numba", "scipy.stats", "scipy.linalg", "statsmodels", "matplotlib", "pandas", "dask", "distributed"]
print(*[name for name in heavy if name in sys.modules])
"""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_a_run_loads_nothing_that_it_does_not_need() -> None:
    """Each of these would take a tenth of a second to a second of every start; the first one may have to compile."""
    begin = [sys.executable, "-c", LOADED]
    subprocess.run(begin, cwd=ROOT, capture_output=True, check=True)
    done = subprocess.run(begin, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")
def test_processes_that_compile_at_once_do_each_other_no_harm(tmp_path: Path) -> None:
    """Three start with an empty cache: all are right, and one whole unit is left."""
    (tmp_path / "doubling.py").write_text(PROGRAM, encoding="utf-8")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", "import doubling"],
            cwd=tmp_path,
            env={"PYTHONPATH": f"{tmp_path}:{ROOT}", "VS_SIM_CACHE_DIR": str(tmp_path / "cache")},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    assert [process.communicate()[0] for process in running] == ["42\n"] * 3
    assert [file.suffix for file in (tmp_path / "cache" / "units").iterdir()] == [".bc"]


def test_what_nobody_has_used_for_a_month_is_removed_where_something_new_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries of other sources and units, but for those in use; a start with all its code at hand looks at none of them."""
    monkeypatch.setenv("VS_SIM_CACHE_DIR", str(tmp_path))
    long_ago = time.time() - (code_cache.KEEP_DAYS + 1) * 86400

    def old(path: Path) -> Path:
        os.utime(path, (long_ago, long_ago))
        return path

    units = tmp_path / "units"
    units.mkdir()
    for unit in ("a.bc", "b.bc"):
        (units / unit).touch()
    old(units / "a.bc")
    used = code_cache.set_up_cache("0" * 16)
    assert sorted(path.name for path in units.iterdir()) == ["b.bc"]
    (used / "entry.o").touch()
    left = code_cache.set_up_cache("1" * 16)
    old(left)
    code_cache.set_up_cache("0" * 16)
    assert left.is_dir()
    code_cache.set_up_cache("2" * 16)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0" * 16, "2" * 16, "units"]


@pytest.mark.parametrize("variable", ["VS_SIM_CACHE_DIR", "XDG_CACHE_HOME", "HOME"])
def test_no_place_to_write_is_no_obstacle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str
) -> None:
    """No home, or a cache that cannot be made (below a file, here): compiled code is kept in a temporary folder."""
    (tmp_path / "file").touch()
    for name in ("VS_SIM_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "file" / "below"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = code_cache.set_up_cache("0123456789abcdef")
    assert folder.is_dir()
    assert folder.is_relative_to(tmp_path)
    (folder / "kept").touch()
    again = code_cache.set_up_cache("0123456789abcdef")
    assert (again / "kept").exists()  # nothing is compiled anew at the next start


def test_a_temporary_folder_of_others_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that others may write to could hold anything: its code is not run."""
    monkeypatch.setenv("VS_SIM_CACHE_DIR", str(tmp_path / "file" / "below"))
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    taken = code_cache.set_up_cache("0123456789abcdef").parent
    taken.chmod(0o777)
    assert code_cache.set_up_cache("0123456789abcdef").parent != taken


def test_an_install_that_cannot_be_written_is_not_written() -> None:
    """Compiled code never goes beside the sources."""
    assert not CACHE_DIR.is_relative_to(ROOT / "vs_sim")
    assert list((ROOT / "vs_sim").rglob("*.nb[ci]")) == []


@pytest.mark.parametrize("name", ["translate.py", "rules/one.py", "engine/new.py"])
def test_changed_sources_never_find_old_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """A changed or new file of the kernels gives another name to the folder of compiled code; so does the compiler."""
    for one in code_cache.KERNEL_PACKAGES:
        path = tmp_path / one
        if path.suffix:
            path.parent.mkdir(exist_ok=True)
            path.write_text("A = 1\n", encoding="utf-8")
        else:
            path.mkdir()
            (path / "one.py").write_text("A = 1\n", encoding="utf-8")
    monkeypatch.setattr(code_cache, "__file__", str(tmp_path / "code_cache.py"))
    before = code_cache.sources_digest("x")
    assert before == code_cache.sources_digest("x") != code_cache.sources_digest("y")
    (tmp_path / name).write_text("A = 2\n", encoding="utf-8")
    assert code_cache.sources_digest("x") != before
