#!/usr/bin/env python3
"""Atalaya under OpenBench's client: the functions of a checkout of OpenBench, run on this program. Nothing is asked of a server.

What a worker does with a test is done by its own code (`Client/bench.py`, `genfens.py`, `utils.py`, `worker.py`,
`pgn_util.py`): the compiler is looked for; with --source the engine is built from an archive of the committed source, by
make, with --network also with another network; its bench is run several times at once and compared; openings are made by
`genfens`; with --fastchess a test, an SPSA session and a datagen workload of two games each are played. Needs what the client needs
(`Client/requirements.txt`).

    tests/driver/openbench.py ~/OpenBench target/release/atalaya --fastchess ~/fastchess/fastchess
    tests/driver/openbench.py ~/OpenBench target/release/atalaya --source . --network other.net
"""

import argparse
import contextlib
import functools
import http.server
import io
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import types

parser = argparse.ArgumentParser()
parser.add_argument("openbench")
parser.add_argument("program")
parser.add_argument("--fastchess", help="a fastchess built as the client builds it")
parser.add_argument("--source", help="the repository to build from")
parser.add_argument("--network", help="another network, to be built in")
arguments = parser.parse_args()
client = os.path.join(os.path.abspath(arguments.openbench), "Client")
program, fastchess, source, network = (
    path and os.path.abspath(path)
    for path in [arguments.program, arguments.fastchess, arguments.source, arguments.network])
sys.path.insert(0, client)
sys.argv = ["client.py"]

import bench  # noqa: E402
import genfens  # noqa: E402
import pgn_util  # noqa: E402
import utils  # noqa: E402
import worker  # noqa: E402


def check(holds, what):
    if not holds:
        sys.exit(f"openbench.py: {what}")


def none_is_killed(name):
    """In place of the client's `pkill -f`."""
    check(False, f"the client would kill {name}")


utils.kill_process_by_name = none_is_killed


def quietly(function, *given):
    """Calls a function of the client, which prints much."""
    with contextlib.redirect_stdout(io.StringIO()):
        return function(*given)


class Silent(http.server.SimpleHTTPRequestHandler):
    """A server of files that logs nothing."""

    def log_message(self, *_):
        pass


