# Textos del crate `web`.

game-unknown = '{ $game }' no es un juego
