# Faltas de un fichero PGN.
pgn-place = línea { $line }, columna { $column }: { $why }
pgn-variation-does-end = una variante no termina
pgn-tag-result-says-moves = la etiqueta Result dice '{ $tag }', y las jugadas acaban con '{ $end }'
pgn-no-language-whose-letters = '{ $value }' no es un idioma cuyas letras se conozcan: { $codes }
pgn-first-move-no-tag = '{ $text }' no es la primera jugada, y ninguna etiqueta dice dónde empieza la partida
pgn-stands-after-result = '{ $word }' está después del resultado
pgn-result-stands-within-variation = el resultado { $result } está dentro de una variante
pgn-game-two-results = la partida tiene dos resultados: { $one } y { $other }
pgn-mark-stands-before-first = la marca { $word } está antes de la primera jugada
pgn-variation-stands-before-first = una variante está antes de la primera jugada
pgn-variations-nested-more-than = más de { $most } variantes, una dentro de otra
pgn-variation-ends-begun = termina una variante que no ha empezado
pgn-understood = '{ $shown }' no se entiende
pgn-understood-about = '{ $word }' no se entiende; { $about }
pgn-letters-option = las letras parecen las de otro idioma ({ $names }): con { $option }{ $code }, o con una etiqueta [PieceLetters "{ $code }"], se leen{ $which }
pgn-letters-line = las letras parecen las de otro idioma ({ $names }): con una línea [PieceLetters "{ $code }"] antes de las jugadas se leen{ $which }
# Sigue a uno de los dos anteriores, donde valen varios idiomas.
pgn-letters-codes = { " " }(CODE: { $codes })
pgn-comment-does-end = un comentario no termina
pgn-tag-like-white-ann = '{ $shown }' no es una etiqueta como [White "Ann"]
# $english: not said
pgn-letters-language = { $own }
