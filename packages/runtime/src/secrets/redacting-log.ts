// A log whose lines hold no secret, whatever its caller puts into them.

import type { ToolLog } from '@toolshed/kernel';
import { attempt, causeOf, factsOf, innerOf, textAt } from '../tool-proxy/thrown.js';
import type { Redactor } from './redactor.js';

const MAX_DEPTH = 8;
/** How deep errors that hold others are followed: such errors may hold each other. */
const MAX_HOLDERS = 2;

/** `current` is asked for each line: more secrets may be known by then. */
export function createRedactingLog(log: ToolLog, current: () => Redactor): ToolLog {
  const line =
    (level: keyof ToolLog) =>
    (facts: object, message: string): void => {
      const redactor = current();
      const copy = copyOf(facts, redactor, 0);
      log[level](typeof copy === 'object' && copy !== null ? copy : { facts: copy }, redactor.text(String(message)));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

/** For a value that throws when it is read, only that. */
const copyOf = (value: unknown, redactor: Redactor, depth: number): unknown =>
  attempt(() => readableCopyOf(value, redactor, depth), UNREADABLE);

const UNREADABLE = '[unreadable]';

/** Plain data and errors; of anything else, only what it is: what a printer would make of it is not known here. */
function readableCopyOf(value: unknown, redactor: Redactor, depth: number): unknown {
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
  const cause = causeOf(error);
  const copy = new Error(
    redactor.text(textAt(error, 'message')),
    cause === undefined ? {} : { cause: copyOf(cause, redactor, depth + 1) },
  );
  copy.name = redactor.text(textAt(error, 'name'));
  copy.stack = redactor.text(textAt(error, 'stack'));
  const code = attempt(() => ('code' in error ? error.code : undefined), UNREADABLE);
  const inner = depth > MAX_HOLDERS ? [] : innerOf(error);
  return Object.assign(
    copy,
    Object.fromEntries(Object.entries(factsOf(error)).map(([key, fact]) => [redactor.text(key), redactor.json(fact)])),
    code === undefined ? {} : { code: copyOf(code, redactor, depth + 1) },
    inner.length === 0 ? {} : { errors: inner.map((one) => copyOf(one, redactor, depth + 1)) },
  );
}
