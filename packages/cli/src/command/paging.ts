// Long lists, a page at a time: what may be asked for, and what is said of the rest.

import type { Page } from '@toolshed/kernel';
import { listAll } from '@toolshed/runtime';
import { type Command, Option } from 'commander';
import { parseCount } from './duration.js';
import { UsageError } from './usage-error.js';

export interface PageFlags {
  readonly limit?: number;
  readonly after?: string;
  readonly all?: true;
}

interface Wanted<Cursor> {
  readonly before?: Cursor | undefined;
  readonly limit?: number | undefined;
}

type Look<T, Cursor> = (wanted: Wanted<Cursor>) => Promise<Page<T, Cursor>>;

export const withPages = (command: Command, usual = '50'): Command =>
  command
    .option('--limit <count>', `at most this many (default: ${usual})`, parseCount)
    .option('--after <last>', 'go on after the last one of the page before')
    .addOption(new Option('--all', 'everything there is').conflicts(['limit']));

/** The page a command was asked for; `parse` throws for what cannot be the end of one. */
export async function readPage<T, Cursor>(
  { limit, after, all }: PageFlags,
  parse: { safeParse(text: string): { readonly data?: Cursor | undefined } },
  look: Look<T, Cursor>,
): Promise<Page<T, Cursor>> {
  const before = after === undefined ? undefined : parse.safeParse(after).data;
  if (after !== undefined && before === undefined)
    throw new UsageError('usage/after', `Cannot go on after "${after}": it is not what a page here ends with`);
  return all ? await listAll(look, {}, before) : await look({ before, ...(limit === undefined ? {} : { limit }) });
}

/** What a list does not show is said, with the way to it. */
export function pageLines({ length, total, next }: Page<unknown, string | number>): readonly string[] {
  if (length === total) return [];
  const rest = next === undefined ? 'these are the last' : `--after ${next} goes on, --all shows everything`;
  return [`${count(length)} of ${count(total)}; ${rest}`];
}

export const pageDocument = <T>(page: Page<T, string | number>): object => ({
  items: page,
  total: page.total,
  ...(page.next === undefined ? {} : { next: page.next }),
});

export const count = (number: number): string => number.toLocaleString('en-US');
