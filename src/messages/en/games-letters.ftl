# Letters of colours on boards for people: Kamisado's towers and their sides, Rolit's balls.

letter-tower-yellow = Y
letter-tower-blue = B
letter-tower-brown = N
letter-tower-orange = O
letter-tower-purple = P
letter-tower-red = R
letter-tower-pink = K
letter-tower-green = G
letter-side-black = B
letter-side-white = W
letter-ball-yellow = Y
letter-ball-red = R
letter-ball-green = G
letter-ball-light-blue = L
letter-ball-orange = O
letter-ball-black = K
letter-ball-pink = P
letter-ball-blue = B
letter-ball-white = W
letter-ball-grey = E
