level-easy = fácil
level-medium = medio
level-hard = difícil
level-expert = experto
game-unknown = '{ $name }' no es un juego: se esperaba { $known }
