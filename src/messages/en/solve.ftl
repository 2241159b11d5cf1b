# What cannot be asked of the solvers of stipulations: `src/solve`.

# $text: what was written instead of a stipulation
stipulation-form = bad stipulation '{ $text }': expected an aim (#, =, #=, ##, ##!, ==, !=, +, x, ep, 00, ct, ~ or z with a square), after nothing, s, r, semi-r, h, reci-h, hs, hr, ser-, ser-h, ser-s, ser-r, pser-, phser- or pser-h, and then a number of moves, as in h#2.5, or PG or dia and a number, as in dia3.5; before nothing, s, r, semi-r, h, reci-h, ser-, ser-h and dia there may be exact-, and N-> before a series
stipulation-length = bad stipulation '{ $text }': the number of moves is to be from 1 to { $most } (for h and dia also 0.5)

# $asked: a stipulation, such as h#2
inquiry-no-battle = { $asked } has no { $part ->
    [tries] tries
    [threats] threats
    [variations] variations
   *[key] key
 }: nobody plays against anybody
inquiry-no-set-play = { $asked } has no set play
inquiry-after-key = after the key there is no { $part ->
    [tries] try
   *[set-play] set play
 }
inquiry-no-quodlibet = { $asked } is no quodlibet: that is for s and semi-r
inquiry-no-duplex = { $asked } has no duplex: White begins a game
inquiry-no-start = { $asked } begins with the position itself: another start is for dia
inquiry-other-turn = after { $asked } it is { $expected ->
    [white] White
   *[black] Black
 }'s turn, but in the position it is { $expected ->
    [white] Black
   *[black] White
 }'s

condition-unknown = the condition '{ $text }' is not understood
conditions-together = the conditions { $one } and { $other } are not understood together
question-fairy-game = { $asked } is not known with fairy pieces or conditions
question-king = the side to move can take the king
