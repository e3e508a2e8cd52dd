// Long lists, a page at a time: the flags, and the line that says how to see the rest.

import type { Page } from '@toolshed/kernel';
import { listAll } from '@toolshed/runtime';
import { countWords } from '@toolshed/server/present';
import { type Command, Option } from 'commander';
import { parseCount } from './flags/duration.js';
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

/** Reads a page of a list. */
export type Look<T, Cursor> = (wanted: Wanted<Cursor>) => Promise<Page<T, Cursor>>;

export const withPages = (command: Command, usual = '50'): Command =>
  command
    .option('--limit <count>', `at most this many (default: ${usual})`, parseCount)
    .option('--after <last>', 'start after this item, the last one of the previous page')
    .addOption(new Option('--all', 'everything there is').conflicts(['limit']));

/** The page that the flags ask for. Throws if --after cannot be a cursor of this list. */
export async function readPage<T, Cursor>(
  { limit, after, all }: PageFlags,
  parse: { safeParse(text: string): { readonly data?: Cursor | undefined } },
  look: Look<T, Cursor>,
): Promise<Page<T, Cursor>> {
  const before = after === undefined ? undefined : parse.safeParse(after).data;
  if (after !== undefined && before === undefined)
    throw new UsageError(
      'usage/after',
      `Cannot use --after "${after}": no page of this list ends with it. Take the value that the page before printed`,
    );
  return all ? await listAll(look, {}, before) : await look({ before, ...(limit === undefined ? {} : { limit }) });
}

/** What a list shows, above its items: `12 executions of session "monday", newest first`. */
export function titleLines(
  { total }: Page<unknown, string | number>,
  { one, many, facts = [] }: { readonly one: string; readonly many: string; readonly facts?: readonly string[] },
): readonly string[] {
  return total === 0
    ? []
    : [`${[`${countWords(total)} ${total === 1 ? one : many}`, ...facts].join(' ')}, newest first`];
}

/** Says how many items a page leaves out, and how to see them. */
export function pageLines({ length, total, next }: Page<unknown, string | number>): readonly string[] {
  if (length === total) return [];
  const rest = next === undefined ? 'these are the last' : `--after ${next} continues, --all shows everything`;
  return [`${count(length)} of ${countWords(total)}; ${rest}`];
}

export const pageDocument = <T>(page: Page<T, string | number>): object => ({
  items: page,
  total: page.total,
  ...(page.next === undefined ? {} : { next: page.next }),
});

export const count = (number: number): string => number.toLocaleString('en-US');
