import type { Page } from '@toolshed/kernel';
import { z } from 'zod';
import { AccessError } from '../access/access-errors.js';
import { confinedTo, type Principal } from '../access/principal.js';

/** A page of a list, how long the whole list is, and the `cursor` of the next page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), total: z.int(), next: z.string().optional() });

export const Limit = z.coerce.number().int().min(1).max(200).default(50).describe('How many items a page has at most');

/** As `Limit`; with 0 the reply is how many there are, and nothing else. */
export const LimitOrCount = z.coerce
  .number()
  .int()
  .min(0)
  .max(200)
  .default(50)
  .describe('How many items a page has at most; 0 to get `total` alone');

export const pageBody = <T>(
  page: Page<T, string | number>,
  items: readonly object[] | Page<T, string | number> = page,
) => ({
  items,
  total: page.total,
  ...(page.next === undefined ? {} : { next: String(page.next) }),
});

/** The session a list is about: the wanted one, or the only one the caller may see. */
export function sessionFor(caller: Principal, wanted: string | undefined): { readonly session?: string } {
  const own = confinedTo(caller);
  if (own === undefined) return wanted === undefined ? {} : { session: wanted };
  if (wanted !== undefined && wanted !== own) {
    throw new AccessError(
      'access/session',
      403,
      'Cannot use another session: this token is for one session; leave "session" out',
    );
  }
  return { session: own };
}
