"""Kernels are linked by their annotations, and their code is kept under all that it hangs on."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vs_sim.jit import JIT_OFF, KERNELS

PROGRAM = """
from __future__ import annotations
import numpy as np
from vs_sim.jit import kernel, leaf

STEP = {step}

@leaf
def one_more(n: int) -> int:
    return n + STEP

@kernel
def counted(n: int) -> int:
    total = np.int64(0)
    for k in range(n):
        total = one_more(total)
    return total
"""
ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")


def counted(folder: Path, step: int) -> int:
    """What a module with kernels gives in a process of its own, with a cache in the folder."""
    (folder / "stepping.py").write_text(PROGRAM.format(step=step), encoding="utf-8")
    code = "import stepping; print(stepping.counted(3))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={
            "PYTHONPATH": f"{folder}:{ROOT}",
            "VS_SIM_CACHE_DIR": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


def test_a_changed_constant_is_compiled_anew_and_an_old_one_found_again(tmp_path: Path) -> None:
    """The code of a module is kept by what it hangs on: two states of it make two units, a third look none."""
    assert [counted(tmp_path, step) for step in (1, 5, 1)] == [3, 15, 3]
    assert len(list((tmp_path / "cache" / "units").glob("*.bc"))) == 2


def test_every_process_keeps_a_unit_under_the_same_name() -> None:
    """Whatever else it has imported: otherwise what one process translates is translated once more by the other."""
    found = [
        subprocess.run(
            [
                sys.executable,
                "-c",
                f"import {first}; from vs_sim.translate import _file_of; print(_file_of('vs_sim.rules.piles').name)",
            ],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for first in ("vs_sim.rules.piles", "vs_sim.engine.batch")
    ]
    assert found[0] == found[1] != ""


def test_every_kernel_has_the_one_signature_of_its_annotations() -> None:
    """What is passed is converted: an int16, a literal and a bool reach a kernel as what it says."""
    importlib.import_module("vs_sim.rules.packing")

    bit = KERNELS["vs_sim.rules.packing.bit"]
    assert [int(bit(k)) for k in (3, np.int16(3), True)] == [8, 8, 2]
    assert bit.returns == "int"


ENTRY = """
from __future__ import annotations
import sys
import numpy as np
from vs_sim.jit import Numbers, entry, is_compiled

@entry
def divide(numbers: Numbers, by: int) -> int:
    for k in range(numbers.shape[0]):
        numbers[k] //= by
    return numbers[0]

def tried(*args: object) -> str:
    try:
        return str(divide(*args))
    except (RuntimeError, TypeError) as error:
        return type(error).__name__

wrong = [np.zeros(4, dtype=np.int32), np.zeros((2, 2), dtype=np.int64), np.zeros(8, dtype=np.int64)[::2]]
print(is_compiled(divide), divide(np.array([6, 8]), 2), tried(np.array([6, 8]), 0), *(tried(one, 2) for one in wrong))
print("numba" in sys.modules)
"""


def test_an_entry_is_compiled_once_and_then_called_without_numba(tmp_path: Path) -> None:
    """Its code is kept; a wrong array or division is an error in Python, never a wrong number."""
    (tmp_path / "dividing.py").write_text(ENTRY, encoding="utf-8")

    def answer() -> list[str]:
        return subprocess.run(
            [sys.executable, "-c", "import dividing"],
            cwd=tmp_path,
            env={"PYTHONPATH": f"{tmp_path}:{ROOT}", "VS_SIM_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()

    refused = "3 RuntimeError TypeError TypeError TypeError"
    assert answer() == [f"False {refused}", "True"]
    assert answer() == [f"True {refused}", "False"]
    (file,) = (tmp_path / "cache").rglob("*.o")
    file.write_bytes(file.read_bytes()[:-1])
    assert answer() == [f"True {refused}", "True"]  # damaged: made anew
    assert answer() == [f"True {refused}", "False"]
