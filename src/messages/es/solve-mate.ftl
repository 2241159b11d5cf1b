# Mates: la notación de las soluciones, la comprobación de demostraciones y lo que no se puede preguntar: `src/solve/mate`.

# Palabras en la notación de una solución, tras las jugadas y entre ellas.
mate-tree-but = pero
mate-tree-dual = dual
mate-tree-refutes = refuta.
mate-tree-threat = amenaza:
mate-tree-zugzwang = zugzwang.

# Lo que no se puede preguntar.
mate-inquiry-moves = se esperaba un número de jugadas de 1 a { $most }, o su negativo, y no { $given }
mate-inquiry-find = las claves y las soluciones necesitan el número mínimo de jugadas, que 'find' no busca
mate-inquiry-mated = el bando que juega es el que ha de recibir el mate: no tiene claves ni solución

# Por qué no se muestra ninguna solución.
mate-solution-keys = no se conocen todas las claves
mate-solution-stopped = la búsqueda llegó a sus límites antes de completar la solución
mate-solution-too-long = la solución tiene más de { $most } jugadas

# Por qué no se puede escribir una demostración.
mate-certificate-stopped = la búsqueda llegó a sus límites antes de completar la demostración
mate-certificate-untrue = la afirmación no es cierta
mate-certificate-too-long = la demostración necesita más de { $most } líneas

# Lo que afirma un certificado (una demostración en un fichero), como parte de una frase.
mate-claim-mate = el bando que juega da mate en { $n } como mucho
mate-claim-mated = el bando que juega recibe mate en { $n } como mucho
mate-claim-none = el bando que juega no da mate en { $n }
mate-claim-survives = el bando que juega no recibe mate en { $n }

# Por qué un certificado no demuestra nada.
mate-check-form = la línea { $line } del certificado es '{ $text }'; se esperaba { $expected }
mate-check-missing = el certificado no dice qué jugar en { $position }
mate-check-unreached = a la línea { $line } del certificado, '{ $text }', no se llega nunca
mate-check-fails = lo que afirma el certificado falla en { $position }: { $reason }

# Lo que se espera en una línea de un certificado. Lo que está entre comillas se escribe así en el fichero.
mate-expected-version = 'atalaya mate certificate 1'
mate-expected-fen = 'fen ' y una posición
mate-expected-rules = 'rules problem' o 'rules fifty'
mate-expected-claim = 'claim mate N', 'claim mated N', 'claim none N' o 'claim survives N'
mate-expected-claimed = 'mate N', 'mated N', 'none N' o 'survives N' con N de 0 a 127
mate-expected-position = una posición legal
mate-expected-castling = una posición cuyas letras de enroque tengan su rey y su torre en casa; las de Chess960 nombran las columnas de las torres
mate-expected-line = 'a' o 'd', una longitud, una jugada y una posición

# Por qué lo que afirma un certificado falla en una posición.
mate-reason-mate = es mate
mate-reason-stalemate = es ahogado
mate-reason-fifty = la partida es tablas por la regla de las cincuenta jugadas
mate-reason-no-moves-left = no es mate, y no quedan jugadas
mate-reason-mate-in-one = toda respuesta permite mate en una
mate-reason-too-many-moves = puede tener más jugadas de las que caben en la comprobación
mate-reason-illegal = { $m } no es legal
mate-reason-mates = { $m } da mate
