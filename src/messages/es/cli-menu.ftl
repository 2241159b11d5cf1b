# Menús: `atalaya` y `atalaya play` sin más en un terminal.

menu-heading = ¿qué va a ser?
menu-question = Un número, una palabra o salir:
menu-runs = Es decir: { $line }
menu-unknown = '{ $text }' no es ninguna de estas cosas.
menu-play = jugar
menu-play-help = una partida de ajedrez, Kamisado o Rolit, aquí
menu-solve = resolver
menu-solve-help = una posición de ajedrez: un mate demostrado, con todas sus variantes
menu-puzzles = ejercicios
menu-puzzles-help = ejercicios de un fichero, con puntuación propia
menu-serve = servir
menu-serve-help = el sitio para navegadores: juego en línea, análisis, problemas
menu-uci-help = UCI, como lo hablan los programas de ajedrez
menu-which-game = ¿Qué juego?
menu-against-whom = ¿Quién juega?
menu-play-side = tú juegas con { $side } contra máquinas
menu-people = personas
menu-people-help = todos son personas
menu-which-level = ¿Qué fuerza tienen las máquinas?
menu-fen = La posición (FEN), o salir:
menu-moves = Jugadas hasta el mate, como mucho [{ $usual }]:
menu-moves-wrong = '{ $text }' no es un número de jugadas de 1 a { $most }.
menu-file = El fichero de ejercicios, o salir:
menu-no-file = no hay ningún fichero '{ $text }'.
menu-do-quit = salir, terminar
menu-do-quit-help = termina el programa
