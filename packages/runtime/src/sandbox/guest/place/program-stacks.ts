// Where in the program something happened, and the stack traces a program can read.
//
// Attack: the line of a call, and of an error, is shown to the person who approves it. A program that compiles a function
// with `//# sourceURL=program.ts`, names a function `program.ts:1:1`, or writes `stack` itself, would choose that line.
// Defence: no text is read. The engine hands each frame of a trace to `prepareStackTrace`, and a frame counts only if its
// script has the name we gave the program, which is random, made outside, and in no text that a program can read. What
// the engine says of a frame is asked for with its own functions: they refuse anything but a real frame, so a program
// that calls `Error.prepareStackTrace` itself learns and changes nothing.

import type { Callee, Primordials } from '../primordials.js';
import type { ProgramTerms } from '../program-terms.js';

/** Line and column in the text the agent wrote; zeros where no frame is the program's own. */
export type Position = readonly [line: number, column: number];

type FrameFact =
  | 'getScriptNameOrSourceURL'
  | 'getLineNumber'
  | 'getColumnNumber'
  | 'getFunctionName'
  | 'isAsync'
  | 'isEval'
  | 'toString';

export interface ProgramStacks {
  /** The engine's hook: gives the text of a trace, and notes where its error was made. */
  readonly prepare: (error: unknown, frames: readonly object[]) => string;
  /** Where the caller of `callee` is: `4:21`, or empty. */
  readonly callerOf: (callee: Callee) => string;
  /** Where an error was created, as far as the engine says. */
  readonly positionOf: (error: unknown) => Position;
  /** Where the error was made whose trace was written last, if these are its frames. */
  readonly lastWith: (frames: string) => Position;
}

export interface ProgramStacksParts {
  readonly terms: ProgramTerms;
  /** From a place in the compiled text to the place that the agent wrote. */
  readonly toWritten: (line: number, column: number) => Position;
}

export function createProgramStacks(p: Primordials, { terms, toWritten }: ProgramStacksParts): ProgramStacks {
  const GUEST = 'guest.js';
  const NOWHERE: Position = [0, 0];
  const { captureStackTrace } = Error;
  const { toString: errorText } = Error.prototype;
  const read = frameReaders();
  const made = p.createNotes<Position>();
  let isPlaceWanted = false;
  let last: { readonly frames: string; readonly position: Position } = { frames: '', position: NOWHERE };

  /** A frame, used only to get at the engine's methods of frames. */
  function frameReaders(): Record<FrameFact, () => never> {
    let frame: object = {};
    Error.prepareStackTrace = (_, frames) => {
      frame = frames[0] ?? {};
    };
    void new Error().stack;
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    const own = Object.getPrototypeOf(frame);
    return {
      getScriptNameOrSourceURL: own.getScriptNameOrSourceURL,
      getLineNumber: own.getLineNumber,
      getColumnNumber: own.getColumnNumber,
      getFunctionName: own.getFunctionName,
      isAsync: own.isAsync,
      isEval: own.isEval,
      toString: own.toString,
    };
  }

  const isOwn = (frame: object): boolean => p.apply(read.getScriptNameOrSourceURL, frame, []) === terms.script;

  const positionIn = (frame: object): Position =>
    toWritten(p.apply(read.getLineNumber, frame, []), p.apply(read.getColumnNumber, frame, []));

  const firstOwn = (frames: readonly object[]): Position => {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      if (frame !== undefined && isOwn(frame)) return positionIn(frame);
    }
    return NOWHERE;
  };

  const whereOf = (frame: object): string => {
    if (isOwn(frame)) {
      const position = positionIn(frame);
      return `program.ts:${position[0]}:${position[1]}`;
    }
    return p.apply(read.isEval, frame, []) ? 'generated code' : '<anonymous>';
  };

  const lineOf = (frame: object): string => {
    if (p.apply(read.getScriptNameOrSourceURL, frame, []) === GUEST) return '';
    const name: unknown = p.apply(read.getFunctionName, frame, []);
    const where = whereOf(frame);
    const async = p.apply(read.isAsync, frame, []) ? 'async ' : '';
    return `\n    at ${async}${typeof name === 'string' && name !== 'eval' ? `${name} (${where})` : where}`;
  };

  /** By the first rules a trace is what the engine would write, except for the name of the script. */
  const firstLineOf = (frame: object): string => {
    const text: string = p.apply(read.toString, frame, []);
    let named = '';
    let from = 0;
    for (let at = p.indexOf(text, terms.script); at >= 0; at = p.indexOf(text, terms.script, from)) {
      named += `${p.slice(text, from, at)}program.ts`;
      from = at + terms.script.length;
    }
    return `\n    at ${named}${p.slice(text, from)}`;
  };

  const headOf = (error: unknown): string => {
    try {
      return p.apply(errorText, error, []);
    } catch {
      return '<error>';
    }
  };

  return {
    prepare: (error, frames) => {
      const position = firstOwn(frames);
      if (isPlaceWanted) return position[0] === 0 ? '' : `${position[0]}:${position[1]}`;
      if (position[0] > 0 && typeof error === 'object' && error !== null) made.set(error, position);
      let lines = '';
      for (let i = 0; i < frames.length; i++) {
        const frame = frames[i];
        if (frame !== undefined) lines += terms.rules < 4 ? firstLineOf(frame) : lineOf(frame);
      }
      last = { frames: lines, position };
      return `${headOf(error)}${lines}`;
    },
    callerOf: (callee) => {
      const holder = p.create(null);
      captureStackTrace(holder, callee);
      isPlaceWanted = true;
      try {
        return holder.stack;
      } finally {
        isPlaceWanted = false;
      }
    },
    positionOf: (error) => {
      if (typeof error !== 'object' || error === null) return NOWHERE;
      try {
        // Has the engine call `prepare`, where it was not called for this error before.
        void (error as { readonly stack?: unknown }).stack;
      } catch {
        // An accessor or a proxy of the program threw.
      }
      return made.get(error) ?? NOWHERE;
    },
    lastWith: (frames) => (last.frames !== '' && p.indexOf(frames, last.frames) === 0 ? last.position : NOWHERE),
  };
}
