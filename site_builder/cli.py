"""``site-builder``: build the site, or build and serve it."""

from __future__ import annotations

import argparse
import functools
import http.server
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bench import exits

if TYPE_CHECKING:
    from collections.abc import Sequence


def make_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(prog="site-builder", description="Render the board from accepted files.")
    parser.add_argument("--debug", action="store_true", help="show a traceback when something breaks")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text in (("build", "write the static site"), ("serve", "write it and serve it on this machine")):
        command = commands.add_parser(name, help=text)
        command.add_argument("--submissions", type=Path, default=Path("submissions"), metavar="DIR")
        command.add_argument("--out", type=Path, default=Path("build/site"), metavar="DIR")
        command.add_argument("--strict", action="store_true", help="warnings fail the build")
        command.add_argument("--port", type=int, default=8000, help="of the server")
    return parser


def _serve(out: Path, port: int) -> None:
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(out))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"serving {out} on http://127.0.0.1:{port} (Ctrl-C ends it)")
        server.serve_forever()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 2 could not build."""
    arguments = make_parser().parse_args(argv)
    try:
        from site_builder.build import build

        for warning in build(arguments.submissions, arguments.out, strict=arguments.strict):
            print(f"warning: {warning}", file=sys.stderr)
        print(f"wrote {arguments.out}")
        if arguments.command == "serve":
            _serve(arguments.out, arguments.port)
    except KeyboardInterrupt:
        return exits.CLEAN
    except Exception as error:
        if arguments.debug:
            raise
        print(f"site-builder: {error}", file=sys.stderr)
        return exits.COULD_NOT_RUN
    return exits.CLEAN


if __name__ == "__main__":
    sys.exit(main())
