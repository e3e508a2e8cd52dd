// The default log of a host: warnings and errors, a line of JSON each, to stderr.
//
// Threat: what is logged holds text of programs and servers. It is escaped, so that it cannot control a terminal or pass
// for a line of its own.

import type { ToolLog } from '@toolshed/kernel';
import { attempt, causeOf, factsOf, innerOf, textAt } from '../tool-proxy/thrown.js';

const line =
  (level: 'warn' | 'error') =>
  (facts: object, message: string): void => {
    process.stderr.write(`${visible({ level, time: new Date().toISOString(), message, ...facts })}\n`);
  };

const visible = (facts: object): string =>
  written(facts).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A value that cannot be written, such as a cycle or a throwing accessor, is left out; the line is still written. */
function written(facts: object): string {
  const known = attempt(() => Object.entries(facts), []);
  const members = known.map(([key, fact]) => [key, attempt(() => writable(fact), '(cannot be written)')] as const);
  return JSON.stringify(Object.fromEntries(members));
}

const writable = (fact: unknown): unknown => {
  const text = JSON.stringify(fact, (_, value: unknown) => (value instanceof Error ? errorFacts(value) : value));
  return text === undefined ? String(fact) : JSON.parse(text);
};

const errorFacts = (error: Error): object => ({
  ...factsOf(error),
  name: textAt(error, 'name'),
  message: textAt(error, 'message'),
  stack: textAt(error, 'stack'),
  cause: causeOf(error),
  ...(innerOf(error).length === 0 ? {} : { errors: innerOf(error) }),
});

export const stderrLog: ToolLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: line('warn'),
  error: line('error'),
};
