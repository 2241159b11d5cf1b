#!/usr/bin/env python3
"""Atalaya under python-chess: options, all kinds of limits, analysis, Chess960, mates, and the end of games.

    tests/driver/python_chess.py target/release/atalaya
"""

import sys

import chess
import chess.engine

engine = chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=60)
assert engine.id["name"].startswith("Atalaya "), engine.id
for name, option in engine.options.items():
    if option.type not in ("button", "string"):
        assert option.parse(option.default) == option.default, name
engine.configure({"Hash": 32, "Threads": 2, "Move Overhead": 20, "Eval": "network"})

# A game to its end, by clocks, with what the engine expects as reply.
board, clocks, token = chess.Board(), [5.0, 5.0], object()
while not board.is_game_over(claim_draw=True) and board.ply() < 60:
    limit = chess.engine.Limit(
        white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.02, black_inc=0.02)
    played = engine.play(board, limit, game=token, info=chess.engine.INFO_ALL, ponder=board.ply() % 2 == 0)
    assert played.move in board.legal_moves, board.fen()
    assert played.info["depth"] > 0 and played.info["pv"][0] == played.move, played.info
    board.push(played.move)
engine.ping()

# Each limit, and moves to choose from.
for limit in [chess.engine.Limit(depth=6), chess.engine.Limit(nodes=5000), chess.engine.Limit(time=0.05),
              chess.engine.Limit(mate=1), chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=5)]:
    assert engine.play(chess.Board(), limit).move
among = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
assert engine.play(chess.Board(), chess.engine.Limit(nodes=2000), root_moves=among).move in among

# Analysis with several lines, ended by its reader.
with engine.analysis(chess.Board(), multipv=3) as analysis:
    for info in analysis:
        if info.get("depth", 0) >= 8 and info.get("multipv") == 3:
            break
lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=8), multipv=3)
assert [line["multipv"] for line in lines] == [1, 2, 3]
assert len({line["pv"][0] for line in lines}) == 3

# Chances of win, draw and loss; a mate with its line.
engine.configure({"UCI_ShowWDL": True})
info = engine.analyse(chess.Board(), chess.engine.Limit(depth=8))
assert sum(info["wdl"].relative) == 1000, info
mate = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
info = engine.analyse(mate, chess.engine.Limit(mate=2))
assert info["score"].relative == chess.engine.Mate(2), info
for move in info["pv"]:
    mate.push(move)
assert mate.is_checkmate()

# Chess960, castling included.
for number in [0, 518, 959]:
    board = chess.Board.from_chess960_pos(number)
    for _ in range(20):
        board.push(engine.play(board, chess.engine.Limit(nodes=500)).move)
castling = chess.Board("4k3/8/8/8/8/8/8/2RK3R w HC - 0 1", chess960=True)
castle = next(move for move in castling.legal_moves if castling.is_castling(move))
assert engine.play(castling, chess.engine.Limit(nodes=500), root_moves=[castle]).move == castle

engine.send_opponent_information(
    opponent=chess.engine.Opponent(name="Ann", title="GM", rating=2500, is_engine=False), engine_rating=2600)
engine.send_game_result(board, chess.WHITE, "resigned")
engine.quit()
print(f"python-chess {chess.__version__}")
