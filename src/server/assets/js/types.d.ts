// What comes by HTTP alone. What comes over the socket is in messages.d.ts, which is made from the program.

// src/analysis/lib.rs
export interface Evaluation { ply: number; score: number | null; mate: number | null; best: string | null; best_name: string | null; line: string[]; loss: number | null; judgement: string | null }
