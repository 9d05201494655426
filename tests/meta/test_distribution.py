"""The wheel and the source distribution hold all that they should, and no more."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import arbitree
from tests.meta.source import PACKAGE, ROOT


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both, built by the backend that pyproject.toml names, without a network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder


def files_in(folder: Path) -> set[str]:
    """The files that belong to a folder, named from above it."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder.parent).as_posix() for path in paths}


def test_the_wheel_holds_every_file_of_the_package_and_the_examples(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("arbitree/")}

    assert held == files_in(PACKAGE) | {f"arbitree/{name}" for name in files_in(ROOT / "examples")}
    assert "arbitree/py.typed" in held


def test_who_installs_the_wheel_gets_the_examples(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    command = [sys.executable, "-m", "arbitree", "init", "there", "--example", "conversations"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}

    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60)

    assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "there").iterdir()} == {
        path.name for path in (ROOT / "examples/conversations").iterdir()
    }


def test_the_version_is_said_once(built: Path) -> None:
    (wheel,) = built.glob("*.whl")

    assert wheel.name.startswith(f"arbitree-{arbitree.__version__}-")


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
