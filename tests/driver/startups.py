#!/usr/bin/env python3
"""What graphical programs say to an engine from its start to its end, and what they make of the answers.

Each function is one program, written after its source (version and files in its comment); nothing of it is run. Lines
that the program would show as errors, or could not read, end this script with status 1.

    tests/driver/startups.py target/release/atalaya
"""

import re
import sys

from uci import Engine

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOVE = "[a-h][1-8][a-h][1-8][qrbn]?"


def check(holds, what):
    if not holds:
        sys.exit(what)


def nibbler(program):
    """Nibbler 2.5.9: files/src/renderer/90_engine.js and 95_hub.js."""
    engine = Engine(program)
    engine.say("uci")
    known = set()
    while True:
        [line] = engine.until("")
        check(re.match("id |option |uciok", line), f"shown as an error: {line}")
        if option := re.match(r"option name (.*?) type ", line):
            known.add(option[1].lower())
            if option[1] == "UCI_Chess960":
                # Always, and before `uciok`.
                engine.say("setoption name UCI_Chess960 value true")
        if line.startswith("uciok"):
            break
    check("uci_chess960" in known, "no UCI_Chess960")
    for name, value in [("Contempt", 0), ("Move Overhead", 0), ("UCI_ShowWDL", "true")]:
        if name.lower() in known:
            engine.say(f"setoption name {name} value {value}")
    engine.say("setoption name MultiPV value 3")
    heard = engine.ask("isready", "readyok")
    check(heard == ["readyok\n"], f"an option of Nibbler's is refused: {heard}")
    engine.say("ucinewgame")

    def lines(heard, legal):
        """The lines that fill the table; the others are not looked at."""
        shown = [line for line in heard if " pv " in line and "bound" not in line]
        check(shown, f"no line with a pv: {heard}")
        for line in shown:
            for word in ["cp" if " cp " in line else "mate", "multipv", "nodes", "nps", "time", "depth", "seldepth", "tbhits"]:
                check(re.search(rf" {word} -?\d+", line), f"{word} is missing: {line}")
            check(re.search(r" wdl \d+ \d+ \d+ ", line), f"wdl is missing: {line}")
            check(re.search(rf" pv {MOVE}", line), line)
        numbers = {re.search(r" multipv (\d+)", line)[1] for line in shown}
        check(numbers == {str(n) for n in range(1, min(3, legal) + 1)}, f"lines {numbers}")

    # With UCI_Chess960 rights are rooks' files, and castling is king takes rook.
    start = START.replace("KQkq", "HAha")
    engine.say(f"position fen {start}")
    engine.say("go infinite")
    heard = engine.until("info depth 8 ") + engine.ask("stop", "bestmove")
    lines(heard, 20)
    castled = "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1h1 e8h8"
    engine.say(f"position fen {start} moves {castled}")
    lines(engine.ask("go nodes 20000", "bestmove"), 20)
    engine.say(f"position fen {start}")
    heard = engine.ask("go movetime 100 searchmoves d2d4 e2e4", "bestmove")
    lines(heard, 2)
    check(heard[-1].split()[1] in ("d2d4", "e2e4"), heard[-1])
    # Only castling: it comes as king takes rook.
    engine.say("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1")
    heard = engine.ask("go nodes 1000 searchmoves e1h1", "bestmove")
    check(heard[-1].startswith("bestmove e1h1"), heard[-1])
    engine.quit(within=2)


