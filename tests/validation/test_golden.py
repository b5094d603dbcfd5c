"""A verdict that was given once does not change unseen."""

from __future__ import annotations

from golden import ROOT, files, verdict, verdicts


def test_no_verdict_changed() -> None:
    known = verdicts()
    changed = {
        name: (known[name], verdict(ROOT / name)) for name in known if (ROOT / name).exists() and known[name] != verdict(ROOT / name)
    }
    assert changed == {}, "if this is wanted: raise the rule's VERSION and run tests/validation/golden.py --accept"


def test_every_example_is_in_the_corpus() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in files() if path.is_relative_to(ROOT / "tests")]
    assert [name for name in names if name not in verdicts()] == [], "run tests/validation/golden.py"


def test_no_accepted_result_is_refused_later() -> None:
    accepted = [path for path in files() if path.is_relative_to(ROOT / "submissions")]
    assert [path for path in accepted if any(line.startswith("error") for line in verdict(path))] == []
