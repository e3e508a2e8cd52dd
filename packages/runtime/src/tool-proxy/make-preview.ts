// What a call would do, as its tool foresees it, made before a person is asked.
//
// Invariants
//   V1. What is journaled and shown is of a known shape and a bounded size, whatever the tool returned.
//   V2. A preview that takes too long, fails or is too large is shown as failed, never hidden and never cut.

import { type PreviewContext, PreviewResult, type Tool } from '@toolshed/kernel';
import { messageOf } from '../thrown.js';

const PREVIEW_MS = 5_000;
const LIMITS = { characters: 200_000, lines: 5_000, rows: 500, columns: 50 } as const;

export async function makePreview(
  tool: Tool,
  args: unknown,
  context: PreviewContext,
  timeoutMs = PREVIEW_MS,
): Promise<PreviewResult | undefined> {
  if (tool.preview === undefined) return undefined;
  try {
    return readPreview(await inTime(tool.preview, args, context, timeoutMs));
  } catch (error) {
    return failed(`The preview could not be made: ${messageOf(error)}`);
  }
}

/** Its signal aborts when its time is up, so that what it started can stop; one that does not stop is not waited for. */
async function inTime(
  preview: NonNullable<Tool['preview']>,
  args: unknown,
  context: PreviewContext,
  timeoutMs: number,
): Promise<unknown> {
  const timeUp = new AbortController();
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error('it took too long');
    timeUp.abort(error);
    tooLate.reject(error);
  }, timeoutMs);
  try {
    const signal = AbortSignal.any([context.signal, timeUp.signal]);
    return await Promise.race([preview({ ...context, signal }, args), tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function readPreview(made: unknown): PreviewResult {
  const text = JSON.stringify(made) ?? 'null';
  if (text.length > LIMITS.characters) return tooLarge(text.length, 'characters');
  const parsed = PreviewResult.safeParse(JSON.parse(text));
  if (!parsed.success) return failed('The preview is of no shape that can be shown');
  const preview = parsed.data;
  if (preview.kind === 'diff') {
    const lines = Math.max(linesIn(preview.before), linesIn(preview.after));
    if (lines > LIMITS.lines) return tooLarge(lines, 'lines');
  }
  if (preview.kind === 'table') {
    if (preview.rows.length > LIMITS.rows) return tooLarge(preview.rows.length, 'rows');
    const columns = Math.max(preview.columns.length, ...preview.rows.map((row) => row.length));
    if (columns > LIMITS.columns) return tooLarge(columns, 'columns');
  }
  return preview;
}

const linesIn = (text: string): number => text.split('\n').length;

const tooLarge = (count: number, what: keyof typeof LIMITS): PreviewResult =>
  failed(`The preview is too large to show (${count} ${what}, more than ${LIMITS[what]})`);

const LONGEST_MESSAGE = 1_000;

const failed = (message: string): PreviewResult => ({
  kind: 'failed',
  message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}… (cut)` : message,
});
