# `atalaya problem compose search`: piezas añadidas a una posición.

search-added = añadido: { $added }
search-key = clave { $key }, duales: { $duals }
search-themes = temas: { $names }
search-whole = Colocaciones examinadas: { $examined } de { $placements }{ $why ->
    [no] : buscado por entero.
    [limit] ; ya hay tantos problemas como se piden (--limit).
    [time] ; se acabó el tiempo.
   *[interrupt] . Interrumpido: la búsqueda está incompleta.
 }
search-random = Colocaciones al azar: { $examined }, de las { $placements } que hay (semilla { $seed }){ $why ->
    [no] .
    [limit] ; ya hay tantos problemas como se piden (--limit).
    [time] ; se acabó el tiempo.
   *[interrupt] . Interrumpido: la búsqueda está incompleta.
 }
search-tally = Sin posición: { $illegal }. Correctos: { $sound }; mostrados: { $printed }.
search-undecided = Sin decidir en { $nodes } posiciones cada una: { $undecided }.
