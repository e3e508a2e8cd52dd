import type { Tool } from '@toolshed/kernel';
import { canonicalJson, type Digest } from '@toolshed/kernel/runtime';

/**
 * The digest of all that was promised about a tool, and of where it comes from; approvals and grants are bound to it.
 * Form 2 is what is recorded. Form 1, plain hexadecimal digits, did not know where a tool comes from: journals have it,
 * and a call recorded with it is compared with it. A grant bound to it no longer applies, and its call is asked about again.
 */
export type DefinitionOf = (tool: Tool, form?: DefinitionForm) => string;

export type DefinitionForm = 1 | 2;

/** A definition does not change while its tool lives, so each is digested once. */
export function createDefinitionOf(digest: Digest): DefinitionOf {
  const known = { 1: new WeakMap<Tool, string>(), 2: new WeakMap<Tool, string>() };
  return (tool, form = 2) => {
    const before = known[form].get(tool);
    if (before !== undefined) return before;
    const definition = form === 1 ? digest(tool.fingerprint) : `2:${digest(textOf(tool))}`;
    known[form].set(tool, definition);
    return definition;
  };
}

const textOf = ({ fingerprint, origin }: Tool): string =>
  canonicalJson({ fingerprint, origin: origin?.identity ?? null });

/** Whether a tool is still what was recorded. */
export const isDefinedAs = (recorded: string, tool: Tool, definitionOf: DefinitionOf): boolean =>
  definitionOf(tool, recorded.includes(':') ? 2 : 1) === recorded;
