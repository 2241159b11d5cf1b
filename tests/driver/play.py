#!/usr/bin/env python3
"""Plays Atalaya against other UCI engines with a driver that is not ours.

Needs the Python package `chess`, which keeps the clocks, checks every move and speaks UCI. Counts
wins, draws and losses, and whatever must never happen: crashes, illegal moves, losses on time.
Exit status 1 if Atalaya has done any of these.

    tests/driver/play.py target/release/atalaya --games 34 --jobs 2 \
        --opponent glaurung --opponent toga2 --opponent stockfish:UCI_Elo=2500 \
        --openings ../shared/data/openings/noob_2moves.epd --tc 1+0.01
"""

import argparse
import asyncio
import math
import random
import shutil
import sys
import time

import chess
import chess.engine


def find(command):
    path = shutil.which(command) or shutil.which(command, path="/usr/games:/usr/local/games")
    if path is None:
        sys.exit(f"play.py: there is no engine '{command}'")
    return path


async def start(spec):
    command, _, settings = spec.partition(":")
    _, engine = await chess.engine.popen_uci(find(command))
    options = dict(part.split("=", 1) for part in settings.split(",") if part)
    if "UCI_Elo" in options:
        options["UCI_LimitStrength"] = "true"
    values = {"true": True, "false": False}
    options = {name: values.get(value, value) for name, value in options.items()}
    await engine.configure({name: value for name, value in options.items() if name in engine.options})
    return engine


async def play(engines, names, fen, base, increment):
    """One game; returns (result, reason, faulty side or None)."""
    board = chess.Board(fen)
    clocks = {chess.WHITE: base, chess.BLACK: base}
    game = object()
    while (outcome := board.outcome(claim_draw=True)) is None:
        side = board.turn
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK],
            white_inc=increment, black_inc=increment)
        begun = time.perf_counter()
        lost = "0-1" if side == chess.WHITE else "1-0"
        try:
            reply = await asyncio.wait_for(
                engines[side].play(board, limit, game=game), clocks[side] + 10)
        except chess.engine.EngineTerminatedError as error:
            return lost, f"crash: {error}", side
        except chess.engine.EngineError as error:
            return lost, f"protocol: {error}", side
        except asyncio.TimeoutError:
            return lost, "no answer", side
        used = time.perf_counter() - begun
        clocks[side] -= used
        if clocks[side] < 0:
            return lost, f"time: {clocks[side] * 1000:.0f} ms", side
        clocks[side] += increment
        if reply.move is None or reply.move not in board.legal_moves:
            return lost, f"illegal move {reply.move} in {board.fen()}", side
        board.push(reply.move)
    return outcome.result(), outcome.termination.name.lower(), None


def elo(score):
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


async def worker(queue, arguments, totals, faults):
    while queue:
        opponent, fen, ours = queue.pop()
        engines = {}
        try:
            engines[ours] = await start(arguments.engine)
            engines[not ours] = await start(opponent)
            base, increment = (float(part) for part in arguments.tc.split("+"))
            result, reason, faulty = await play(engines, None, fen, base, increment)
        finally:
            for engine in engines.values():
                try:
                    await asyncio.wait_for(engine.quit(), 5)
                except (chess.engine.EngineError, asyncio.TimeoutError):
                    pass
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
        points = points if ours == chess.WHITE else 1 - points
        totals.setdefault(opponent, []).append(points)
        if faulty is not None:
            who = "Atalaya" if faulty == ours else opponent
            print(f"FAULT of {who}: {reason} (from {fen})", flush=True)
            if faulty == ours:
                faults.append(reason)
        if arguments.verbose:
            print(f"{opponent} {result} {reason}", flush=True)


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", help="the engine under test, with options as name:Option=value")
    parser.add_argument("--opponent", action="append", required=True)
    parser.add_argument("--games", type=int, default=34, help="per opponent")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tc", default="1+0.01")
    parser.add_argument("--openings", help="EPD file; the start position without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    fens = [chess.STARTING_FEN]
    if arguments.openings:
        with open(arguments.openings, encoding="utf-8") as file:
            fens = [line.strip() for line in file if line.strip()]
    random.seed(arguments.seed)
    queue = []
    for opponent in arguments.opponent:
        for number in range(arguments.games):
            if number % 2 == 0:
                fen = random.choice(fens)
            queue.append((opponent, fen, number % 2 == 0))
    random.shuffle(queue)
    totals, faults = {}, []
    await asyncio.gather(*(worker(queue, arguments, totals, faults) for _ in range(arguments.jobs)))
    for opponent, points in sorted(totals.items()):
        wins, losses = points.count(1.0), points.count(0.0)
        draws = len(points) - wins - losses
        score = sum(points) / len(points)
        deviation = math.sqrt(sum((p - score) ** 2 for p in points) / len(points))
        margin = 1.96 * deviation / math.sqrt(len(points))
        low, high = elo(max(score - margin, 0)), elo(min(score + margin, 1))
        print(f"{opponent}: {wins} won, {draws} drawn, {losses} lost of {len(points)}; "
              f"Elo {elo(score):+.0f} [{low:+.0f}, {high:+.0f}]")
    print(f"faults of Atalaya: {len(faults)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
