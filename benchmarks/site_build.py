"""Build the site from made-up corpora of several sizes: time, memory, files, bytes, and how time grows.

    python benchmarks/site_build.py 100 1000 10000

Each size is built in a process of its own, pictures cached by the one before (as on a board that grows). Corpora come from
``corpus_generator.py`` and stand below ``build/scale``.
"""

from __future__ import annotations

import itertools
import math
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "scale"


class Built(NamedTuple):
    """One build.

    Attributes:
        results: files of the corpus.
        seconds: by the wall.
        cpu_seconds: of all its processes.
        memory_bytes: largest process.
        files: of the site.
        site_bytes: of the site.
    """

    results: int
    seconds: float
    cpu_seconds: float
    memory_bytes: int
    files: int
    site_bytes: int


def corpus(results: int) -> Path:
    """The folder of submissions of a size, made where it is not there."""
    folder = FOLDER / str(results) / "submissions"
    if not folder.exists():
        script = str(ROOT / "benchmarks" / "corpus_generator.py")
        subprocess.run([sys.executable, script, "--results", str(results), "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder


def measure(results: int) -> Built:
    """Build one size from nothing."""
    folder = corpus(results)
    out = folder.parent / "site"
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "site_builder.cli", "build", "--submissions", str(folder), "--out", str(out)]
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    pid = os.posix_spawn(sys.executable, command, os.environ)
    _, status, used = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"the build of {results} results failed with status {status}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
    return Built(results, time.perf_counter() - start, cpu, used.ru_maxrss * 1024, len(sizes), sum(sizes))


def exponent(first: Built, last: Built) -> float:
    """The power of n with which the time grew."""
    return math.log(last.seconds / first.seconds) / math.log(last.results / first.results)


def main(sizes: list[int]) -> None:
    """Measure and print a table in Markdown."""
    os.chdir(ROOT)
    print("| results | time | CPU time | largest process | files | site | ms a result |\n|---|---|---|---|---|---|---|")
    built = []
    for results in sizes:
        made = measure(results)
        built.append(made)
        print(
            f"| {results:,} | {made.seconds:.1f} s | {made.cpu_seconds:.1f} s | {made.memory_bytes / 2**30:.2f} GiB | {made.files:,} "
            f"| {made.site_bytes / 1e6:.0f} MB | {1000 * made.seconds / results:.1f} |",
            flush=True,
        )
    for first, last in itertools.pairwise(built):
        print(f"growth from {first.results:,} to {last.results:,}: n^{exponent(first, last):.2f}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [100, 1000, 10000])
