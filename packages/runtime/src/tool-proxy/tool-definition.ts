import type { Digest, Tool } from '@toolshed/kernel';

/** The digest of all that was promised about a tool; approvals and lasting grants are bound to it. */
export type DefinitionOf = (tool: Tool) => string;

/** A definition does not change while its tool lives, so each is digested once. */
export function createDefinitionOf(digest: Digest): DefinitionOf {
  const known = new WeakMap<Tool, string>();
  return (tool) => {
    const before = known.get(tool);
    if (before !== undefined) return before;
    const definition = digest(tool.fingerprint);
    known.set(tool, definition);
    return definition;
  };
}
