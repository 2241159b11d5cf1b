# Textos del crate `base`.

language = español

list-and = { $first } y { $last }
list-or = { $first } o { $last }

clock-bad = '{ $text }' no es un reloj: se esperaban minutos y segundos por jugada, como en 5+3, jugadas por periodo, como en 40/90+30, segundos por turno, como en 30/turno, o none

memory-too-little = una tabla de { $mb } MB no cabe en la memoria
