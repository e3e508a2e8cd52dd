// Compiles the program as the body of one async function and writes down how it ended. Values and errors are
// turned into text here, inside, with captured functions: the engine never copies a value a program made.

import type { GuestLimits } from '../limits.js';
import type { Bridge } from './bridge.js';
import type { ReadPosition } from './position-reader.js';
import type { Primordials } from './primordials.js';

export interface ProgramRunner {
  /** Null if it compiles, else the syntax error's message. */
  compile(source: string): string | null;
  /** Ends a program that cannot be compiled. */
  refuse(message: string, line: number, column: number): void;
  run(): void;
  failed(thrown: unknown): void;
  /**
   * A rejection that nobody has handled. While the program runs somebody still may, so it is only printed; once it has
   * returned it is how the program ends.
   */
  unhandled(message: string, stack: string): void;
}

export function createProgramRunner(
  p: Primordials,
  bridge: Bridge,
  limits: GuestLimits,
  positionIn: ReadPosition,
): ProgramRunner {
  const AsyncFunction = (async () => undefined).constructor as new (body: string) => () => Promise<unknown>;
  /** The engine's own words; a program that uses them blames only itself. */
  const STACK_OVERFLOW = 'Maximum call stack size exceeded';
  let main: (() => Promise<unknown>) | undefined;

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

  const describe = (thrown: unknown): string => {
    if (typeof thrown === 'string') return cut(thrown);
    try {
      return cut(p.toText(thrown));
    } catch {
      return 'something that cannot be shown';
    }
  };

  const failed = (thrown: unknown): void => {
    const isObject = typeof thrown === 'object' && thrown !== null;
    const message = (isObject ? readText(thrown, 'message') : undefined) ?? describe(thrown);
    const position = positionIn((isObject ? readText(thrown, 'stack') : undefined) ?? '');
    const fact = (key: string, as = key): string => {
      const value = isObject ? readText(thrown, key) : undefined;
      return value === undefined ? '' : `,"${as}":${p.stringify(value)}`;
    };
    const facts = `"message":${p.stringify(message)},"line":${position[0]},"column":${position[1]}`;
    const isOverflow = message === STACK_OVERFLOW && thrown instanceof p.RangeError;
    const own = isOverflow ? 'limit/stack' : isObject ? bridge.codeOf(thrown) : undefined;
    const code = own === undefined ? fact('code', 'chosen') : `,"code":${p.stringify(own)}`;
    bridge.crash(`{"ok":false,${facts}${fact('name')}${code}${fact('reason')}}`);
  };

  const returned = (value: unknown): void => {
    const json = p.stringify(value);
    if (json !== undefined && json.length > limits.resultBytes) {
      throw bridge.limitError('limit/result-size', `Cannot return more than ${limits.resultBytes} bytes`);
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
    compile(source) {
      try {
        main = new AsyncFunction(`"use strict";\n${source}\n//# sourceURL=program.ts`);
        return null;
      } catch (error) {
        return describe((error as Error).message);
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
      const done = main();
      try {
        p.whenSettled(done, ended, failed);
      } catch (error) {
        failed(error);
      }
    },
    failed,
    unhandled(message, stack) {
      if (bridge.hasReturned()) {
        failed(bridge.failureSaying(message) ?? { __proto__: null, message, stack });
        return;
      }
      try {
        bridge.log('warn', `Nobody handled a rejection: ${message}`);
      } catch (error) {
        failed(error);
      }
    },
  };
}
