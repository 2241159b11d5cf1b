# Fallos de ficheros de problemas.

format-unknown = no hay ningún formato '{ $text }': se esperaba uno de { $words }
pgn-byte = no es PGN: contiene un byte { $byte }
no-utf-8 = esto no es UTF-8 (hay un byte { $byte }): guarda el fichero en UTF-8
moves-out-of-range = mate en { $moves } no es de 1 a { $most }
moves-missing = no se dice en cuántas jugadas hay mate; lo dice --moves N
epd-mated = quien mueve recibe mate (en { $moves }): en un problema mueve quien da mate
epd-other-mate = '{ $opcode } { $words }' no es el mate en { $length } del que antes habla la línea
epd-illegal = '{ $text }' no es una jugada legal en { $fen }
extra-control = '{ $text }', en extra.{ $format }, tiene un carácter de control
extra-opcode = '{ $code }', en extra.epd, no es un código de operación
extra-tag = '{ $name }', en extra.pgn, no es el nombre de una etiqueta
pgn-no-fen = la partida no tiene etiqueta FEN
pgn-tag-twice = la etiqueta { $name } está dos veces: '{ $other }' y '{ $value }'
pgn-result = la etiqueta Result dice '{ $tag }', y las jugadas acaban con '{ $end }'
pgn-no-direct-mate = '{ $word }' no es un mate directo: se esperaba '#N' o la etiqueta Stipulation
pgn-moves-differ = las etiquetas hablan de { $moves } jugadas, y la solución tiene { $played }: lo decide la etiqueta Stipulation
piece-on-piece = '{ $word }': en { $square } ya hay una pieza ({ $there })
kings = las { $color ->
    [White] blancas
   *[Black] negras
 } tienen { $kings } reyes, y no 1
no-en-passant = nadie puede capturar al paso en { $square }
yaml-none = no es YAML: { $sentence }
yaml-no-text = '{ $name }' debería ser un texto, y es { $value }
yaml-no-keys = no hay claves como 'algebraic:'
yaml-royal = la pieza real { $piece }
only-mates = { $asked } no es un mate directo, y ningún otro enunciado cabe en este formato
no-place-for = { $part } no cabe en este formato
yaml-key-unknown = '{ $name }' no se entiende: { $found }
yaml-remark = { $why } (en YAML, un # sin comillas empieza un comentario)
yaml-fen-differs = la fen '{ $fen }' tiene otras piezas que 'algebraic'
yaml-no-pieces = no hay ningún 'algebraic' con las piezas
yaml-pieces-unknown = las piezas '{ $other }' no se entienden: { $words }
