# Textos del crate `analysis`.

# Marcas de las jugadas malas, como comentarios sobre ellas.
inaccuracy = Imprecisión
mistake = Error
blunder = Error grave
judged = { $word }.
judged-better = { $word }. Lo mejor era { $best }.
mate-proved = Mate en { $n }, demostrado.
graph-move = jugada
graph-chance = probabilidad de que ganen las blancas, %
