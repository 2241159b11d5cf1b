// What the server says, as src/server/protocol.rs and src/server/view.rs have it.

export interface Text { es: string; en: string }
export interface Piece { kind: string; color: string; owner?: number; letters: string; rank: number }
export interface Cell { name: string; ground: string; letter?: string; piece?: Piece; marks?: string[] }
export interface BoardData { files: number; ranks: number; cells: (Cell | null)[] }
export interface CellChange { index: number; cell: Cell | null }
export interface MoveData { text: string; name: string; from?: string; to?: string; suffix?: string; mark?: string }
export interface Made { seat: number; text: string; name: string; spent: number | null }
export interface Player { name: string; kind: "user" | "guest" | "machine" | "gone"; level?: string; rating: number | null }
export interface Seat {
  color: string; title: Text; team?: number; player: Player | null; ready: boolean;
  out: string | null; away_until: number | null; points?: number;
}
export interface Question { ask: { asks: "draw" | "takeback"; plies?: number }; by: number; waiting: number[]; until: number | null }
export interface Verdict { winners: number[]; draw: boolean; ending: string; reason: string; by: number | null; text: Text }
export interface ClockFace { left: number | null; moves_to_go: number | null; running: boolean }
export interface View {
  phase: "gathering" | "playing" | "over"; seats: Seat[]; turn: number; legal: MoveData[];
  clocks: ClockFace[]; question: Question | null; verdict: Verdict | null;
  news: { es: string[]; en: string[] }; text: string; now: number;
}
export interface Snapshot extends View {
  id: string; version: number; game: string; title: Text; settings: Record<string, string>; start: string;
  pattern: string; clock: string; rated: boolean; visibility: "open" | "private"; closed: boolean; moves: Made[]; board: BoardData;
}
export interface ChatLine { id: number; channel: string; name: string; guest: boolean; gone: boolean; text: string; at: number }
export interface Presence { seats: boolean[]; spectators: number }
export interface SeekLine {
  name: string; guest: boolean; rating: number | null; game: string; settings: Record<string, string>;
  clock: string; rated: boolean; since: number;
}
export interface SeatLine { name: string; kind: string; level: string | null; rating: number | null; change: number | null }
export interface GameLine {
  room: string; game: string; settings: Record<string, string>; clock: string; rated: boolean; state: string;
  seats: (SeatLine | null)[]; winners: number[] | null; reason: string | null; created: number; ended: number | null;
}
export interface Effect { effect: string; [more: string]: any }
export interface Ply extends Made { changed: CellChange[]; position?: string; text: string }
export interface History { game: string; start: string; board: BoardData; plies: Ply[]; seats: Seat[]; ending: Text | null; dropped: string[] }

export type ServerMessage =
  | { type: "welcome"; who: { name: string | null; guest: boolean }; games: GameLine[]; now: number }
  | { type: "lobby"; seeks: SeekLine[]; rooms: GameLine[]; games: GameLine[]; online: number }
  | { type: "seeking"; seek: SeekLine | null }
  | { type: "paired"; room: string; dropped: string[] }
  | { type: "room"; room: Snapshot; you: number | null; host: boolean; chat: ChatLine[]; presence: Presence; next: string | null; rematch: number[] }
  | { type: "event"; room: string; version: number; effects: Effect[]; view: View; moves_from: number; moves: Made[]; changed: CellChange[] }
  | { type: "presence"; room: string; presence: Presence }
  | { type: "refused"; n: number | null; room: string | null; code: string; text: string }
  | { type: "chat"; room: string; line: ChatLine }
  | { type: "rematch"; room: string; seats: number[]; next: string | null }
  | { type: "reported"; message: number }
  | { type: "pong"; t: number; now: number; lag: number | null }
  | { type: "bye"; code: string; text: string };

export interface Evaluation { ply: number; score: number | null; mate: number | null; best: string | null; best_name: string | null; line: string[]; loss: number | null; judgement: string | null }
