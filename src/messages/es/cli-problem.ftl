# La colección: `atalaya problem` y lo que hay debajo.

compose-atalaya-kept = atalaya: guardados, del { $first } al { $last }

copy-problem-copy-problem = Problema { $new }, copia del problema { $old }.

delete-problem-deleted = Problema { $id } borrado.

export-format-cannot-hold = el formato no guarda '{ $what }': { $n ->
    [one] problema
   *[other] problemas
 } { $told }
export-left-out = fuera queda, por { $what }: { $n ->
    [one] problema
   *[other] problemas
 } { $told }

import-piece-letters-games-pgn = --piece-letters es para las partidas de un fichero PGN
import-holds-no-problems-read = { $file } no contiene ningún problema (leído como { $format })
import-problems-were-imported-up = { $file }: se han importado { $count } problemas de { $of }, hasta la línea { $line } (número { $id }); después: { $why }
import-another-positions-were-already = Otras { $more } posiciones también estaban ya.

list-template = plantilla
list-nothing-here-list-does = Nada aquí: la lista no llega tan lejos.
list-no-problems = Ningún problema.
list-more-than = más de { $total }
list-of = { $shown } de { $total }
list-problems-2 = Problemas { $first } a { $last } de { $total }
list-more-after = ; sigue con --after { $next }
list-more-page = ; sigue con --page { $next }

new-problem-kept-as-draft = Problema { $id }, guardado como borrador; 'atalaya problem verify { $id }' lo verifica.

show-problem = Problema
show-came-program = viene con el programa
show-author = Autor
show-title = Título
show-source = Fuente
show-tags = Etiquetas
show-owner = De
show-difficulty = Dificultad
show-played = Jugado
show-rating = Puntuación
show-created = Creado
show-changed = Cambiado
show-nodes = Posiciones
show-proof = Prueba
show-also = Además

verify-problem-job = Problema { $problem }: trabajo { $job }.
verify-problem-verdict-already = Problema { $problem }: ya tiene su veredicto.
verify-problem = problema
verify-nothing-verify = No hay nada que verificar.
verify-interrupted-draft-as-before = interrumpido: sigue siendo un borrador

problem-draft = borrador
problem-verified = verificado
problem-refuted = refutado
problem-task = { $side ->
    [white] las blancas dan
   *[black] las negras dan
 } { $moves ->
    [one] mate en { $moves } jugada (#{ $moves })
   *[other] mate en { $moves } jugadas como mucho (#{ $moves })
 }
problem-task-other = empiezan { $side ->
    [white] blancas
   *[black] negras
 }: { $asked }
problem-no-solution = refutado: una parte no tiene solución
problem-sound = verificado: tantas soluciones como se quieren
problem-short = verificado: se resuelve en menos jugadas
problem-other-number = verificado: tiene soluciones, pero no tantas como se quieren
show-pieces = Piezas
show-options = Opciones
show-twins = Gemelos
show-intended = Se quieren
problem-fared = { $played ->
    [0] nunca
    [one] { $played } vez, resuelto { $solved }
   *[other] { $played } veces, resuelto { $solved }
 }
problem-draft-nobody-verified-yet = borrador: nadie lo ha verificado todavía
problem-refuted-no-mate-fewer = refutado: no hay mate en { $moves } o menos
problem-verified-solvable-fewer-least = verificado: se puede en { $moves } o menos; lo mínimo es { $least }
problem-verified-mate = verificado: mate en { $moves }
problem-key-only-one = clave: { $key }, la única
problem-key = clave: { $key }
problem-cooked-keys = demolido: { $count } claves: { $keys }
problem-shorter-mates = mates más cortos: { $short }
problem-same-position-as-problem = La misma posición que el problema { $one }.
problem-same-position-as-problems = La misma posición que los problemas { $several }.

list-nothing-here = { $total ->
    [one] Nada aquí: la lista tiene { $total } problema.
   *[other] Nada aquí: la lista tiene { $total } problemas.
 }
list-problems = { $total ->
    [one] { $total } problema
   *[other] { $total } problemas
 }
export-problems = { $count ->
    [one] { $count } problema en { $file }
   *[other] { $count } problemas en { $file }
 }
import-good = { $n ->
    [one] { $n } problema
   *[other] { $n } problemas
 }
import-refused = { $n ->
    [one] { $n } rechazado
   *[other] { $n } rechazados
 }
import-would-be = { $problems } por importar
import-done = { $problems } { $n ->
    [one] importado
   *[other] importados
 }
import-one = { $imported }, número { $id }
import-several = { $imported }, del { $first } al { $last }
import-place = { $file }, línea { $line }
import-place-and-column = { $file }, línea { $line }, columna { $column }
import-known = Problema { $id } (línea { $line }): { $sentence }
