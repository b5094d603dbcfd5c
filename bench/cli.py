"""The command line: parse, call, print. Findings go to stdout, progress to stderr."""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bench import exits

if TYPE_CHECKING:
    from collections.abc import Sequence

_START = time.perf_counter()


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workload", action="append", metavar="W", help="workload id, may be given again (default: what suits this machine)"
    )
    parser.add_argument("--preset", metavar="P", help="size: standard, tenth, large, quick or rare2018 (default: what suits this machine)")
    parser.add_argument("--precision", choices=("fp32", "tf32", "fp16", "bf16"), default="fp32")
    parser.add_argument("--backend", choices=("tensorflow", "jax", "torch"), default="tensorflow")
    parser.add_argument("--devices", default="1", metavar="N|all", help="how many devices to use (default 1)")
    parser.add_argument("--repeats", type=int, default=None, metavar="N", help="full measurements (default: 1 for trainings, 3 for probes)")
    parser.add_argument("--mode", choices=("single", "data-parallel", "concurrent", "multi-node"), default=None)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first repeat (default 1)")
    parser.add_argument("--dataset", choices=("tweets2012", "sentiment140"), help="a real corpus instead of the synthetic one (not ranked)")
    parser.add_argument("--data-file", type=Path, metavar="PATH", help="your copy of that corpus")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint beside --out")
    parser.add_argument(
        "--out", type=Path, default=None, metavar="FILE", help="submission file (default: bench-<date>-<preset>.submission.json)"
    )
    parser.add_argument("--notes", default=None, help="a sentence for readers, shown as plain text")


def _submit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    parser.add_argument("--handle", help="your GitHub handle; part of the file name")
    parser.add_argument("--provider", help="where the machine was rented, such as aws; leave out for your own machine")
    parser.add_argument("--instance", help="instance type, such as p3.2xlarge")
    parser.add_argument("--region")
    parser.add_argument("--commitment", choices=("on_demand", "spot", "reserved", "dedicated"))
    parser.add_argument("--way", choices=("link", "git", "gh"), help="how to send it (default: what this machine allows)")
    parser.add_argument("--yes", action="store_true", help="consent given: do not ask")
    parser.add_argument("--dry-run", action="store_true", help="show everything, send nothing")


def _validate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR")
    parser.add_argument("--format", choices=("text", "json", "github"), default="text")
    parser.add_argument("--base", metavar="REV", help="judge the change since the merge base with REV too")
    parser.add_argument("--fix", action="store_true", help="mend what is safe to mend, then judge")


def make_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure training on this machine and submit the result.")
    parser.add_argument("--version", action="version", version=version("trainboard"))
    parser.add_argument("--debug", action="store_true", help="show a traceback when something breaks")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    doctor = commands.add_parser("doctor", help="look for what would spoil a run here")
    doctor.add_argument("--backend", choices=("tensorflow", "jax", "torch"), default="tensorflow")
    _run_arguments(commands.add_parser("run", help="measure"))
    _validate_arguments(commands.add_parser("validate", help="judge files; exit 0 clean, 1 findings that block, 2 could not run"))
    _submit_arguments(commands.add_parser("submit", help="send a submission by pull request"))
    for name, text in (("system", "what machine is this"), ("workloads", "what can be measured"), ("rules", "what the judge checks")):
        commands.add_parser(name, help=text).add_argument("--json", action="store_true")
    commands.add_parser("schema", help="JSON Schema of the submission")
    prices = commands.add_parser("prices", help="fetch today's prices").add_subparsers(dest="prices_command", required=True)
    refresh = prices.add_parser("refresh", help="add the rows that changed at a provider")
    refresh.add_argument("provider", nargs="*", help="without one: all, where it is enough that one answers")
    return parser


def _doctor(arguments: argparse.Namespace) -> int:
    from bench import doctor

    checks = doctor.examine(arguments.backend)
    print(doctor.render(checks))
    return exits.FINDINGS if any(check.blocks for check in checks) else exits.CLEAN


def _run(arguments: argparse.Namespace) -> int:
    from bench.contributing import contribute

    return contribute(arguments, _START)


def _validate(arguments: argparse.Namespace) -> int:
    from bench import validation

    text, code = validation.judge(arguments.paths, arguments.format, arguments.base, fix=arguments.fix)
    print(text, end="" if text.endswith("\n") or not text else "\n")
    return code


def _submit(arguments: argparse.Namespace) -> int:
    from bench.submitting import submit

    return submit(arguments)


def _system(arguments: argparse.Namespace) -> int:
    from bench.system import detect

    found = detect(None).model_dump(mode="json")
    if arguments.json:
        print(json.dumps(found, indent=1))
        return exits.CLEAN
    host = found["host"]
    print(f"{found['hardware_name']} ({found['hardware_id']}), {len(found['devices'])} device(s)")
    print(
        f"{host['cpu_name']}, {host['cpu_logical_cores']} logical cores, {host['memory_bytes'] / 2**30:.1f} GiB, {host['operating_system']}"
    )
    return exits.CLEAN


def _workloads(arguments: argparse.Namespace) -> int:
    from bench.workloads import WORKLOADS

    if arguments.json:
        print(json.dumps({item.id: [preset.id for preset in item.presets] for item in WORKLOADS}, indent=1))
        return exits.CLEAN
    for item in WORKLOADS:
        print(f"{item.id}: {item.summary}")
        for preset in item.presets:
            ranked = "ranked" if preset.ranked else "not ranked"
            work = item.flops_per_sample(preset) / 1e6
            print(f"  {preset.id:<9} {preset.rows:>9,} samples, batch {preset.batch_size:,}, {work:,.1f} MFLOP a sample, {ranked}")
    return exits.CLEAN


def _rules(arguments: argparse.Namespace) -> int:
    from bench.validation.rules import RULES

    if arguments.json:
        print(json.dumps([{"id": rule.id, "severity": rule.severity, "what": rule.what} for rule in RULES], indent=1))
        return exits.CLEAN
    for rule in RULES:
        print(f"{rule.severity:<6} {rule.id}: {rule.what}")
    return exits.CLEAN


def _schema(_arguments: argparse.Namespace) -> int:
    from bench.schema import schema_bytes

    print(schema_bytes().decode(), end="")
    return exits.CLEAN


def _prices(arguments: argparse.Namespace) -> int:
    from bench.prices_refresh import refresh

    return refresh(arguments.provider)


_COMMANDS = {
    "doctor": _doctor,
    "run": _run,
    "validate": _validate,
    "submit": _submit,
    "system": _system,
    "workloads": _workloads,
    "rules": _rules,
    "schema": _schema,
    "prices": _prices,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; no traceback without ``--debug``."""
    arguments = make_parser().parse_args(argv)
    try:
        return _COMMANDS[arguments.command](arguments)
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)
    except Exception as error:
        if arguments.debug:
            raise
        kind = "" if isinstance(error, exits.UsageError) else f"{type(error).__name__}: "
        print(f"bench: {kind}{error}", file=sys.stderr)
    return exits.COULD_NOT_RUN


if __name__ == "__main__":
    sys.exit(main())
