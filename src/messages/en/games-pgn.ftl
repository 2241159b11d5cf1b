# Faults of a PGN file.
pgn-place = line { $line }, column { $column }: { $why }
pgn-variation-does-end = a variation does not end
pgn-tag-result-says-moves = the tag Result says '{ $tag }', and the moves end with '{ $end }'
pgn-no-language-whose-letters = '{ $value }' is no language whose letters are known: { $codes }
pgn-first-move-no-tag = '{ $text }' is not the first move, and no tag says where the game begins
pgn-stands-after-result = '{ $word }' stands after the result
pgn-result-stands-within-variation = the result { $result } stands within a variation
pgn-game-two-results = the game has two results: { $one } and { $other }
pgn-mark-stands-before-first = the mark { $word } stands before the first move
pgn-variation-stands-before-first = a variation stands before the first move
pgn-variations-nested-more-than = variations are nested more than { $most } deep
pgn-variation-ends-begun = a variation ends that has not begun
pgn-understood = '{ $shown }' is not understood
pgn-understood-about = '{ $word }' is not understood; { $about }
pgn-letters-option = the letters look like those of another language ({ $names }): { $option }{ $code }, or a tag [PieceLetters "{ $code }"], has them read{ $which }
pgn-letters-line = the letters look like those of another language ({ $names }): a line [PieceLetters "{ $code }"] before the moves has them read{ $which }
# Follows one of the two above, where several languages fit.
pgn-letters-codes = { " " }(CODE: { $codes })
pgn-comment-does-end = a comment does not end
pgn-tag-like-white-ann = '{ $shown }' is not a tag like [White "Ann"]
# Name of a language of which the letters are.
# $own: its name in itself
pgn-letters-language = { $english }
