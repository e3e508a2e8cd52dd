// Patterns match whole segments, from the first to the last: `a.b`, `a.*` (exactly one more), `a.**` (one or more).
// A pattern is data made of segments; nothing a tool or a program supplies is ever compiled into one.

import { z } from 'zod';
import { isPathSegment, MAX_PATH_SEGMENTS, segmentsOf, type ToolPath } from '../tool/catalog/tool-path.js';

/** A pattern of tool paths: whole segments, `*` for exactly one, and a final `**` for one or more. */
export const PathPattern = z
  .string()
  .refine(isPattern, 'not a pattern: use whole segments, "*" for one and a final "**" for one or more')
  .brand<'PathPattern'>();
export type PathPattern = z.infer<typeof PathPattern>;

export function matchesPattern(pattern: PathPattern, path: ToolPath): boolean {
  const wanted = pattern.split('.');
  const segments = segmentsOf(path);
  const hasTail = wanted.at(-1) === '**';
  const head = hasTail ? wanted.slice(0, -1) : wanted;
  if (hasTail ? segments.length <= head.length : segments.length !== head.length) return false;
  return head.every((part, index) => part === '*' || part === segments[index]);
}

/** More segments than a path may have would make a rule that looks strict and never applies. */
function isPattern(text: string): boolean {
  const parts = text.split('.');
  if (parts.length > MAX_PATH_SEGMENTS) return false;
  return parts.every((part, index) => {
    if (part === '**') return index === parts.length - 1;
    return part === '*' || isPathSegment(part);
  });
}
