# What other sites show of a page, and boards in their frames.
share = Share
share-locale = en_GB
share-page = Link to this page
share-frame = For your own page: a board in a frame
share-picture = Picture (PNG)
share-animation = Animated picture (SVG)
share-alt-game = The board of { $title }
share-gathering = Waiting for players: come and play.
share-playing = { $moves ->
    [0] The game has begun.
    [one] Being played: one move so far.
   *[other] Being played: { $moves } moves so far.
 }
share-user = { $points ->
    [one] One point
   *[other] { $points } points
 } for problems
