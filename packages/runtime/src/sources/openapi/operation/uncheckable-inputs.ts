// Which operations have a schema that we would not check whole: a keyword or a pattern that is not supported, a
// reference that leads nowhere. They are left out where the document is read, rather than refused when they are called.
//
// A schema that many operations lead to is looked at once, so this costs as much as the document is long.

import type { JsonSchema } from '@toolshed/kernel';
import { schemaProblems } from '@toolshed/kernel/runtime';
import type { Converted, SchemaDocuments } from '../document/schema-document.js';

/** Why each of these inputs, by its number, cannot be checked. */
export function uncheckableInputs(
  inputs: readonly Converted[],
  documents: Pick<SchemaDocuments, 'definition'>,
): ReadonlyMap<number, string> {
  const definitions = reachable(inputs, documents);
  const reasons = new Map<Converted, string>();
  for (const one of [...inputs, ...definitions.values()]) if (one.problem !== undefined) reasons.set(one, one.problem);
  for (const { at, message } of schemaProblems([together(inputs, definitions)], 'stranger').flat()) {
    const [, keyword, key = ''] = String(at).split('/');
    const found = keyword === 'definitions' ? inputs[Number(key)] : definitions.get(unescaped(key));
    if (found !== undefined && !reasons.has(found)) reasons.set(found, message);
  }
  spread(reasons, inputs, definitions);
  return new Map([...inputs.entries()].flatMap(([index, one]) => withReason(index, reasons.get(one))));
}

const withReason = (index: number, reason: string | undefined): readonly (readonly [number, string])[] =>
  reason === undefined ? [] : [[index, reason]];

type Definitions = ReadonlyMap<string, Converted>;

function reachable(inputs: readonly Converted[], { definition }: Pick<SchemaDocuments, 'definition'>): Definitions {
  const found = new Map<string, Converted>();
  const open = inputs.flatMap(({ references }) => [...references]);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const one = found.has(name) ? undefined : definition(name);
    if (one === undefined) continue;
    found.set(name, one);
    for (const next of one.references) open.push(next);
  }
  return found;
}

/** One schema that leads to all of them. */
function together(inputs: readonly Converted[], definitions: Definitions): JsonSchema {
  const sound = ({ schema, problem }: Converted): unknown => (problem === undefined ? schema : true);
  return {
    definitions: inputs.map(sound),
    $defs: Object.fromEntries([...definitions].map(([name, one]) => [name, sound(one)])),
    allOf: [
      ...inputs.map((_, index) => ({ $ref: `#/definitions/${index}` })),
      ...[...definitions.keys()].map((name) => ({ $ref: `#/$defs/${encodeURIComponent(escaped(name))}` })),
    ],
  };
}

/** What leads to a schema that cannot be checked cannot be checked either. */
function spread(reasons: Map<Converted, string>, inputs: readonly Converted[], definitions: Definitions): void {
  if (reasons.size === 0) return;
  const leadingTo = new Map<Converted, Converted[]>();
  for (const one of [...inputs, ...definitions.values()]) {
    for (const name of one.references) {
      const target = definitions.get(name);
      if (target === undefined) continue;
      const known = leadingTo.get(target);
      if (known) known.push(one);
      else leadingTo.set(target, [one]);
    }
  }
  const open = [...reasons.keys()];
  for (let bad = open.pop(); bad !== undefined; bad = open.pop()) {
    const reason = reasons.get(bad) ?? '';
    for (const one of leadingTo.get(bad) ?? []) {
      if (reasons.has(one)) continue;
      reasons.set(one, reason);
      open.push(one);
    }
  }
}

const escaped = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');
