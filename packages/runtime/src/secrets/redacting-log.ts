// A log whose lines hold no secret, whatever its caller puts into them.

import type { ToolLog } from '@toolshed/kernel';
import type { Redactor } from './redactor.js';

const MAX_DEPTH = 8;

/** `current` is asked for each line: more secrets may be known by then. */
export function createRedactingLog(log: ToolLog, current: () => Redactor): ToolLog {
  const line =
    (level: keyof ToolLog) =>
    (facts: object, message: string): void => {
      const redactor = current();
      const copy = copyOf(facts, redactor, 0);
      log[level](typeof copy === 'object' && copy !== null ? copy : { facts: copy }, redactor.text(message));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

/** Plain data and errors; of anything else, only what it is: what a printer would make of it is not known here. */
function copyOf(value: unknown, redactor: Redactor, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return redactor.json(value);
  if (depth > MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return errorOf(value, redactor, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return redactor.json(value.map((item) => copyOf(item, redactor, depth + 1)));
  if (value instanceof Date) return value;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? 'object'}]`;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redactor.text(key), copyOf(member, redactor, depth + 1)]),
  );
}

function errorOf(error: Error, redactor: Redactor, depth: number): Error {
  const cause = error.cause === undefined ? {} : { cause: copyOf(error.cause, redactor, depth + 1) };
  const copy = new Error(redactor.text(error.message), cause);
  copy.name = redactor.text(error.name);
  copy.stack = redactor.text(error.stack ?? '');
  return 'code' in error ? Object.assign(copy, { code: copyOf(error.code, redactor, depth + 1) }) : copy;
}
