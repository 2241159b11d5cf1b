# Letras de los colores en los tableros: torres de Kamisado y sus bandos, bolas de Rolit.

letter-tower-yellow = A
letter-tower-blue = Z
letter-tower-brown = M
letter-tower-orange = N
letter-tower-purple = P
letter-tower-red = R
letter-tower-pink = S
letter-tower-green = V
letter-side-black = N
letter-side-white = B
letter-ball-yellow = A
letter-ball-red = R
letter-ball-green = V
letter-ball-light-blue = C
letter-ball-orange = N
letter-ball-black = E
letter-ball-pink = S
letter-ball-blue = Z
letter-ball-white = B
letter-ball-grey = G
