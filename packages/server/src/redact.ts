// Removes credentials from log fields: the value of every key that names one, at any depth.

const MASK = '[redacted]';
const MAX_DEPTH = 8;

/** A key that ends in one of these, letters only and lower case, holds something to hide. */
const HIDDEN = [
  'authorization',
  'cookie',
  'cookies',
  'token',
  'secret',
  'password',
  'passphrase',
  'credential',
  'credentials',
  'key',
];

/** The facts of a log line, with the values of members that may hold a credential masked. */
export function redact(facts: object): Record<string, unknown> {
  return redactObject(facts, 0);
}

function redactObject(facts: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, isHidden(key) ? MASK : redactValue(value, depth + 1)]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  if (depth > MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactObject(value, depth);
}

function isHidden(key: string): boolean {
  const letters = key.toLowerCase().replaceAll(/[^a-z]/g, '');
  return HIDDEN.some((word) => letters.endsWith(word));
}
