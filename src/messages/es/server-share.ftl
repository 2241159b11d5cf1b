# Lo que otros sitios muestran de una página, y los tableros en sus marcos.
share = Compartir
share-locale = es_ES
share-page = Enlace a esta página
share-frame = Para una página propia: un tablero en un marco
share-picture = Imagen (PNG)
share-animation = Imagen animada (SVG)
share-alt-game = El tablero de { $title }
share-gathering = Espera a jugadores: ven a jugar.
share-playing = { $moves ->
    [0] La partida ha comenzado.
    [one] En juego: una jugada hasta ahora.
   *[other] En juego: { $moves } jugadas hasta ahora.
 }
share-user = { $points ->
    [one] Un punto
   *[other] { $points } puntos
 } por problemas
