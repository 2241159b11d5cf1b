#!/usr/bin/env python3
"""How many mates another UCI engine finds: `go mate N` over every k-th position of an EPD file.

    tests/driver/mates.py ENGINE FILE FROM TO EVERY MILLISECONDS HASH_MB

Reads lines with `bm #N` or `dm N`, FROM <= N <= TO. A mate counts if the engine's last exact score
is a mate in at most N. One thread; the clock runs from `go` to `bestmove`. Compare with
`atalaya mate --epd FILE --only FROM-TO --every EVERY --find --time SECONDS --hash HASH_MB`.
"""

import re
import sys
import time

from uci import Engine


def positions(path, least, most):
    for line in open(path):
        known = re.search(r"(?:bm #|dm )(-?\d+)", line)
        if known and least <= int(known[1]) <= most:
            yield " ".join(line.split()[:4]), int(known[1])


def main():
    if len(sys.argv) != 8:
        sys.exit(__doc__)
    program, path = sys.argv[1:3]
    least, most, every, limit_ms, hash_mb = map(int, sys.argv[3:])
    engine = Engine(program)
    engine.say("uci")
    engine.until("uciok")
    engine.say(f"setoption name Hash value {hash_mb}")
    engine.say("setoption name Threads value 1")
    times = {}
    for fen, n in list(positions(path, least, most))[::every]:
        engine.say("ucinewgame")
        engine.say("isready")
        engine.until("readyok")
        engine.say(f"position fen {fen} 0 1")
        begun = time.monotonic()
        engine.say(f"go mate {n} movetime {limit_ms}")
        said = "".join(engine.until("bestmove"))
        elapsed = 1000 * (time.monotonic() - begun)
        exact = re.findall(r"score mate (\d+)(?! (?:upper|lower)bound)", said)
        found = bool(exact) and 0 < int(exact[-1]) <= n
        times.setdefault(n, []).append(elapsed if found else float("inf"))
        print(f"#{n} {'found' if found else 'not found'} {elapsed:.0f} ms  {fen}", flush=True)
    engine.say("quit")
    for n, taken in sorted(times.items()):
        taken.sort()
        found = sum(ms < float("inf") for ms in taken)
        print(f"N = {n}: {found} of {len(taken)}, median {taken[len(taken) // 2]:.0f} ms")


main()
