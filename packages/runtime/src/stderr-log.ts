// The log of a host that brought none: warnings and errors, a line of JSON each, to stderr.
//
// Threat: what is logged holds text of programs and servers. It is escaped, so that it cannot command a terminal or pass
// for a line of its own.

import type { ToolLog } from '@toolshed/kernel';

const line =
  (level: 'warn' | 'error') =>
  (facts: object, message: string): void => {
    process.stderr.write(`${visible({ level, time: new Date().toISOString(), message, ...facts })}\n`);
  };

const visible = (facts: object): string =>
  JSON.stringify(facts, (_, value: unknown) => (value instanceof Error ? errorFacts(value) : value)).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const errorFacts = ({ name, message, stack, cause }: Error): object => ({ name, message, stack, cause });

export const stderrLog: ToolLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: line('warn'),
  error: line('error'),
};
