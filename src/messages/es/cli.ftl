# Archivos y opciones de varias órdenes.

start-option-form = --option { $given }: se esperaba un nombre y un valor, como rules=students
start-option-twice = --option { $given }: '{ $name }' está dos veces
start-option-of-other-game = --{ $name } es para { $names }, y no para { $game }
resume-other-game = { $path } es una partida de { $found }, y no de { $wanted }
resume-says-players = { $path } dice quién juega y con qué reloj
resume-not-begun = { $path } es una partida que no ha empezado: aún se ocupan sus asientos
file-empty = { $name } no contiene nada
file-no-text = { $name } no es un texto: contiene un byte { $byte }
file-no-game = { $name } no contiene ninguna partida
file-no-puzzles = { $path } no es un registro de problemas: { $why }
file-standard-input = la entrada estándar
