// The numbers of calls, where an execution runs more than one program. Each program numbers its calls from 1; the
// journal numbers those of all programs in one order.

/** For the calls of one program: its own numbers, and those of the journal. */
export class CallNumbers {
  #count = 0;
  /** The journal's number of each call; undefined while both are the same. */
  #journaled: number[] | undefined;

  /** How many calls the program has made. */
  get count(): number {
    return this.#count;
  }

  /** Records this many more calls of the program, numbered in the journal from `first`. */
  add(calls: number, first: number): void {
    if (calls === 0) return;
    if (this.#journaled === undefined && first !== this.#count + 1)
      this.#journaled = Array.from({ length: this.#count }, (_, index) => index + 1);
    if (this.#journaled) for (let offset = 0; offset < calls; offset++) this.#journaled.push(first + offset);
    this.#count += calls;
  }

  inJournal(own: number): number {
    return this.#journaled?.[own - 1] ?? own;
  }

  /** Undefined for the call of another program. */
  own(journaled: number): number | undefined {
    if (this.#journaled === undefined) return journaled <= this.#count ? journaled : undefined;
    const index = indexIn(this.#journaled, journaled);
    return this.#journaled[index] === journaled ? index + 1 : undefined;
  }
}

/** Where a number is in an ascending list, or would be. */
function indexIn(list: readonly number[], wanted: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}
