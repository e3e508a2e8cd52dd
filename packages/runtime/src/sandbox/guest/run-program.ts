// Compiles the program as the body of one async function and writes down how it ended. Values and errors are
// turned into text here, inside, with captured functions: the engine never copies a value a program made.

import type { GuestLimits } from '../limits.js';
import type { Bridge } from './bridge.js';
import type { CutJson } from './values/cut-json.js';
import type { DescribeThrown } from './values/describe-thrown.js';
import type { Primordials } from './primordials.js';
import type { Position, ProgramStacks } from './place/program-stacks.js';
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
  /** What the program has as a parameter, if its text tells where it calls its tools: see `call-sites.ts`. */
  readonly tools: object;
}

export function createProgramRunner(p: Primordials, bridge: Bridge, parts: ProgramRunnerParts): ProgramRunner {
  const { limits, stacks, terms, writeValue, describeThrown, resultHint, endingNote, cutJson, tools } = parts;
  const AsyncFunction = (async () => undefined).constructor as new (
    ...text: string[]
  ) => (tools?: object) => Promise<unknown>;
  /** The engine's own words; a program that uses them blames only itself. */
  const STACK_OVERFLOW = 'Maximum call stack size exceeded';
  const NativeSyntaxError = SyntaxError;
  let main: (() => Promise<unknown>) | undefined;
  /** As it was compiled last: each of its lines is where it was written. */
  let text = '';
  const known = p.createNotes<Position>();

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

  const failed = (thrown: unknown): void => {
    const isObject = typeof thrown === 'object' && thrown !== null;
    const words = describeThrown(thrown);
    const underWay = terms.rules < 6 ? 0 : bridge.underWay();
    const message = hasHint(thrown) ? `${words}${resultHint.on(words, bridge.lastResult(), underWay)}` : words;
    const position =
      (isObject ? (bridge.placeOf(thrown) ?? known.get(thrown)) : undefined) ?? stacks.positionOf(thrown);
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

  const returned = (value: unknown): void => {
    const whole = terms.rules < 2 ? p.stringify(value) : writeValue(value, 'return');
    const json = whole !== undefined && whole.length > limits.resultBytes ? tooLong(whole) : whole;
    say(json === undefined ? terms.emptyNote : terms.endNote);
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
