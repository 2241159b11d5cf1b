#!/usr/bin/env python3
"""How many mates an engine sees in plain analysis: `go nodes N` over every k-th position of an EPD file.

    tests/driver/matetrack.py ENGINE FILE EVERY NODES HASH_MB [OPTION=VALUE...]

Reads lines with `bm #N`. A mate is found if the engine's last exact score is a mate for the right side
(that score's line must be the whole way to mate), best if it takes N moves. One thread, a new game for
each position. Prints the misses, then the counts.
"""

import re
import sys

from uci import Engine


def last_score(said):
    """The last exact mate score and its line; None if the last exact score is no mate."""
    exact = [line for line in said if " pv " in line and not re.search(r"(lower|upper)bound", line)]
    if not exact:
        return None
    mate = re.search(r"score mate (-?\d+)", exact[-1])
    return mate and (int(mate[1]), exact[-1].split(" pv ")[1].split())


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    program, path = sys.argv[1:3]
    every, nodes, hash_mb = map(int, sys.argv[3:6])
    engine = Engine(program)
    engine.say("uci")
    engine.until("uciok")
    for option in [f"Hash={hash_mb}", "Threads=1", *sys.argv[6:]]:
        name, value = option.split("=", 1)
        engine.say(f"setoption name {name} value {value}")
    found = best = short = total = 0
    for line in [line for line in open(path) if " bm #" in line][::every]:
        fen = " ".join(line.split()[:4])
        n = int(re.search(r"bm #(-?\d+)", line)[1])
        engine.say("ucinewgame")
        engine.say("isready")
        engine.until("readyok")
        engine.say(f"position fen {fen} 0 1")
        engine.say(f"go nodes {nodes}")
        seen = last_score(engine.until("bestmove"))
        total += 1
        if seen is None or seen[0] * n <= 0:
            print(f"#{n} {'not seen' if seen is None else f'mate {seen[0]}'}  {fen}", flush=True)
            continue
        moves, pv = seen
        found += 1
        best += moves == n
        if len(pv) != 2 * abs(moves) - (moves > 0):
            short += 1
            print(f"#{n} mate {moves} with a line of {len(pv)} plies  {fen}", flush=True)
    engine.say("quit")
    print(f"{total} positions: {found} mates found, {best} of them in the best length, {short} lines not whole")


main()
