"""`python -m bench [NAME…] [--json FILE]`: run benchmarks, print the table, say what misses its target."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from bench.measured import Row

BENCHES = ("engine", "requests", "growth", "deadlines", "starting", "acknowledging", "draining")
"""Each is a module of this package and runs in a process of its own, so that none warms another's."""


def main() -> int:
    """Run what was asked for; 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}; none means all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there")
    asked = parser.parse_args()
    for name in asked.names:
        if name not in BENCHES:
            parser.error(f"there is no benchmark {name}")
    rows = []
    for name in asked.names or BENCHES:
        found = _run(name)
        rows += found
        print(_table(found), flush=True)
    if asked.json is not None:
        asked.json.write_text(json.dumps([vars(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    missed = [row for row in rows if not row.met]
    print(f"{len(rows)} rows, {len(missed)} over target.")
    return 1 if missed else 0


def _run(name: str) -> list[Row]:
    done = subprocess.run([sys.executable, "-m", f"bench.{name}"], stdout=subprocess.PIPE, check=True)
    return [Row(**row) for row in json.loads(done.stdout)]


def _table(rows: list[Row]) -> str:
    return "\n".join(
        f"{'  ' if row.met else '! '}{row.name:<68}{row.value:>12,.2f} {row.unit:<8}"
        + (f"at most {row.most:g}" if row.most is not None else "")
        for row in rows
    )


if __name__ == "__main__":
    sys.exit(main())
