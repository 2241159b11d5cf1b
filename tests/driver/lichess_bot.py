#!/usr/bin/env python3
"""Atalaya under lichess-bot's wrapper of engines: `lib/engine_wrapper.py` of a checkout, with its default configuration.

Two games are played through the wrapper as its main loop would play them, one of them of Chess960; lichess.org is not
asked anything. Needs what lichess-bot needs (requirements.txt).

    tests/driver/lichess_bot.py ~/lichess-bot target/release/atalaya
"""

import datetime
import os
import sys
import tempfile

folder, program = (os.path.abspath(argument) for argument in sys.argv[1:3])
sys.path.insert(0, folder)
os.chdir(folder)

import chess  # noqa: E402
import yaml  # noqa: E402
from lib import config, engine_wrapper, model, timer  # noqa: E402

with open("config.yml.default") as file:
    settings = yaml.safe_load(file)
settings["token"] = ""
settings["engine"].update(dir=os.path.dirname(program), name=os.path.basename(program), protocol="uci", ponder=True)
settings["engine"]["uci_options"] = {"Move Overhead": 100, "Threads": 2, "Hash": 32}
settings["engine"]["working_dir"] = tempfile.gettempdir()
settings["pgn_directory"] = tempfile.gettempdir()
config.insert_default_values(settings)
configuration = config.Configuration(settings)


def game_of(variant, fen):
    return model.Game({
        "id": "abcdefgh", "variant": {"name": variant, "key": variant}, "speed": "bullet", "perf": {"name": "Bullet"},
        "rated": False, "createdAt": 1600000000000, "initialFen": fen, "clock": {"initial": 10000, "increment": 100},
        "white": {"id": "atalaya", "name": "atalaya", "title": "BOT", "rating": 2000},
        "black": {"id": "ann", "name": "ann", "rating": 1900},
        "state": {"type": "gameState", "moves": "", "wtime": 10000, "btime": 10000, "winc": 100, "binc": 100, "status": "started"},
    }, "atalaya", "https://lichess.org", datetime.timedelta(seconds=20))


class Lichess:
    """What the wrapper sends moves to."""

    def make_move(self, game_id, move):
        self.move = move.move

    def resign(self, game_id):
        sys.exit("it resigns")


for variant, fen in [("Standard", "startpos"), ("Chess960", "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1")]:
    game = game_of(variant, fen)
    with engine_wrapper.create_engine(configuration, game) as engine:
        engine.get_opponent_info(game)
        board = chess.Board() if fen == "startpos" else chess.Board(fen, chess960=True)
        lichess = Lichess()
        for _ in range(16):
            # The first moves have ten seconds each, in the wrapper; a limit of nodes is added as its users do.
            engine.go_commands = config.Configuration({"nodes": 3000})
            engine.play_move(
                board, game, lichess, timer.Timer(), datetime.timedelta(milliseconds=100), True, False,
                datetime.timedelta(seconds=1), configuration.engine, datetime.timedelta(0))
            assert lichess.move in board.legal_moves, board.fen()
            board.push(lichess.move)
        stats = engine.get_stats()
        assert any(stat.startswith("Evaluation: ") for stat in stats), stats
        assert engine.get_stats(for_chat=True)
        game.state.update(status="resign", winner="white")
        engine.send_game_result(game, board)
        assert engine.name().startswith("Atalaya "), engine.name()
with open("lib/versioning.yml") as file:
    print(f"lichess-bot {yaml.safe_load(file)['lichess_bot_version']}, two games through its wrapper")
