// The part of a journal that one program of an execution made: its own, or a saved one that a call entered. What a program
// does depends on this part alone, so each is replayed by itself, and one that has ended is not replayed at all.

import type { EntryOf, JournalEntry } from '@toolshed/kernel';
import { effectiveEntries, isIssued } from '@toolshed/kernel/runtime';
import { CallNumbers } from './call-numbers.js';

export interface FrameJournal {
  /** From `started` on, with the numbers that the program gave its calls. */
  readonly entries: readonly JournalEntry[];
  readonly numbers: CallNumbers;
}

/** `frame`: the call that entered the program; undefined for that of the execution. */
export function frameJournal(journal: readonly JournalEntry[], frame: number | undefined): FrameJournal {
  const numbers = new CallNumbers();
  const whole = effectiveEntries(journal);
  const entries: JournalEntry[] = [startOf(whole, frame)];
  for (const entry of whole.slice(1)) {
    if (isIssued(entry)) {
      if (entry.within !== frame) continue;
      numbers.add(1, entry.call);
      entries.push(withNumber(entry, numbers.count));
      continue;
    }
    if (entry.kind === 'printed' ? entry.within === frame : !('call' in entry)) entries.push(entry);
    else if ('call' in entry) {
      const own = numbers.own(entry.call);
      if (own !== undefined) entries.push(withNumber(entry, own));
    }
  }
  return { entries, numbers };
}

const withNumber = <E extends Extract<JournalEntry, { call: number }>>(entry: E, call: number): E =>
  entry.call === call ? entry : { ...entry, call };

/** A saved program starts like one of an execution, with random numbers of its own. */
function startOf(entries: readonly JournalEntry[], frame: number | undefined): EntryOf<'started'> {
  const [started] = entries;
  if (started?.kind !== 'started') throw new TypeError('A journal starts with "started"');
  if (frame === undefined) return started;
  const entered = entries.find((entry) => entry.kind === 'program-entered' && entry.call === frame);
  if (entered?.kind !== 'program-entered') throw new TypeError(`No program was entered by call ${frame}`);
  const { at, source, input, rules } = entered;
  return { ...started, at, source, input, rules, seed: `${started.seed} ${frame}` };
}

/** What a program has printed, as far as its journal has it. */
export function printedIn(entries: readonly JournalEntry[], frame: number): { logs: number; emitted: number } {
  let [logs, emitted] = [0, 0];
  for (const entry of entries) {
    if (entry.kind !== 'printed' || entry.within !== frame) continue;
    logs += entry.logs.length;
    emitted += entry.emitted.length;
  }
  return { logs, emitted };
}
