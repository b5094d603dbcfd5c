"""What machine is this: readers of the host, its limits and its accelerators. No framework is imported here."""
