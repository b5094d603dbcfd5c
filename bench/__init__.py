"""Everything a contributor runs: measure training on this machine and write one submission file."""

__version__ = "0.1.0"
