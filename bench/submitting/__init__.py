"""``bench submit``: judge, show, ask once, then send or say how to send. Nothing leaves the machine without a yes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bench import exits
from bench.strict_json import write_whole
from bench.submitting.preparing import Prepared, prepare
from bench.submitting.showing import shown_bytes, shown_words
from bench.submitting.ways import WAYS, choose

if TYPE_CHECKING:
    import argparse

KEPT_FOLDER = Path("submission-to-send")
"""Where the file waits, in its place, until it is sent; it survives a stop and a machine without a network."""


def _consents() -> bool:
    if not sys.stdin.isatty():
        raise exits.UsageError("nobody is here to ask for consent; read the file, then give --yes")
    return input("Publish these bytes under CC0-1.0, for good? [y/N] ").strip().lower() in {"y", "yes"}


def _judged(prepared: Prepared, text: str) -> None:
    print(text, end="")
    if prepared.blocked:
        print("not sent: the judge in the pull request would refuse it for the same reasons", file=sys.stderr)


def submit(arguments: argparse.Namespace) -> int:
    """Prepare a file and send it the way that was chosen, or that this machine allows.

    Args:
        arguments: ``file handle provider instance region commitment way yes dry_run`` of the command line.

    Returns:
        0 sent or said how, 1 refused by the judge or without consent.

    Raises:
        bench.exits.UsageError: for what the person can mend (exit status 2).
    """
    prepared = prepare(arguments)
    print(shown_bytes(prepared))
    print(shown_words(prepared))
    _judged(prepared, prepared.verdict)
    if prepared.blocked:
        return exits.FINDINGS
    way = choose(arguments.way)
    kept = KEPT_FOLDER / prepared.path
    if arguments.dry_run:
        print(f"dry run: nothing was written or sent. Without --dry-run, {way} would follow:\n")
        print(WAYS[way](prepared, kept))
        return exits.CLEAN
    if not arguments.yes and not _consents():
        print("nothing was sent", file=sys.stderr)
        return exits.FINDINGS
    write_whole(kept, prepared.data)
    print(f"The file waits at {kept}; the same content always has the same name, so doing this twice does no harm.\n")
    print(WAYS[way](prepared, kept))
    return exits.CLEAN
