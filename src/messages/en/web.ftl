# Texts of the crate `web`.

game-unknown = '{ $game }' is not a game

study-neither-game-nor-position = there is neither a game nor a position in this text
study-more-than-one-game = there is more than one game: another begins in line { $line }
study-annotates-chess = only games of chess are annotated
