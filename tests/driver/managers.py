#!/usr/bin/env python3
"""Atalaya under the programs that hold matches: fastchess and cutechess-cli, run as they are.

fastchess's own check of an engine (`--compliance`), then two games by each program, of chess and of Chess960. A loss on
time, a crash, an illegal move, or an engine that is not understood ends this script with status 1.

    tests/driver/managers.py target/release/atalaya --fastchess ./fastchess --cutechess ./cutechess-cli
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

FAULTS = ["illegal", "disconnect", "stalls", "on time", "Warning", "warning", "timeout", "crash"]


def run(command, folder):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    return done.returncode, done.stdout


def games(command, folder, count):
    status, said = run(command, folder)
    faults = [line for line in said.splitlines() if any(fault in line for fault in FAULTS)]
    finished = len(re.findall(r"^Finished game ", said, re.MULTILINE))
    if status != 0 or faults or finished != count:
        sys.exit(f"{' '.join(command)}: status {status}, {finished} of {count} games\n{said}")


parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--fastchess")
parser.add_argument("--cutechess")
arguments = parser.parse_args()
program = os.path.abspath(arguments.program)

with tempfile.TemporaryDirectory() as folder:
    openings = {"standard": run([program, "genfens", "2", "seed", "7"], folder)[1].replace("info string genfens ", ""),
                "fischerandom": "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1\n"}
    for variant, fens in openings.items():
        with open(os.path.join(folder, f"{variant}.epd"), "w") as file:
            file.write(fens)
    if arguments.fastchess:
        fastchess = os.path.abspath(arguments.fastchess)
        status, said = run([fastchess, "--compliance", program], folder)
        passed = len(re.findall(r"Passed", said))
        if status != 0 or "Engine passed all compliance checks." not in said:
            sys.exit(said)
        version = run([fastchess, "--version"], folder)[1].strip()
        print(f"{version}: --compliance, {passed} steps")
        for variant in ["standard", "fischerandom"]:
            engines = [word for name in ["a", "b"] for word in ["-engine", f"cmd={program}", f"name={name}"]]
            games([fastchess, *engines, "-each", "proto=uci", "tc=1+0.02", "timemargin=250", "option.Hash=4", "-variant", variant,
                   "-openings", f"file={variant}.epd", "format=epd", "-rounds", "1", "-games", "2", "-testEnv", "-pgnout", f"file={variant}.pgn", "nodes=true", "seldepth=true"],
                  folder, 2)
            print(f"fastchess: two games, {variant}")
    if arguments.cutechess:
        cutechess = os.path.abspath(arguments.cutechess)
        version = run([cutechess, "--version"], folder)[1].splitlines()[0]
        for variant in ["standard", "fischerandom"]:
            engines = [word for name in ["a", "b"] for word in ["-engine", f"cmd={program}", f"name={name}"]]
            games([cutechess, *engines, "-each", "proto=uci", "tc=2+0.05", "timemargin=1000", "option.Hash=4", "ponder", "-variant", variant,
                   "-openings", f"file={variant}.epd", "format=epd", "-games", "2", "-pgnout", f"cute-{variant}.pgn"], folder, 2)
            print(f"{version}: two games, {variant}, pondering")
