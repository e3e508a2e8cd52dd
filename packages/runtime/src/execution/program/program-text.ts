// The text of a program as it is journaled: what callers send, without the fence that agents put around it.

import { ToolshedError } from '@toolshed/kernel';
import { fencedBlocks, FOREIGN_LANGUAGES } from '../../sandbox/fenced-blocks.js';
import { elicitProgram } from './elicit-program.js';

/**
 * A program as it is journaled: without the Markdown fence an agent may have put around it. A fenced `elicit` block, also
 * within another fence, becomes a program that asks that question.
 */
export function programText(written: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(written);
  if (bytes > maxBytes) throw new ProgramTooLargeError(bytes, maxBytes);
  const text = written.replace(/^\uFEFF/, '');
  const question = readElicitBlock(text);
  if (question !== undefined) return elicitProgram(question);
  const fence = readFence(text);
  // If there are several blocks, the sandbox finds the program, or refuses them all; and it says what another language is.
  if (fence === undefined || fencedBlocks(text).length > 1 || FOREIGN_LANGUAGES.has(fence.info.toLowerCase()))
    return text;
  return fence.body;
}

/** The body of a text that is nothing but a fenced `elicit` block; undefined for any other text. */
export function readElicitBlock(text: string): string | undefined {
  const fenced = readFence(text);
  return [fenced, fenced && readFence(fenced.body)].find((fence) => fence?.info === ELICIT)?.body;
}

const ELICIT = 'elicit';

class ProgramTooLargeError extends ToolshedError {
  override readonly name = 'ProgramTooLargeError';
  override readonly code = 'limit/source-size';

  constructor(bytes: number, maxBytes: number) {
    super(`Cannot run the program: it has ${bytes} bytes, more than the ${maxBytes} that limits.sourceBytes allows`);
  }
}

interface Fence {
  /** What follows the opening marks. */
  readonly info: string;
  readonly body: string;
}

/**
 * Threat: a text crafted to make a regular expression backtrack. So it is read step by step, each character once.
 */
function readFence(text: string): Fence | undefined {
  const fenced = text.trim();
  const fence = fenceOf(fenced);
  const start = fenced.indexOf('\n') + 1;
  const isClosed = fence !== undefined && start > 0 && fenced.length - fence.length >= start && fenced.endsWith(fence);
  if (!isClosed) return undefined;
  let end = fenced.length - fence.length;
  while (end > start && isBlank(fenced.charAt(end - 1))) end--;
  if (end > start && fenced.charAt(end - 1) === '\n') end--;
  return { info: fenced.slice(fence.length, start).trim(), body: fenced.slice(start, end) };
}

/** Three or more of the same mark. */
function fenceOf(text: string): string | undefined {
  const mark = text.charAt(0);
  if (mark !== '`' && mark !== '~') return undefined;
  let length = 1;
  while (text.charAt(length) === mark) length++;
  return length < SHORTEST ? undefined : text.slice(0, length);
}

const SHORTEST = 3;
const isBlank = (character: string): boolean => character === ' ' || character === '\t';
