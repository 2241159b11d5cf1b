# Frases de serde sobre datos que no se pueden leer.
serde-eof-list = el texto se acaba dentro de una lista
serde-eof-object = el texto se acaba dentro de un objeto
serde-eof-string = el texto se acaba dentro de una cadena
serde-eof-value = el texto se acaba donde se esperaba un valor
serde-colon = se esperaba ':'
serde-comma-list = se esperaba ',' o ']'
serde-comma-object = se esperaba ',' o '{ "}" }'
serde-quote = se esperaba '"'
serde-ident = se esperaba true, false o null
serde-value = se esperaba un valor
serde-escape = la secuencia que empieza con \ no vale
serde-number = el número no vale
serde-number-range = el número es demasiado grande
serde-unicode = el código Unicode no vale
serde-control = hay un carácter de control (\u0000-\u001F) dentro de una cadena
serde-key-string = una clave debe ser una cadena
serde-surrogate = falta la segunda mitad de un carácter escrito con \u
serde-hex-escape = un carácter escrito con \u está a medias
serde-trailing-comma = sobra una coma
serde-trailing-characters = sobra texto al final
serde-recursion = hay demasiados niveles uno dentro de otro
serde-no-fields = no hay campos
serde-no-number = no es un número

serde-place = línea { $line }, columna { $column }: { $why }
serde-quoted = '{ $name }'
serde-missing-field = falta el campo { $name }
serde-duplicate-field = el campo { $name } está dos veces
serde-unknown-field = el campo { $name } no se conoce: { $expected }
serde-unknown-variant = el valor { $name } no se conoce: { $expected }
serde-expected = se esperaba { $names }
serde-expected-one-of = se esperaba uno de { $names }
serde-invalid-type = se esperaba { $kind }, y hay { $found }
serde-invalid-value = se esperaba { $kind }, y hay { $found }
serde-invalid-length = hay { $length } elementos, y se esperaba { $kind }

# Valores hallados.
serde-found-integer = el número { $value }
serde-found-float = el número { $value }
serde-found-boolean = el valor { $value }
serde-found-string = el texto { $value }

# Clases de datos.
# $kind: not said
serde-kind-string = un texto
# $kind: not said
serde-kind-sequence = una lista
# $kind: not said
serde-kind-map = un objeto
# $kind: not said
serde-kind-boolean = true o false
# $kind: not said
serde-kind-float = un número
# $kind: not said
serde-kind-unit = null
# $kind: not said
serde-kind-integer = un número entero
