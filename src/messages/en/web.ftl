# Texts of the crate `web`.

game-unknown = '{ $game }' is not a game
