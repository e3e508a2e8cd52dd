import type { JsonSchema } from './json-schema.js';

/** What a `$ref` within a schema leads to; undefined for one that leads nowhere, out of the schema, or to an anchor. */
export function referred(root: JsonSchema, reference: string): unknown {
  if (reference === '#') return root;
  const pointer = reference.startsWith('#/') ? decoded(reference.slice(2)) : undefined;
  return pointer
    ?.split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, key) => (isContainer(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
      root,
    );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
