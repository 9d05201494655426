"""The wheel and the source distribution hold all that they should, and no more."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.meta.source import PACKAGE, ROOT


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both, built by the backend that pyproject.toml names, without a network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_wheel_holds_every_file_of_the_package(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("arbitree/")}
    written = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }

    assert held == written
    assert "arbitree/py.typed" in held


def test_the_wheel_brings_the_licence_and_the_command(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    archive = zipfile.ZipFile(wheel)
    (licence,) = [name for name in archive.namelist() if name.endswith("licenses/LICENSE")]
    (scripts,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]

    assert archive.read(licence) == (ROOT / "LICENSE").read_bytes()
    assert b"arbitree = arbitree.cli:main" in archive.read(scripts)


def test_the_source_distribution_can_be_tested(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}

    assert {"pyproject.toml", "README.md", "LICENSE", "Makefile", "conftest.py", "tests/meta/source.py"} <= held
    assert not [name for name in held if name.startswith((".venv", "runs/")) or name.endswith(".pyc")]
