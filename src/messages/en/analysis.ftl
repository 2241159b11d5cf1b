# Texts of the crate `analysis`.

# Marks for bad moves, as remarks on them.
inaccuracy = Inaccuracy
mistake = Mistake
blunder = Blunder
judged = { $word }.
judged-better = { $word }. { $best } was best.
mate-proved = Mate in { $n }, proved.
graph-move = move
graph-chance = White's chance to win, %
