"""Everything the publisher runs: accepted files to a static site."""
