// What a call would do, as its tool predicts it, made before a person is asked.
//
// Invariants
//   V1. What is journaled and shown is of a known shape and a bounded size, whatever the tool returned.
//   V2. A preview that takes too long, fails or is too large is shown as failed, never hidden and never cut.
//   V3. What it threw is shown only where the tool meant it to be; anything else is logged under a reference, as a
//       handler's failure is: agents read previews, too.

import { randomUUID } from 'node:crypto';
import { type PreviewContext, PreviewResult, type Tool, type ToolLog } from '@toolshed/kernel';
import { attempt, errorForProgram } from './thrown.js';

const PREVIEW_MS = 5_000;
const LIMITS = { characters: 200_000, lines: 5_000, rows: 500, columns: 50 } as const;

export async function makePreview(
  tool: Tool,
  args: unknown,
  context: PreviewContext,
  log: ToolLog,
  timeoutMs = PREVIEW_MS,
): Promise<PreviewResult | undefined> {
  if (tool.preview === undefined) return undefined;
  try {
    return readPreview(await inTime(tool.preview, args, context, timeoutMs));
  } catch (error) {
    if (attempt(() => error instanceof TooLate, false))
      return failed('The preview could not be made: it took too long');
    if (context.signal.aborted) return failed('The preview could not be made: its execution was stopped');
    // V3.
    const shown = errorForProgram(error);
    if (shown !== undefined) return failed(`The preview could not be made: ${shown.message}`);
    const reference = randomUUID().slice(0, 8);
    log.error({ err: error, path: tool.path, reference }, 'a preview failed');
    return failed(`The preview could not be made (reference ${reference})`);
  }
}

class TooLate extends Error {}

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
    const error = new TooLate('it took too long');
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

/** V1. */
function readPreview(made: unknown): PreviewResult {
  const text = JSON.stringify(made) ?? 'null';
  if (text.length > LIMITS.characters) return tooLarge(text.length, 'characters');
  const parsed = PreviewResult.safeParse(JSON.parse(text));
  if (!parsed.success) return failed('The preview does not have a shape that can be shown');
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

/** V2. */
const tooLarge = (count: number, what: keyof typeof LIMITS): PreviewResult =>
  failed(`The preview is too large to show (${count} ${what}, more than ${LIMITS[what]})`);

const LONGEST_MESSAGE = 1_000;

const failed = (message: string): PreviewResult => ({
  kind: 'failed',
  message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}… (cut)` : message,
});
