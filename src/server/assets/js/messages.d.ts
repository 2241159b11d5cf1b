// Messages between a page and the server, made from the types of src/server/protocol. Change those, then:
// ATALAYA_BLESS=1 cargo test --release --test it schema

/** Act of a player in their own seat. */
export type Act =
  | { event: "ready" }
  | { event: "leave" }
  | { event: "move"; text: string }
  | { event: "resign" }
  | { event: "offer_draw" }
  | { event: "accept_draw" }
  | { event: "decline_draw" }
  | { event: "ask_takeback" }
  | { event: "grant_takeback" }
  | { event: "refuse_takeback" }
  | { event: "claim" }
  | { event: "claim_draw" };

/** Kind of a question. */
export type Ask =
  | { asks: "draw" }
  | { asks: "takeback"; plies: number };

/** Board as a page draws it: its size, and a cell for each place. */
export type BoardView = { cells: (CellView | null)[]; files: number; ranks: number };

/** A cell that looks otherwise than before. */
export type CellChange = { cell: CellView | null; index: number };

/** A cell of a board. */
export type CellView = { ground: string; letter?: string; marks?: Mark[]; name: string; piece?: PieceView };

/** A message in the chat of a room, with its author. */
export type ChatLine = { at: number; channel: string; gone: boolean; guest: boolean; id: number; name: string; text: string };

/** Message from a page to the server. */
export type ClientMessage =
  | { lobby?: boolean; room?: string | null; seen?: number | null; type: "hello" }
  | { clock: string; game: string; rated?: boolean; settings?: Record<string, string>; type: "seek" }
  | { type: "unseek" }
  | { clock: string; game: string; invite?: string | null; rated?: boolean; seats?: string[]; settings?: Record<string, string>; start?: string | null; type: "open"; visibility?: Visibility }
  | { room: string; seat?: number | null; type: "join" }
  | { level?: string | null; room: string; seat: number; type: "machine" }
  | { event: Act; n?: number | null; room: string; type: "event" }
  | { room: string; text: string; type: "chat" }
  | { message: number; room: string; type: "report"; why: string }
  | { room: string; type: "rematch" }
  | { t?: number; type: "ping" };

/** A clock as it can be shown. */
export type ClockFace = { left: number | null; moves_to_go?: number; running: boolean };

/** One thing that follows. */
export type Effect =
  | { effect: "started" }
  | { effect: "moved"; name: string; seat: number; spent: number; text: string }
  | { effect: "took_back"; plies: number }
  | { effect: "clocks"; faces: ClockFace[] }
  | { effect: "turn"; seat: number }
  | { effect: "message"; notice: Notice; to: number[] }
  | Verdict & { effect: "over" };

/** The end of a game by its rules. */
export type Ended = { reason: string; text: Record<string, string>; winners: number[] };

/** In what way a game ends, or a seat leaves one that goes on. */
export type Ending = "rules" | "resignation" | "time" | "abandonment" | "agreement";

/** A game in a list. */
export type GameLine = { clock: string; created: number; ended: number | null; game: string; rated: boolean; reason: string | null; room: string; seats: (SeatLine | null)[]; settings: Record<string, string>; state: string; winners: number[] | null; your_turn?: boolean };

/** The board after every ply, for stepping through: `GET /api/rooms/{id}/history`. */
export type History = { board: BoardView; dropped: string[]; ending: Record<string, string> | null; game: string; plies: Ply[]; seats: SeatView[]; start: string };

/** A move that was made. */
export type Made = { name: string; seat: number; spent: number | null; text: string };

/** Something to be seen on a cell. */
export type Mark = "from" | "to" | "changed" | "must_move" | "check";

/** A move that can be chosen. */
export type MoveView = { from?: string; mark?: string; name: string; suffix?: string; text: string; to?: string };

/** Notice for players. Its `Display` is an English sentence, in which seats count from 1. */
export type Notice =
  | { notice: "joined"; seat: number }
  | { notice: "left"; seat: number }
  | { notice: "ready"; seat: number }
  | { notice: "away"; seat: number; until: number | null }
  | { notice: "back"; seat: number }
  | { how: Ending; notice: "out"; seat: number }
  | { by: number; notice: "draw_offered"; until: number | null }
  | { by: number; notice: "draw_accepted" }
  | { by: number | null; notice: "draw_declined" }
  | { by: number; notice: "takeback_asked"; plies: number }
  | { by: number; notice: "takeback_granted" }
  | { by: number | null; notice: "takeback_refused" };

