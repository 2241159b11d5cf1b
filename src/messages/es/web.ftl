# Textos del crate `web`.

game-unknown = '{ $game }' no es un juego

study-neither-game-nor-position = en este texto no hay ni partida ni posición
study-more-than-one-game = hay más de una partida: en la línea { $line } empieza otra
study-annotates-chess = solo se anotan partidas de ajedrez
