// The tree of a game: moves with their variations, comments and marks. It is read from and written as the lists of moves
// that records have.

/**
 * A move in a record, with what could have been played instead.
 * @typedef {{move: string, nags?: number[], comment?: string, variations?: {remark?: string, moves: RecordedMove[]}[]}} RecordedMove
 */

/** The signs of marks with numbers. @type {Record<number, string>} */
export const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

/** Node of the tree: a position that is reached by a move; the start has no move. */
export class TreeNode {
  /** @param {string} name the move, as the game calls it @param {TreeNode | null} parent */
  constructor(name, parent) {
    this.name = name;
    this.parent = parent;
    /** Moves from here: the first goes on, the others are variations. @type {TreeNode[]} */
    this.next = [];
    /** @type {number[]} */
    this.nags = [];
    this.comment = "";
    /** What is said before the first move of a variation. */
    this.remark = "";
  }

  /** The moves that lead here. @returns {string[]} */
  path() {
    return this.parent ? [...this.parent.path(), this.name] : [];
  }

  /** The position after a move, which is added if it is new. @param {string} name */
  child(name) {
    const known = this.next.find((node) => node.name === name);
    if (known) return known;
    const made = new TreeNode(name, this);
    this.next.push(made);
    return made;
  }

  /** The end of the line that goes on from here. @returns {TreeNode} */
  end() {
    return this.next[0]?.end() ?? this;
  }

  /** Makes this variation the line that goes on, and leaves the others as they are. */
  promote() {
    const line = this.parent?.next;
    if (!line) return;
    line.splice(line.indexOf(this), 1);
    line.unshift(this);
  }

  /** Takes this move and all after it out of the tree. */
  remove() {
    const line = this.parent?.next;
    line?.splice(line.indexOf(this), 1);
  }

  /** Adds the moves of a record. @param {RecordedMove[]} moves */
  grow(moves) {
    /** @type {TreeNode} */
    let here = this;
    for (const made of moves) {
      const before = here;
      here = before.child(made.move);
      here.nags = made.nags ?? [];
      here.comment = made.comment ?? "";
      for (const { remark, moves: instead } of made.variations ?? []) {
        const first = instead[0];
        before.grow(instead);
        if (first) before.child(first.move).remark = remark ?? "";
      }
    }
  }

  /** The moves from here as a record has them. @returns {RecordedMove[]} */
  line() {
    /** @type {RecordedMove[]} */
    const moves = [];
    for (let node = this.next[0]; node; node = node.next[0]) {
      const others = node.parent?.next.slice(1) ?? [];
      moves.push({ ...node.told(), variations: others.map((other) => ({ remark: other.remark, moves: [other.told(), ...other.line()] })) });
    }
    return moves;
  }

  /** The move with what is said of it. @returns {RecordedMove} */
  told() {
    return { move: this.name, nags: this.nags, comment: this.comment };
  }
}
