"""The house keeps its own rules: one visible tuple per kind of thing, light imports, small files."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from bench.schema import schema_bytes
from bench.workloads import WORKLOADS
from site_builder.charts import CHARTS

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("bench", "site_builder")
HEAVY = ("tensorflow", "keras", "jax", "torch", "pandas", "altair", "jinja2", "mkdocs", "vl_convert", "pyarrow")

BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in {blocked!r}:
            raise ImportError('blocked: ' + name)
sys.meta_path.insert(0, Block())
{code}
"""


def _modules() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def test_every_workload_file_is_in_the_tuple() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "bench/workloads").glob("*.py")} - {"--init--", "facts"}
    assert files == {item.id for item in WORKLOADS}


def test_every_chart_file_is_in_the_tuple() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "site_builder/charts").glob("[!_]*.py")} - {"theme"}
    assert files == {item.id for item in CHARTS}


def test_the_committed_schema_is_the_generated_one() -> None:
    assert (ROOT / "submissions/schema.json").read_bytes() == schema_bytes()


@pytest.mark.parametrize(
    "code",
    [
        "import bench.submission, bench.validation",
        "from bench.cli import make_parser; make_parser().format_help()",
        "from pathlib import Path; from bench.validation import judge; assert judge([Path('submissions')], 'text', None)[1] == 0",
        "from bench.workloads import WORKLOADS; from bench.catalog import HARDWARE",
    ],
)
def test_the_bare_package_needs_no_framework_and_no_site_package(code: str) -> None:
    script = BLOCKED.format(blocked=HEAVY, code=code)
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_bench_never_imports_the_site() -> None:
    for path in (ROOT / "bench").rglob("*.py"):
        assert "site_builder" not in path.read_text(encoding="utf-8"), path


def test_files_are_short_and_none_is_a_drawer() -> None:
    long = [str(path.relative_to(ROOT)) for path in _modules() if len(path.read_text(encoding="utf-8").splitlines()) > 300]
    assert long == ["bench/submission.py"]  # the contract is read as one page
    assert not [path for path in _modules() if path.stem in {"utils", "helpers", "misc"}]


def test_functions_are_short() -> None:
    nodes = [node for path in _modules() for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    lengths = sorted((node.end_lineno or 0) - node.lineno + 1 for node in nodes if isinstance(node, ast.FunctionDef))
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[int(0.95 * len(lengths))] <= 40
