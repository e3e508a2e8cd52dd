// Compiles the program as the body of one async function and writes down how it ended. Values and errors are
// turned into text here, inside, with captured functions: the engine never copies a value a program made.

import type { GuestLimits } from '../limits.js';
import type { Bridge } from './bridge.js';
import type { CutJson } from './values/cut-json.js';
import type { DescribeThrown } from './values/describe-thrown.js';
import type { Primordials } from './primordials.js';
import type { Position, ProgramStacks } from './place/program-stacks.js';
import type { SourcePlaces } from './place/source-places.js';
import type { ProgramTerms } from './program-terms.js';
import type { EndingNote } from './values/ending-notes.js';
import type { ResultHint } from './values/result-hint.js';
import type { WriteValue } from './values/write-value.js';

export interface ProgramRunner {
  /** Null if it compiles, else the syntax error's message. */
  compile(source: string, callSites: string): string | null;
  /** Ends a program that cannot be compiled. */
  refuse(message: string, line: number, column: number): void;
  run(): void;
  failed(thrown: unknown): void;
  /**
   * A rejection that nobody has handled. While the program runs somebody still may, so it is only printed; once it has
   * returned it is how the program ends. `frames` is what its stack says, and may be the program's own words.
   */
  unhandled(message: string, frames: string, name: string): void;
}

export interface ProgramRunnerParts {
  readonly limits: GuestLimits;
  readonly stacks: ProgramStacks;
  readonly terms: ProgramTerms;
  readonly writeValue: WriteValue;
  readonly describeThrown: DescribeThrown;
  readonly resultHint: ResultHint;
  readonly endingNote: EndingNote;
  readonly cutJson: CutJson;
  readonly places: SourcePlaces;
  /** From a place in the text that was compiled to the one that the agent wrote. */
  readonly toWritten: (line: number, column: number) => Position;
  /** The name by which the compiled text marks its last value: see `last-value.ts`. */
  readonly lastName: string;
  /** What the program has as a parameter, if its text tells where it calls its tools: see `call-sites.ts`. */
  readonly tools: object;
}

