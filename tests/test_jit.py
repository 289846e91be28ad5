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
pytestmark = pytest.mark.skipif(JIT_OFF, reason="nothing is compiled")


def counted(folder: Path, step: int) -> int:
    """What a module with kernels gives in a process of its own, with a cache in the folder."""
    (folder / "stepping.py").write_text(PROGRAM.format(step=step), encoding="utf-8")
    code = "import stepping; print(stepping.counted(3))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={
            "PYTHONPATH": f"{folder}:{Path(__file__).parents[1]}",
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


def test_every_kernel_has_the_one_signature_of_its_annotations() -> None:
    """What is passed is converted: an int16, a literal and a bool reach a kernel as what it says."""
    importlib.import_module("vs_sim.rules.packing")

    bit = KERNELS["vs_sim.rules.packing.bit"]
    assert [int(bit(k)) for k in (3, np.int16(3), True)] == [8, 8, 2]
    assert bit.returns.name == "int64"
