// Letters in the reader's language: those of chess pieces in moves, and those of colours. Moves come with English letters.

import { kept } from "./choices.js";
import { t } from "./texts.js";

const ENGLISH = "KQRBN";
const OWN = document.documentElement.dataset.letters ?? ENGLISH;
const FIGURES = "♔♕♖♗♘";

/** @param {string} moves @param {string} letters */
const written = (moves, letters) => moves.replace(/[KQRBN]/g, (piece) => letters[ENGLISH.indexOf(piece)] ?? piece);

/** Moves of chess as the reader says them. @param {string} moves in SAN */
export const spoken = (moves) => written(moves, OWN);

/** Moves of chess as the reader sees them: with figurines, if that was chosen. @param {string} moves in SAN */
export const shown = (moves) => written(moves, kept("figurines", false) ? FIGURES : OWN);

/** The letter of a colour. @param {"tower" | "ball"} kind @param {string} color `light-blue` */
export const letterOf = (kind, color) => t(`letter-${kind}-${color}`);
