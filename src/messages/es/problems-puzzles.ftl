# Ficheros de ejercicios.

csv-utf-8 = no es UTF-8
csv-no-number = '{ $text }' no es un número ({ $what })
csv-no-column = no hay ninguna columna { $name }
csv-more-than-one-column = hay más de una columna { $name }
csv-fields-first-line-names = hay { $count } campos, y la primera línea nombra { $named }
csv-line-fields-no = la línea tiene { $count } campos, y ningún { $name }
csv-quotation-mark-no-partner = unas comillas no tienen pareja
csv-carriage-return-within-line = hay un retorno de carro dentro de la línea
csv-puzzle-opponents-move-least = un problema tiene la jugada del rival y al menos una de quien lo resuelve
