#!/usr/bin/env python3
"""Kamisado and Rolit as a program sees them that knows none of their rules: UCI_Variant, and UGI's questions.

    tests/driver/variants.py target/release/atalaya
"""

import sys

from uci import Engine


def answer(engine, question):
    return engine.ask(f"query {question}", "response")[-1].split(" ", 1)[1].strip()


def game(program, variant, longest):
    """A whole game against itself; returns its plies and its result."""
    engine = Engine(program)
    known = [line for line in engine.ask("uci", "uciok") if line.startswith("option name UCI_Variant ")]
    if len(known) != 1 or f" var {variant}" not in known[0]:
        sys.exit(f"{variant} is not offered: {known}")
    engine.say(f"setoption name UCI_Variant value {variant}")
    said = engine.ask("isready", "readyok")[0]
    if not said.startswith(f"info string variant {variant} files 8 ranks 8 "):
        sys.exit(f"nothing is said of the board: {said}")
    start = said.split(" startpos ")[1].strip()
    moves = []
    while answer(engine, "gameover") == "false":
        # The start as it was told is the start.
        position = "startpos" if len(moves) % 2 else f"fen {start}"
        engine.say(f"position {position} moves {' '.join(moves)}" if moves else f"position {position}")
        if answer(engine, "gameover") == "true":
            break
        heard = engine.ask("go depth 2", "bestmove")
        move = heard[-1].split()[1]
        if not any(line.startswith("info depth") for line in heard):
            sys.exit(f"a move without a line: {heard}")
        moves.append(move)
        if len(moves) > longest:
            sys.exit(f"no end after {longest} plies: {' '.join(moves)}")
    result = answer(engine, "result")
    if result == "none":
        sys.exit("over, but without a result")
    # A move that is none is refused by name, and the game goes on in chess.
    engine.say("position startpos moves z9z9")
    if "z9z9" not in engine.ask("isready", "readyok")[0]:
        sys.exit("an impossible move is not named")
    engine.say("setoption name UCI_Variant value chess")
    engine.say("position startpos moves e2e4")
    chess = engine.ask("go depth 2", "bestmove")[-1].split()[1]
    if len(chess) != 4:
        sys.exit(f"not a move of chess: {chess}")
    engine.quit()
    return len(moves), result


for variant, longest in [("kamisado", 400), ("rolit", 60)]:
    plies, result = game(sys.argv[1], variant, longest)
    print(f"{variant}: {plies} plies, {result}")