def en_croissant(program):
    """En Croissant 0.15.0: src-tauri/src/engine/process.rs, src-tauri/src/chess.rs and the grammar of its parser, vampirc-uci
    (res/uci.pest at c60e65c), of which these are the lines that it reads."""
    value = r"\S+(?: \S+)*"
    number = r"[+-]?\d{1,12}"
    option = (rf"option name {value}? type (check|spin|combo|string|button)"
              rf"(?: default {value}?)?(?: min {number})?(?: max {number})?(?: var {value}?)*$")
    score = rf"score (?:cp|mate) {number}(?: wdl {number} {number} {number})?(?: (?:lower|upper)bound)*"
    attribute = (rf"(?:(?:depth|seldepth|time|nodes|hashfull|nps|tbhits|multipv) {number}|{score}"
                 rf"|currmove {MOVE}|currmovenumber {number}|pv(?: {MOVE})+)")
    info = rf"info (?:string .*|{attribute}(?: {attribute})*)$"
    bestmove = rf"bestmove {MOVE}(?: ponder {MOVE})?$"

    def readable(heard):
        for line in map(str.rstrip, heard):
            kinds = ["id (?:name|author) .+$", option, info, bestmove, "uciok$", "readyok$"]
            check(any(re.match(kind, line) for kind in kinds), f"not read: {line}")
        return heard

    # When it is added: one process, ended by `quit`.
    engine = Engine(program)
    heard = readable(engine.ask("uci", "uciok"))
    check(sum(line.startswith("id name ") for line in heard) == 1, f"{heard}")
    engine.quit()
    # When it analyses.
    engine = Engine(program)
    readable(engine.ask("uci", "uciok"))
    readable(engine.ask("isready", "readyok"))
    for name, given in [("UCI_Chess960", "false"), ("MultiPV", 2), ("Threads", 2), ("Hash", 32)]:
        engine.say(f"setoption name {name} value {given}")
    engine.say(f"position fen {START} moves e2e4 e7e5 g1f3")
    engine.say("go infinite")
    heard = engine.until("info depth 9 ")
    heard += engine.ask("stop", "bestmove")
    readable(heard)
    check(any(" multipv 2 " in line and " pv " in line for line in heard), "no second line")
    for mode in ["depth 6", "movetime 100", "nodes 5000", "wtime 1000 btime 1000 winc 100 binc 100"]:
        engine.say(f"position fen {START} moves e2e4")
        readable(engine.ask(f"go {mode}", "bestmove"))
    engine.quit()


def banksia(program):
    """Banksia, the open tournament manager of BanksiaGUI's author (8e74446): src/game/uciengine.cpp. BanksiaGUI itself is not
    published as source."""
    engine = Engine(program)
    options = {}
    for line in engine.ask("uci", "uciok"):
        if not line.startswith("option"):
            continue
        found = re.search(r"option name (.*) type (combo|spin|button|check|string)(.*)", line)
        check(found, f"answered by 'Unknown option': {line}")
        name, kind, rest = found.groups()
        options[name] = kind
        if kind == "spin":
            numbers = re.search(r"default (.+) min (.+) max (.+)", rest)
            check(numbers, f"no bounds: {line}")
            usual, least, most = map(int, numbers.groups())
            check(least < most and least <= usual <= most, line)
            check(abs(most) < 2**31, f"not an int: {line}")
        if kind == "combo":
            usual, *words = (part.strip() for part in rest.split("default ")[1].split("var"))
            check(usual in words, f"the default is no choice: {line}")
    check(options.get("Ponder") == "check", "it ponders only with engines that have the option")
    engine.say("setoption name Hash value 32")
    heard = engine.ask("isready", "readyok")
    check(heard == ["readyok\n"], f"{heard}")
    engine.say("ucinewgame")
    clock = "wtime 2000 btime 2000 winc 20 binc 20 movestogo 40"
    # Position and search in one write.
    heard = engine.ask(f"position startpos\ngo {clock}", "bestmove")
    reply = heard[-1].split()
    check(len(reply) == 4 and reply[2] == "ponder", heard[-1])
    check(any(re.search(r" depth \d+ .* score ", line) for line in heard), f"{heard}")
    moves = f"{reply[1]} {reply[3]}"
    # It thinks on the opponent's time, is pinged meanwhile, and the move was the expected one.
    engine.say(f"position startpos moves {moves}\ngo ponder {clock}")
    engine.ask("isready", "readyok")
    check(engine.ask("ponderhit", "bestmove")[-1].split()[1] != "(none)", "no move")
    # Now it was another one.
    engine.say(f"position startpos moves {moves}\ngo ponder {clock}")
    engine.ask("stop", "bestmove")
    engine.quit()


for sequence in [nibbler, en_croissant, banksia]:
    sequence(sys.argv[1])
    print(f"{sequence.__name__}: {sequence.__doc__.split(':')[0]}")
