# Fallos de contraseñas, nombres y sesiones: `atalaya user`.

password-no-terminal = no se puede pedir una contraseña en un terminal ({ $error }): se esperaba --password-fd N
password-descriptor = no se puede leer el descriptor de fichero { $fd }: { $error }
password-descriptor-bad = --password-fd { $fd } incorrecto: en este sistema se espera 0
password-cannot-read = no se puede leer la línea { $number } del descriptor de fichero { $fd }: { $error }
password-none = falta la contraseña: no hay línea { $number } en el descriptor de fichero { $fd }
password-too-long = contraseña incorrecta: la línea { $number } del descriptor de fichero { $fd } es demasiado larga
password-no-utf8 = contraseña incorrecta: la línea { $number } del descriptor de fichero { $fd } no es UTF-8

name-twice = el nombre nuevo se pide dos veces: se esperaba NUEVO NUEVO
name-cannot-ask = no se puede pedir el nombre nuevo: { $error }

session-no-file = no hay fichero para las sesiones: hace falta { $variable }
session-open = { $path } contiene sesiones y otros pueden leerlo: haz chmod 600, y cambia tu contraseña si alguien más usa esta máquina
session-no-tokens = { $path } no es un fichero de sesiones: { $error }