/** Piece as a page draws it: its shape, colour and letters. */
export type PieceView = { color: string; kind: string; letters: string; owner?: number; rank: number };

/** A move that was played. */
export type Played = { name: string; seat: number; text: string };

/** The player of a seat. */
export type PlayerView = { change?: number; kind: string; level?: string; name: string; picture?: string; rating: number | null };

/** A move and its consequences on the board. */
export type Ply = { changed: CellChange[]; name: string; points: number[] | null; position: string; seat: number; spent: number | null; text: string };

/** Connected pages of a room's players and spectators. */
export type Presence = { seats: boolean[]; spectators: number };

/** Question of one seat to others. */
export type QuestionView = { ask: Ask; by: number; until: number | null; waiting: number[] };

/** A player in a list of games. */
export type SeatLine = { change: number | null; kind: string; level: string | null; name: string; rating: number | null };

/** A seat, as far as the rules know it. */
export type SeatOfGame = { color: string; points?: number; team?: number; title: Record<string, string> };

/** Seat of a room: who sits there, and what the page shows of them. */
export type SeatView = { away_until: number | null; color: string; out: Ending | null; player: PlayerView | null; points?: number; ready: boolean; team?: number; title: Record<string, string> };

/** A person who looks for an opponent, as a list shows it. */
export type SeekLine = { clock: string; game: string; guest: boolean; name: string; rated: boolean; rating: number | null; settings: Record<string, string>; since: number };

/** Message from the server to a page. */
export type ServerMessage =
  | { games: GameLine[]; now: number; type: "welcome"; who: WhoView }
  | { games: GameLine[]; online: number; rooms: GameLine[]; seeks: SeekLine[]; type: "lobby" }
  | { seek: SeekLine | null; type: "seeking" }
  | { dropped: string[]; room: string; type: "paired" }
  | { chat: ChatLine[]; host: boolean; next: string | null; presence: Presence; rematch: number[]; room: Snapshot; type: "room"; you: number | null }
  | { effects: Effect[]; now: number; phase?: Stage; question?: QuestionView; room: string; seats?: SeatView[]; type: "event"; verdict?: VerdictView; version: number }
  | { clocks: ClockFace[]; now: number; room: string; text: Record<string, string> | null; type: "halted" }
  | { presence: Presence; room: string; type: "presence" }
  | { code: string; n: number | null; room: string | null; text: string; type: "refused" }
  | { line: ChatLine; room: string; type: "chat" }
  | { next: string | null; room: string; seats: number[]; type: "rematch" }
  | { message: number; type: "reported" }
  | { by: string; clock: string; game: string; rated: boolean; room: string; settings: Record<string, string>; type: "challenged" }
  | { game: GameLine; type: "your_turn" }
  | { lag: number | null; now: number; t: number; type: "pong" }
  | { code: string; text: string; type: "bye" };

/** Description of a game to be begun: its rules, its start, and the moves played so far. */
export type Setup = { alone?: boolean; claims?: boolean; game: string; moves?: string[]; settings?: Record<string, string>; start?: string | null };

/** The whole state of a room. */
export type Snapshot = { board: BoardView; claims: boolean; clock: string; clocks: ClockFace[]; closed: boolean; game: string; grace: number | null; id: string; moves: Made[]; now: number; pattern: string; phase: Stage; question: QuestionView | null; rated: boolean; seats: SeatView[]; settings: Record<string, string>; start: string; title: Record<string, string>; turn: number; verdict: VerdictView | null; version: number; visibility: Visibility };

/** Stage of a room. */
export type Stage = "gathering" | "playing" | "over";

/** A game as it stands. */
export type State = { board: BoardView; claimable: boolean; dropped: Record<string, string[]>; ended?: Ended; legal: MoveView[]; moves: Played[]; news: Record<string, string[]>; seats: SeatOfGame[]; text: string; turn: number };

/** Result of a game. */
export type Verdict = { by: number | null; ending: Ending; reason: string; winners: number[] };

/** Result of a game. */
export type VerdictView = { by: number | null; draw: boolean; ending: Ending; reason: string; text: Record<string, string>; winners: number[] };

/** Visitors that may find a room. */
export type Visibility = "open" | "private";

/** A visitor as other visitors see them. */
export type WhoView = { guest: boolean; name: string | null };
