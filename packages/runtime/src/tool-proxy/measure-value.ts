import { LimitError } from '../sandbox/sandbox-errors.js';
import type { LimitCode } from '../sandbox/limits.js';

export interface ValueBounds {
  readonly what: string;
  readonly characters: number;
  readonly sizeCode: LimitCode;
  readonly depth: number;
  readonly depthCode: LimitCode;
}

/** What each value costs beside its text. */
const PER_VALUE = 4;

/**
 * Refuses a value of a caller that is too large or nested too deep, before anything that uses a stack frame for
 * each level looks at it. Walks without recursion; a cyclic value is simply too large.
 */
export function assertWithin(value: unknown, { what, characters, sizeCode, depth, depthCode }: ValueBounds): void {
  const left: (readonly [value: unknown, depth: number])[] = [[value, 1]];
  let size = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, level] = next;
    size += PER_VALUE + (typeof one === 'string' ? one.length : 0);
    if (typeof one === 'object' && one !== null) {
      if (level > depth) throw new LimitError(depthCode, `Cannot take ${what} nested deeper than ${depth}`);
      for (const [key, member] of Object.entries(one)) {
        size += key.length;
        left.push([member, level + 1]);
      }
    }
    if (size + left.length * PER_VALUE > characters)
      throw new LimitError(sizeCode, `Cannot take ${what} of more than ${characters} characters`);
  }
}
