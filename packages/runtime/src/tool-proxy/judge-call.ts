// Everything a tool's own code says about a call before anybody is asked.

import type { SchemaIssue, Tool } from '@toolshed/kernel';
import { canonicalJson, type GuestError } from '@toolshed/kernel/runtime';
import { errorForProgram } from './thrown.js';
import type { DefinitionOf } from './tool-definition.js';

export type Judged =
  | {
      readonly kind: 'valid';
      readonly value: unknown;
      readonly args: string;
      readonly isDestructive: boolean;
      readonly definition: string;
    }
  | { readonly kind: 'invalid'; readonly issues: readonly SchemaIssue[] }
  /** By the tool itself, which would not run with these arguments. */
  | { readonly kind: 'refused'; readonly error: GuestError }
  | { readonly kind: 'failed'; readonly error: unknown };

export function judgeCall(tool: Tool, given: unknown, definitionOf: DefinitionOf): Judged {
  try {
    const parsed = tool.input.parse(given);
    if (parsed.kind === 'invalid') return 'failure' in parsed ? { kind: 'failed', error: parsed.failure } : parsed;
    const { value } = parsed;
    tool.check(value);
    const isDestructive = tool.isDestructive(value);
    return { kind: 'valid', value, args: canonicalJson(value), isDestructive, definition: definitionOf(tool) };
  } catch (error) {
    const shown = errorForProgram(error);
    return shown === undefined ? { kind: 'failed', error } : { kind: 'refused', error: shown };
  }
}
