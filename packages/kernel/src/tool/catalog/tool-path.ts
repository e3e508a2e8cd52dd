// A path is a list of whole ASCII segments. No segment may contain a dot, so writing a path with dots is
// injective. So a program may also write a whole path as one name, `tools['github.issues.create']`: it can mean one
// thing only. The sandbox takes it apart; here a segment with a dot is refused.
//
// Threat: look-alike paths. Comparison is by code unit; there is no case folding and no Unicode
// normalisation anywhere, because each of them has let one name pass for another in other systems.

import { z } from 'zod';
import { ToolshedError } from '../../toolshed-error.js';

export const MAX_PATH_SEGMENTS = 8;

const SEGMENT = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Names every JavaScript object answers to; a tool of that name could not be distinguished from the language. */
const RESERVED: ReadonlySet<string> = new Set([
  'then',
  'constructor',
  'prototype',
  'toJSON',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
]);

export const isPathSegment = (segment: string): boolean => SEGMENT.test(segment) && !RESERVED.has(segment);

/** Dotted address of one tool, `github.issues.create`. Wildcards belong to policy patterns. */
export const ToolPath = z
  .string()
  .refine((text) => arePathSegments(text.split('.')), 'not a tool path')
  .brand<'ToolPath'>();
export type ToolPath = z.infer<typeof ToolPath>;

export class InvalidToolPathError extends ToolshedError {
  override readonly name = 'InvalidToolPathError';
  override readonly code = 'tool/invalid-path';

  constructor(readonly path: string) {
    super(
      `Cannot use "${path}" as a tool path: each segment starts with a letter, then letters, digits, "_" or "-" ` +
        `(at most 64, at most ${MAX_PATH_SEGMENTS} segments, none of the names every object has)`,
    );
  }
}

/** Reads a tool path such as `github.issues.create`; throws `InvalidToolPathError` for any other text. */
export function toolPath(text: string): ToolPath {
  const parsed = ToolPath.safeParse(text);
  if (!parsed.success) throw new InvalidToolPathError(text);
  return parsed.data;
}

/** The path made of segments that came separately, as from a program; `undefined` if one is not a segment. */
export function joinSegments(segments: readonly string[]): ToolPath | undefined {
  return arePathSegments(segments) ? asPath(segments.join('.')) : undefined;
}

/** Sound for segments that were each checked: none holds a dot, so splitting the text yields them again. */
const asPath = (text: string): ToolPath => text as ToolPath;

export const segmentsOf = (path: ToolPath): readonly string[] => path.split('.');

function arePathSegments(segments: readonly string[]): boolean {
  return segments.length > 0 && segments.length <= MAX_PATH_SEGMENTS && segments.every(isPathSegment);
}
