// One isolate, driven step by step on the thread that calls it.
//
// Each step is entered through isolated-vm's synchronous API, so its timeout covers everything that runs until the
// program is quiet, code after a delivery included. Only strings go in and come out; what is printed comes out as it is
// printed, and once more at the end of its step.
//
// Not relied on: the timeout and the heap limit are conveniences that turn common accidents into clean errors.
// Native loops escape both; the real limits are enforced by the owner of the process.

import type { Delivery, GuestProgram } from '../sandbox.js';
import { compileAdapted } from './adapt-program.js';
import { compileProgram, LONGEST_TYPED_LINE, StripperBrokenError, type SyntaxProblem } from './compile-program.js';
import { callSites } from './call-sites.js';
import type { OpenGuest } from './guest-script.js';
import type { IsolatedVm, Reference } from './isolated-vm.js';
import { createJointTimeouts } from './joint-timeouts.js';
import { SCRIPT_NAME } from './script-name.js';
import { seedWords } from './seed-words.js';

export interface StepMachine extends Disposable {
  /** Makes the first steps as fast as later ones. Takes a quarter of what making the isolate took. */
  warmUp(): void;
  /** Each returns what the isolate wrote, or how it ended. */
  start(program: GuestProgram, budgetMs: number, onPrinted?: OnPrinted): StepResult;
  deliver(deliveries: Iterable<Delivery>, budgetMs: number, onPrinted?: OnPrinted): StepResult;
}

/** Called with what the program prints while its step is under way, each time in the form of a step's output. */
export type OnPrinted = (text: string) => void;

export type StepResult =
  /** `isSpent`: no other program can be read in this process. */
  | { readonly kind: 'output'; readonly text: string; readonly isSpent?: true }
  | { readonly kind: 'ended'; readonly how: 'cpu' | 'heap' | 'crashed'; readonly written: string };

const ignore: OnPrinted = () => undefined;
const MAX_DETAIL = 1_000;
/** Joining a few strings; a program cannot make it longer. */
const LAST_WORDS_MS = 100;
/** A timer may fire this much early. */
const TIMER_MS = 1;
/** The engine's thread for timeouts is one for all isolates of a process. */
const timeoutUntil = createJointTimeouts();

export interface StepMachineDeps {
  readonly ivm: IsolatedVm;
  readonly heapMb: number;
  readonly openGuest: OpenGuest;
}

export function createStepMachine({ ivm, heapMb, openGuest }: StepMachineDeps): StepMachine {
  const isolate = new ivm.Isolate({ memoryLimit: heapMb, onCatastrophicError: () => process.abort() });
  let tell: OnPrinted = ignore;
  const guest = openGuest(isolate, isolate.createContextSync(), (text) => tell(text));

  /** The program's clock, sent only when it changes, which it does not for many calls. */
  let now: number | undefined;
  /** One for all steps: an object without a prototype takes long to make. */
  const options = { __proto__: null, timeout: 0 };

  const step = (budgetMs: number, onPrinted: OnPrinted, work: (until: number) => void): StepResult => {
    const until = performance.now() + budgetMs;
    tell = onPrinted;
    try {
      work(until);
      return { kind: 'output', text: textOf(guest.drain.applySync()) };
    } catch (error) {
      if (error instanceof StripperBrokenError) {
        refuse(error.problem);
        return { kind: 'output', text: written(), isSpent: true };
      }
      const how = isolate.isDisposed ? 'heap' : performance.now() >= until - TIMER_MS ? 'cpu' : 'crashed';
      return { kind: 'ended', how, written: how === 'cpu' ? written() : '' };
    }
  };

  const refuse = ({ message, line, column }: SyntaxProblem): void =>
    void guest.refuse.applySync(undefined, [message, line, column]);

  /** What it wrote before it was stopped. */
  const written = (): string => {
    try {
      return textOf(guest.drain.applySync(undefined, [], { timeout: LAST_WORDS_MS }));
    } catch {
      return '';
    }
  };

  // isolated-vm throws a rejection nobody handled out of the call that was running; the program itself keeps running.
  // The thrown value is never inspected: its text is the program's, and may claim a timeout.
  const run = (entry: Reference, args: (string | number | undefined)[], until: number): void => {
    try {
      options.timeout = timeoutUntil(until);
      entry.applySync(undefined, args, options);
    } catch (error) {
      if (isolate.isDisposed || performance.now() >= until - TIMER_MS) throw error;
      guest.unhandled.applySync(undefined, [messageOf(error), framesOf(error), nameOf(error)]);
    }
  };

  return {
    warmUp: () => void guest.warmUp.applySync(),
    start: (program, budgetMs, onPrinted = ignore) =>
      step(budgetMs, onPrinted, (until) => {
        const { source, rules = 1, seed, at, input } = program;
        // Of a changed text as well: these are the places in the text that was written.
        let sites: string | undefined;
        const compile = (text: string): string | null => {
          const own = callSites(text);
          sites ??= own;
          const args = [text, text.length === source.length ? own : sites, rules, SCRIPT_NAME];
          return asMessage(guest.compile.applySync(undefined, args, { timeout: timeoutUntil(until) }));
        };
        const compiled = (rules < 2 ? compileProgram : compileAdapted)(source, {
          compile,
          isolate,
          rules,
          longestLine: rules < 4 ? Number.POSITIVE_INFINITY : LONGEST_TYPED_LINE,
        });
        if (compiled.kind === 'problem') {
          refuse(compiled.problem);
          return;
        }
        if ('adaptation' in compiled && compiled.adaptation) {
          const { shifts, notes, endNote, emptyNote } = compiled.adaptation;
          const said = [notes.join('. '), endNote, rules < 4 ? '' : emptyNote];
          guest.adapt.applySync(undefined, [JSON.stringify(shifts), ...said]);
        }
        run(guest.run, [at, ...seedWords(seed), input], until);
      }),
    deliver: (deliveries, budgetMs, onPrinted = ignore) =>
      step(budgetMs, onPrinted, (until) => {
        for (const { call, at, kind, json } of deliveries) {
          run(kind === 'error' ? guest.fail : guest.deliver, at === now ? [call, json] : [call, json, at], until);
          now = at;
        }
      }),
    [Symbol.dispose]: () => {
      if (!isolate.isDisposed) isolate.dispose();
    },
  };
}

/** A value with an accessor arrives as `undefined`, so nothing is read from it blindly. */
function messageOf(error: unknown): string {
  if (error instanceof Error)
    return error.message.startsWith(NO_ERROR) ? THROWN_OBJECT : error.message.slice(0, MAX_DETAIL);
  return PRIMITIVES.has(typeof error) || error === null ? String(error).slice(0, MAX_DETAIL) : THROWN_OBJECT;
}
const PRIMITIVES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'bigint', 'undefined']);
/** What isolated-vm says in place of an object that is no error; the object itself stays inside. */
const NO_ERROR = 'An object was thrown from supplied code';
const THROWN_OBJECT = 'an object that is no Error: write throw new Error(text)';
const nameOf = (error: unknown): string =>
  error instanceof Error && !error.message.startsWith(NO_ERROR) ? String(error.name).slice(0, MAX_DETAIL) : '';
/** As the isolate wrote them, below the message. */
function framesOf(error: unknown): string {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  const start = stack.indexOf(FRAME);
  return start < 0 ? '' : stack.slice(start, start + MAX_FRAMES);
}
const FRAME = '\n    at ';
const MAX_FRAMES = 2_000;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const asMessage = (value: unknown): string | null => (typeof value === 'string' ? value : null);