def build(folder, net_path):
    """Builds as the client does, from an archive over HTTP; returns the program's path from the client's folder."""
    subprocess.run(["git", "-C", source, "archive", "--format=zip", "--prefix=atalaya/", "-o", f"{folder}/source.zip", "HEAD"],
                   check=True)
    handler = functools.partial(Silent, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    commit = subprocess.run(["git", "-C", source, "rev-parse", "HEAD"], check=True, text=True, capture_output=True).stdout
    out_path = os.path.join("Engines", utils.engine_binary_name("Atalaya", commit, net_path))
    url = f"http://127.0.0.1:{server.server_port}/source.zip"
    try:
        name = quietly(utils.prepare_engine, "Atalaya", net_path, "main", url, "", out_path, False, "cargo")
    except utils.OpenBenchBuildFailedException as error:
        sys.exit(f"{error.message}\n{error.logs}")
    finally:
        server.shutdown()
    return os.path.join("Engines", name)


def openings(engine, book, count):
    """Has the client make a book by `genfens`; returns its lines."""
    text = io.StringIO()
    given = {"N": count, "threads": 2, "book": book, "seeds": [2**31 - 1, 12345], "extra": "", "engine": engine, "output": text}
    quietly(genfens.create_genfens_opening_book, given)
    lines = text.getvalue().splitlines()
    check(len(lines) == 2 * count and len(set(lines)) > count, f"openings: {lines}")
    check(all(re.fullmatch(r"\S+ [wb] \S+ \S+ hmvc \d+; fmvn \d+;", line) for line in lines), f"no EPD: {lines}")
    return lines


def play(name, kind, book, options="Threads=1 Hash=4", spsa=None):
    """Two games of a workload as the server describes it; returns what the client would report."""
    side = {"options": options, "engine": "Atalaya", "time_control": "1.0+0.02", "network": "None"}
    test = {
        "id": 1, "type": kind, "dev": dict(side), "base": dict(side), "book": {"name": book}, "book_index": 1, "book_seed": 7,
        "win_adj": "movecount=3 score=400", "draw_adj": "movenumber=40 movecount=8 score=10", "syzygy_adj": "DISABLED",
        "syzygy_wdl": "DISABLED", "play_reverses": True}
    workload = {"test": test, "result": {"id": 1}, "distribution": {"concurrency-per": 1, "rounds-per-runner": 1}, "spsa": spsa or {}}
    config = types.SimpleNamespace(workload=workload, syzygy_max=0, threads=1)
    command = worker.build_runner_command(config, name, name, 1.0, 0, 0)
    results = queue.Queue()
    quietly(worker.run_and_parse_runner, config, command, 0, results, threading.Event())
    check(results.qsize() == 1, f"{kind}: no pair of games came to its end: {command}")
    report = results.get()
    check(sum(report["trinomial"]) == 2 and sum(report["pentanomial"]) == 1, f"{kind}: {report}")
    check(not (report["crashes"] or report["timelosses"] or report["illegals"]), f"{kind}: {report}")
    pgn = worker.MatchRunner.pgn_name(config, 0, 0)
    check(not any(worker.PGNHelper.get_error_reason(headers) for headers, _ in worker.PGNHelper.slice_pgn_file(pgn)), pgn)
    for compact in [True, False]:
        moves = pgn_util.process_pgn_file(pgn, 1.0, compact)
        check("[Result " in moves and re.search(r"\d/\d+", moves), moves)
    os.remove(pgn)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name in ["Engines", "Networks", "Books", "PGNs"]:
        os.mkdir(name)
    print(f"client {worker.CLIENT_VERSION}")
    version = tuple(map(int, worker.get_version("cargo").split(".")))
    check(version >= (1, 95), f"cargo {version}: the configuration asks for cargo>=1.95")
    command = utils.makefile_command(None, "", "Atalaya-1", "g++")
    check(command == ["make", "-j", "EXE=Atalaya-1", "CXX=g++"], f"the client builds by {command}")

    name = "Atalaya-00000000"
    shutil.copy(program, os.path.join("Engines", name))
    engine = os.path.join("Engines", name)
    nps, nodes = bench.run_benchmark(engine, 2, 1)
    check(nps > 1000, f"{nps} nps")
    print(f"bench: {nodes} nodes, two at a time")
    if source:
        engine = build(folder, None)
        bench.run_benchmark(engine, 2, 1, nodes)
        print("built by make: the same bench")
        name = os.path.basename(engine)
        if network:
            net_path = os.path.join("Networks", "0000ABCD")
            shutil.copy(network, net_path)
            _, others = bench.run_benchmark(build(folder, net_path), 1, 1)
            check(others != nodes, "EVALFILE has changed nothing")
            print(f"built with EVALFILE: bench {others}")

    lines = openings(engine, "None", 4)
    with open("Books/openbench.genfens.epd", "w") as file:
        file.write("\n".join(lines) + "\n")
    shutil.copy("Books/openbench.genfens.epd", "Books/from_genfens.epd")
    openings(engine, "Books/from_genfens.epd", 4)
    with open("Books/one_FRC.epd", "w") as file:
        file.write("bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1\n")
    openings(engine, "Books/one_FRC.epd", 4)
    print("genfens: without a book, with one, with one of Chess960")

    if fastchess:
        shutil.copy(fastchess, "fastchess-ob")
        play(name, "SPRT", "from_genfens.epd")
        play(name, "SPRT", "one_FRC.epd")
        play(name, "DATAGEN", "NONE")
        spsa = {"Threads": {"dev": [2], "base": [1]}}
        play(name, "SPSA", "from_genfens.epd", "Hash=4", spsa)
        print("matches by fastchess: SPRT, SPRT of Chess960, DATAGEN, SPSA")
