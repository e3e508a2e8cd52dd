// Questions that wait for their turn at one channel.
//
// Invariants
//   Q1. Questions of one asker are taken in the order they came.
//   Q2. Askers take turns: one that asks a hundred times delays another by one question, not by a hundred.
//   Q3. No more than `capacity` wait; what does not fit is refused, never dropped later.

export interface QueuedQuestion {
  readonly id: string;
  /** Who asks: questions of one asker stay in order, askers take turns. */
  readonly asker: string;
}

export interface QuestionQueue<Q extends QueuedQuestion> {
  readonly size: number;
  /**
   * False if it is full. `first`: before all askers' lines, for a question whose answer has to be corrected. `now`: before
   * those as well, for one that somebody returns to.
   */
  add(question: Q, place?: 'last' | 'first' | 'now'): boolean;
  /** A question that is over leaves, wherever it stands. */
  remove(id: string): void;
  /** Takes at most this many, in turn. */
  take(count: number): readonly Q[];
}

export function createQuestionQueue<Q extends QueuedQuestion>(capacity: number): QuestionQueue<Q> {
  /** In the order in which askers have their turn. */
  const lines = new Map<string, Q[]>();
  let ahead: Q[] = [];
  let size = 0;

  const shift = (): Q | undefined => {
    const urgent = ahead.shift();
    if (urgent) return urgent;
    const [turn] = lines;
    if (turn === undefined) return undefined;
    const [asker, line] = turn;
    const [question, ...rest] = line;
    lines.delete(asker);
    if (rest.length > 0) lines.set(asker, rest);
    return question;
  };

  return {
    get size() {
      return size;
    },
    add(question, place = 'last') {
      if (size >= capacity) return false;
      size += 1;
      if (place === 'now') ahead.unshift(question);
      else if (place === 'first') ahead.push(question);
      else lines.set(question.asker, [...(lines.get(question.asker) ?? []), question]);
      return true;
    },
    remove(id) {
      ahead = ahead.filter((question) => question.id !== id);
      for (const [asker, line] of lines) {
        const left = line.filter((question) => question.id !== id);
        if (left.length === 0) lines.delete(asker);
        else if (left.length < line.length) lines.set(asker, left);
      }
      size = ahead.length + [...lines.values()].reduce((sum, line) => sum + line.length, 0);
    },
    take(count) {
      const taken: Q[] = [];
      while (taken.length < count) {
        const question = shift();
        if (question === undefined) break;
        taken.push(question);
      }
      size -= taken.length;
      return taken;
    },
  };
}
