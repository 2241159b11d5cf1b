# Words of the pages of tournaments.

nav-tournaments = Events
tournaments-title = Tournaments
tournaments-lead = Arenas, Swiss tournaments and exhibitions, of people and machines.
tournaments-running = Being played
tournaments-open = To join
tournaments-over = Finished
tournaments-none-running = None at the moment.
tournaments-none-open = None. Whoever has an account can make one below.
tournaments-none-over = None yet.
tournament-new = New tournament
tournament-name = Name of the tournament
tournament-kind = Kind
tournament-swiss = Swiss
tournament-arena = Arena
tournament-exhibition = One against many
tournament-clock = Clock
tournament-clock-help = Minutes and seconds for each move, such as 5+3; or seconds for each turn, such as 30/turn.
tournament-rounds = Rounds (Swiss)
tournament-minutes = Minutes (arena)
tournament-first-move = Seconds for the first move
tournament-byes = Half-point byes for each player (Swiss)
tournament-accelerated = accelerated
tournament-accelerated-help = Accelerated (Swiss): the stronger half meet each other in the first half of the rounds
tournament-rated = rated
tournament-rated-help = Rated: only people with accounts join, and their games against each other count
tournament-make = Make the tournament
tournament-sign-in = To make a tournament takes an account.
tournament-so-many-rounds = { $count ->
    [one] { $count } round
   *[other] { $count } rounds
}
tournament-so-many-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
tournament-so-many-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
tournament-state-open = Players are joining
tournament-state-running = Being played
tournament-state-over = Finished
tournament-ends = Ends in
tournament-next = Next round in
tournament-first-move-rule = Whoever does not make the first move within { $time } loses the game and is not paired again until joining again.
tournament-watch = Watch
tournament-my-game = To my game
tournament-boards = All boards
tournament-join = Join
tournament-join-account = Sign in to join
tournament-withdraw = Withdraw
tournament-start = Start
tournament-count = How many
tournament-add-machines = Add machines
tournament-players = Players
tournament-standings = Standings
tournament-report = Report for other programs (TRF)
tournament-nobody = Nobody has joined yet.
tournament-out = withdrawn
tournament-streak = double points
tournament-round = Round { $round }
tournament-games = Games
tournament-bye = Bye: 1 point
tournament-bye-ask = Half-point bye in the next round
tournament-bye-drop = Play in the next round after all
tournament-half-bye = Bye: ½ point
tournament-no-bye = You have no half-point bye left, or there is no round to come.
tournament-back = To the tournament
tournament-unknown = There is no such tournament.
tournament-bad-name = A name has 1 to { $most } characters.
tournament-bad-kind = A tournament is 'arena', 'swiss' or 'exhibition', not '{ $kind }'.
tournament-bad-number = { $name }: a number from { $low } to { $high }, not '{ $text }'.
tournament-bad-clock = A tournament takes a clock that ends its games the same day: 5+3, or 30/turn.
tournament-bad-level = There is no level '{ $level }'.
tournament-too-many = You have as many unfinished tournaments as anybody may have. Start or finish one first.
tournament-too-many-joined = You are in as many tournaments as anybody may be in. Withdraw from one first.
tournament-machines-most = A tournament has 1 to { $most } machines.
tournament-full = The tournament has { $most } players, as many as it may have.
tournament-closed = Nobody can join or change this tournament any more.
tournament-account = A rated tournament is for people with accounts.
tournament-not-in = You are not in this tournament.
tournament-not-host = Only whoever has made the tournament may do that.
tournament-few = A tournament takes two players. Add machines, or wait for people.
tournament-host-out = You are not among the players of your exhibition.
exhibition-waiting = { $count ->
    [one] { $count } board waits for a move.
   *[other] { $count } boards wait for a move.
}
exhibition-next = Next board that waits
exhibition-waits = waits for a move
