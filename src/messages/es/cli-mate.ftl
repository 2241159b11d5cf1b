# Mates en N: `atalaya mate`.

# Valores de las opciones.
mate-expected-moves = se esperaba un número de jugadas de 1 a { $most }, o su negativo
mate-expected-seconds = se esperaba un número de segundos, de 0 a 1.000.000.000
mate-expected-range = se esperaba '5' o '2-5'

# El veredicto sobre una posición.
mate-is-mated = El bando que juega ha recibido mate.
mate-least = { $role ->
    [mates] Mate
   *[mated] Recibe mate
 } en { $n }: { $n } es el mínimo
mate-proved = { $role ->
    [mates] Mate
   *[mated] Recibe mate
 } en { $n } como mucho: demostrado
mate-proved-and-refuted = { $role ->
    [mates] Mate en { $n } como mucho: demostrado; no hay mate
   *[mated] Recibe mate en { $n } como mucho: demostrado; no recibe mate
 } en { $refuted ->
    [one] { $refuted } jugada
   *[other] { $refuted } jugadas
 }
mate-refuted = { $role ->
    [mates] No hay mate
   *[mated] No recibe mate
 } en { $n ->
    [one] { $n } jugada
   *[other] { $n } jugadas
 }: demostrado
mate-undecided = Sin decidir dentro de los límites: { $role ->
    [mates] no hay mate
   *[mated] no recibe mate
 } en { $refuted ->
    [one] { $refuted } jugada
   *[other] { $refuted } jugadas
 }

mate-line = Línea: { $moves }
mate-keys = Claves: { $keys }
mate-no-keys = Claves: ninguna
mate-short-mates = Mates más cortos: { $keys }
mate-sound = Correcto: ninguna otra primera jugada da mate en { $n }
mate-cooked = Demolido: { $count } primeras jugadas dan mate en { $n }
mate-short = Corto: { $count ->
    [one] { $count } primera jugada da
   *[other] { $count } primeras jugadas dan
 } mate en menos de { $n }
mate-no-solution = no hay solución que mostrar: { $error }
mate-broken-off = interrumpido tras { $seconds } s

# Demostraciones en ficheros (certificados).
mate-certificate-nothing-proved = nada está demostrado, y no se escribe ningún certificado
mate-certificate-broken-off = interrumpido: no se escribe ningún certificado
mate-check-proved = demostrado: { $claim }
mate-check-proved-fifty = demostrado: { $claim }, contando la regla de las cincuenta jugadas
mate-check-counts = líneas: { $lines }, posiciones: { $positions }
mate-check-not-proved = no demostrado: { $error }

# Series: un fichero de posiciones, cada una con un mate.
mate-suite-no-position = { $name } no contiene ninguna posición que resolver
mate-suite-no-length = { $name } no contiene ninguna línea con 'dm N;' o 'bm #N;' que resolver (--max N admite también las demás)
mate-suite-thread-refused = el sistema no permite otro hilo

# El resultado de una línea del fichero.
mate-suite-line = línea { $line }: { $result }; { $nodes ->
    [one] { $nodes } nodo
   *[other] { $nodes } nodos
 }, { $ms } ms
mate-suite-line-known = línea { $line }: conocido { $known }: { $result }; { $nodes ->
    [one] { $nodes } nodo
   *[other] { $nodes } nodos
 }, { $ms } ms
mate-suite-least = mate en { $n }, el mínimo
mate-suite-mate = mate en { $n }, sin refutar por encima de { $refuted }
mate-suite-no-mate = no hay mate (refutado hasta { $refuted })
mate-suite-undecided = sin decidir (refutado hasta { $refuted })
mate-suite-keys = claves { $keys }
mate-suite-no-keys = sin claves
mate-suite-short-mates = mates más cortos { $keys }
mate-suite-cooked = demolido: { $count } primeras jugadas dan mate en { $n }

# Cabeceras de una tabla con una fila para cada longitud de mate.
mate-suite-head-n = N
mate-suite-head-positions = posiciones
mate-suite-head-proved = demostrados
mate-suite-head-least = mínimos
mate-suite-head-shorter = más cortos
mate-suite-head-refuted = refutados
mate-suite-head-median = mediana ms
mate-suite-head-max = máximo ms
mate-suite-head-nodes = nodos
