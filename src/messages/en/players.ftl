level-easy = easy
level-medium = medium
level-hard = hard
level-expert = expert
game-unknown = '{ $name }' is not a game: expected { $known }