export function createProgramRunner(p: Primordials, bridge: Bridge, parts: ProgramRunnerParts): ProgramRunner {
  const {
    limits,
    stacks,
    terms,
    writeValue,
    describeThrown,
    resultHint,
    endingNote,
    cutJson,
    places,
    toWritten,
    lastName,
    tools,
  } = parts;
  const AsyncFunction = (async () => undefined).constructor as new (
    ...text: string[]
  ) => (first?: unknown, second?: unknown) => Promise<unknown>;
  /** The engine's own words; a program that uses them blames only itself. */
  const STACK_OVERFLOW = 'Maximum call stack size exceeded';
  const NativeSyntaxError = SyntaxError;
  let main: (() => Promise<unknown>) | undefined;
  /** As it was compiled last: each of its lines is where it was written. */
  let text = '';
  const known = p.createNotes<Position>();
  /** Whether the compiled text marks its last value, and whether it was reached. */
  let marksLast = false;
  let isLast = false;
  const markLast = (value: unknown): unknown => {
    isLast = true;
    return value;
  };

  const cut = (text: string): string =>
    text.length <= limits.errorBytes ? text : `${p.slice(text, 0, limits.errorBytes)}… (${text.length} characters)`;

  const readText = (error: unknown, key: string): string | undefined => {
    try {
      const value = (error as Record<string, unknown> | null | undefined)?.[key];
      return typeof value === 'string' ? cut(value) : undefined;
    } catch {
      return undefined;
    }
  };

  /** Notes about how the program was read. Printing them must not end it. */
  const say = (note: string): void => {
    if (note === '') return;
    try {
      bridge.log('info', note);
    } catch {
      // More than it may print: the program's own lines come first.
    }
  };

  /** Mistakes about a value, of which the engine or a tool complains. */
  const hasHint = (thrown: unknown): boolean =>
    p.isInstance(thrown, p.TypeError) ||
    p.isInstance(thrown, NativeSyntaxError) ||
    (typeof thrown === 'object' && thrown !== null && bridge.codeOf(thrown) === 'tool/invalid-arguments');

  /** What is no error has no stack. */
  const positionOf = (thrown: unknown, isObject: boolean): Position => {
    const found = stacks.positionOf(thrown);
    if (found[0] > 0 || terms.rules < 6 || (isObject && p.isInstance(thrown, p.Error))) return found;
    return writtenAt(places.onlyThrow(text));
  };
  const writtenAt = ([line, column]: Position): Position => (line === 0 ? [line, column] : toWritten(line, column));

  const failed = (thrown: unknown): void => {
    const isObject = typeof thrown === 'object' && thrown !== null;
    const isNothing = terms.rules > 5 && (thrown === undefined || thrown === null);
    const words = isNothing
      ? `The program threw ${thrown}, which says nothing: write throw new Error("…") with what went wrong`
      : describeThrown(thrown);
    const underWay = terms.rules < 6 ? 0 : bridge.underWay();
    const message = hasHint(thrown) ? `${words}${resultHint.on(words, bridge.lastResult(), underWay)}` : words;
    const position =
      (isObject ? (bridge.placeOf(thrown) ?? known.get(thrown)) : undefined) ?? positionOf(thrown, isObject);
    const fact = (key: string, as = key): string => {
      const value = isObject ? readText(thrown, key) : undefined;
      return value === undefined ? '' : `,"${as}":${p.stringify(value)}`;
    };
    const facts = `"message":${p.stringify(message)},"line":${position[0]},"column":${position[1]}`;
    const isOverflow = message === STACK_OVERFLOW && p.isInstance(thrown, p.RangeError);
    const own = isOverflow ? 'limit/stack' : isObject ? bridge.codeOf(thrown) : undefined;
    const code = own === undefined ? fact('code', 'chosen') : `,"code":${p.stringify(own)}`;
    bridge.crash(`{"ok":false,${facts}${fact('name')}${code}${fact('reason')}}`);
  };

  /** The program did its work: what it returned is cut rather than lost. */
  const tooLong = (json: string): string => {
    if (limits.failsOnOverflow) {
      throw bridge.limitError('limit/result-size', `Cannot return more than ${limits.resultBytes} bytes`);
    }
    const sizes = `it has ${json.length} characters as JSON, and ${limits.resultBytes} are kept`;
    bridge.log('warn', `The returned value was cut: ${sizes}. Return less, or what was read in parts`);
    return cutJson(json, limits.resultBytes);
  };

  /** What cannot be returned was made in no place that it knows; it is returned in one. */
  const written = (value: unknown): string | undefined => {
    try {
      return writeValue(value, 'return');
    } catch (error) {
      const place = terms.rules < 6 ? undefined : places.lastReturn(text);
      if (place !== undefined && typeof error === 'object' && error !== null && stacks.positionOf(error)[0] === 0)
        known.set(error, toWritten(place.line, place.column));
      throw error;
    }
  };

  const returned = (value: unknown): void => {
    const whole = terms.rules < 2 ? p.stringify(value) : written(value);
    const json = whole !== undefined && whole.length > limits.resultBytes ? tooLong(whole) : whole;
    say(json === undefined ? terms.emptyNote : marksLast && !isLast ? '' : terms.endNote);
    if (terms.rules > 4) {
      const isEmpty = json === undefined;
      const isExplained = terms.emptyNote !== '' || bridge.hasPrinted();
      const last = bridge.lastResult();
      const timersLeft = terms.rules > 5 ? bridge.timersLeft() : 0;
      say(endingNote({ value, isEmpty, source: text, underWay: bridge.underWay(), timersLeft, isExplained, last }));
    }
    bridge.finish(json === undefined ? '{"ok":true}' : `{"ok":true,"value":${json}}`);
  };

  const ended = (value: unknown): void => {
    try {
      returned(value);
    } catch (error) {
      failed(error);
    }
  };

  return {
    compile(source, callSites) {
      try {
        text = source;
        const body = `"use strict";\n${source}\n//# sourceURL=${terms.script}`;
        marksLast = terms.rules > 5 && p.indexOf(source, `${lastName}((`) >= 0;
        if (marksLast) {
          const marked =
            callSites === '' ? new AsyncFunction(lastName, body) : new AsyncFunction(lastName, 'tools', body);
          main = callSites === '' ? () => marked(markLast) : () => marked(markLast, tools);
          return null;
        }
        const compiled = callSites === '' ? new AsyncFunction(body) : new AsyncFunction('tools', body);
        main = callSites === '' ? compiled : () => compiled(tools);
        return null;
      } catch (error) {
        return describeThrown(error);
      }
    },
    refuse(message, line, column) {
      const facts = `"name":"SyntaxError","code":"program/syntax","message":${p.stringify(cut(message))}`;
      bridge.crash(`{"ok":false,${facts},"line":${line},"column":${column}}`);
    },
    // Not by an async function of ours that waits for it: that would be in every stack the program has, and the
    // engine writes one down for each call.
    run() {
      if (main === undefined) return;
      say(terms.note);
      const done = main();
      try {
        p.whenSettled(done, ended, failed);
      } catch (error) {
        failed(error);
      }
    },
    failed,
    unhandled(message, frames, name) {
      if (bridge.hasReturned()) {
        const thrown = { __proto__: null, message, name: name === '' ? undefined : name };
        known.set(thrown, stacks.lastWith(frames));
        failed(bridge.failureSaying(message) ?? thrown);
        return;
      }
      try {
        const words = terms.rules < 5 || name === '' || name === 'Error' ? message : `${name}: ${message}`;
        bridge.log('warn', `Nobody handled a rejection: ${words}`);
      } catch (error) {
        failed(error);
      }
    },
  };
}
