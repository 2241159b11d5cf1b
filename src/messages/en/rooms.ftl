# Texts of the crate `rooms`.

# How a game has ended.
winners = { $count ->
    [one] { $winners } wins.
   *[other] { $winners } win.
 }
ended-agreement = A draw by agreement.
ended-claimed = A draw by threefold repetition, claimed by { $by }.
ended-resignation = { $by } resigns: { $won }
ended-time-draw = { $by } has run out of time, but nobody else can win: a draw.
ended-time = { $by } has run out of time: { $won }
ended-absence-draw = { $by } has not come back, but nobody else can win: a draw.
ended-absence = { $by } has not come back: { $won }
ended-shared = { $winners } share the first place ({ $reason }).
ended-rules = The game is over ({ $reason }): { $won }

# Why a wish is refused.
no-such-seat = there is no seat { $seat }: the game has { $seats }
seat-taken = seat { $seat } is taken
seat-empty = nobody sits in seat { $seat }
seat-kept = seat { $seat } waits for { $name } to come back
seat-out = seat { $seat } is out of the game
seat-away = seat { $seat } is away and has to come back first
name-unseen = the name { $name } has control characters
not-begun = the game has not begun
begun = the game has begun: a player can resign or abandon it
already-over = the game is over ({ $reason })
already-ready = seat { $seat } is ready already
not-your-turn = it is not the turn of seat { $seat } but of seat { $turn }
answer-first = seat { $seat } must first accept or decline the draw
offer-out-of-turn = a draw is offered on one's own turn, and it is that of seat { $turn }
no-draws = this game has no draws
already-offered = seat { $seat } has offered a draw on this turn already
already-asked = seat { $seat } has asked to take this move back already
unanswered = what seat { $seat } has asked is not answered yet
no-offer = no draw is offered
no-takeback = nobody asks to take a move back
not-asked = seat { $seat } has nothing to answer
nothing-to-take-back = seat { $seat } has made no move to take back
nobody-absent = nobody has been away for long enough
not-repeated = there is no threefold repetition to claim a draw by

# Faults of a game's record. The sentence of the registry on the variant names it, in English.
# $variant: the variant as the record has it
variant-unknown = { $error }
