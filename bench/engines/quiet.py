"""Keep a framework's start-up chatter off the screen: C++ writes it to the file descriptor, not to ``sys.stderr``."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def quiet_stderr() -> Iterator[None]:
    """Hold back what is written to descriptor 2; on an error it is shown after all."""
    sys.stderr.flush()
    with tempfile.TemporaryFile() as held:
        kept = os.dup(2)
        os.dup2(held.fileno(), 2)
        try:
            yield
        except BaseException:
            os.dup2(kept, 2)
            held.seek(0)
            sys.stderr.write(held.read().decode(errors="replace"))
            raise
        finally:
            os.dup2(kept, 2)
            os.close(kept)
