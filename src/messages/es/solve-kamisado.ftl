# Demostraciones de rondas de Kamisado y los ficheros que las contienen: `src/solve/kamisado`.

kamisado-search-stopped = la búsqueda se detuvo antes de saberlo
kamisado-search-contradicts = la búsqueda se contradice, así que no lo sabe

certificate-heading = esto no es un certificado: la primera línea debería ser '{ $expected }', y no '{ $found }'
certificate-head = falta la línea '{ $name } …'
certificate-value = '{ $line }': se esperaba { $expected ->
    [deadlock] deadlock mutual o deadlock cycle
    [claim] wins o loses, y un número de movimientos
   *[plies] un número de movimientos
 }
certificate-line = '{ $line }' no es una línea 'posición: respuesta jugada; respuesta jugada; …'
certificate-two-lines = hay dos líneas para { $position }

certificate-missing = no se dice nada de { $position }
certificate-uncovered = falta la respuesta { $reply } en { $position }
certificate-reply-twice = la respuesta { $reply } en { $position } está dos veces
certificate-illegal = en { $position }: { $why }
certificate-turn = las jugadas que siguen { $reply ->
    [start] al comienzo
   *[other] a { $reply }
 } en { $position } { $fault ->
    [late] continúan después del final de la ronda
    [loser] mueven por el perdedor
    [lost] pierden la ronda
   *[turn] dejan el turno al ganador
 }
certificate-too-long = afirma { $claimed } movimientos, pero queda una línea de { $found }
certificate-unreached = a { $position } no se llega nunca
certificate-circle = { $position } vuelve sobre sí misma
