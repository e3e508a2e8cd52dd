// Describes what a program threw: an error with its causes and the errors it gathers, any other value as its JSON.
//
// Threat: anything can be thrown, also a proxy whose traps throw, or give another proxy each time. Whatever it does, words
// come out, and they are bounded; only time is not, and the time limit ends that.

import type { Primordials } from '../primordials.js';

export type DescribeThrown = (thrown: unknown) => string;

export function createDescribeThrown(p: Primordials, maxLength: number): DescribeThrown {
  const MAX_CAUSES = 5;
  const MAX_ERRORS = 10;
  const UNKNOWN = 'something that cannot be shown';
  const { isArray } = Array;

  const cut = (text: string): string =>
    text.length <= maxLength ? text : `${p.slice(text, 0, maxLength)}… (${text.length} characters)`;

  const read = (of: unknown, key: string): unknown => {
    try {
      return typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[key] : undefined;
    } catch {
      return undefined;
    }
  };

  const asText = (value: unknown): string => {
    if (typeof value === 'string') return value;
    try {
      if (typeof value === 'object' && value !== null && !p.isInstance(value, p.Error)) return `${p.stringify(value)}`;
      return p.toText(value);
    } catch {
      return UNKNOWN;
    }
  };

  const words = (thrown: unknown): string => {
    const message = read(thrown, 'message');
    return typeof message === 'string' ? message : asText(thrown);
  };

  const named = (thrown: unknown): string => {
    const name = read(thrown, 'name');
    return typeof name === 'string' && name !== '' && name !== 'Error'
      ? `${cut(name)}: ${cut(words(thrown))}`
      : cut(words(thrown));
  };

  /** The errors that an error gathers; none if that is not a list, or has no readable length. */
  const gathered = (thrown: unknown): readonly unknown[] => {
    const errors = read(thrown, 'errors');
    try {
      return isArray(errors) && typeof errors.length === 'number' ? errors : [];
    } catch {
      return [];
    }
  };

  const whole = (thrown: unknown): string => {
    let text = words(thrown);
    if (!p.isInstance(thrown, p.Error)) return text;
    const errors = gathered(thrown);
    const count = errors.length;
    for (let i = 0; i < count && i < MAX_ERRORS; i++) text += `\n- ${named(errors[i])}`;
    if (count > MAX_ERRORS) text += `\n- … ${count - MAX_ERRORS} more`;
    let cause = read(thrown, 'cause');
    for (let i = 0; i < MAX_CAUSES && cause !== undefined && cause !== null; i++) {
      text += `\nCaused by: ${named(cause)}`;
      cause = read(cause, 'cause');
    }
    return text;
  };

  return (thrown) => {
    try {
      return cut(whole(thrown));
    } catch {
      return UNKNOWN;
    }
  };
}
