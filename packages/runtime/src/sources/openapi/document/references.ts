// References within an OpenAPI document. Those of schemas are kept and written into `$defs` (`schema-document.ts`);
// those of everything else are followed where it is read.
//
// Threat: a document that names other files. A reference leads to a place in the document or nowhere, so one that was
// downloaded cannot read what is beside the host.

export interface References {
  /** What stands at a reference, itself maybe another reference; undefined if nothing does. */
  at(reference: string): unknown;
  /** What a part of the document is in the end; undefined if its references lead nowhere, or in a circle. */
  follow(part: unknown): unknown;
}

/** More than anybody writes. */
const MOST_STEPS = 50;

export function createReferences(document: object): References {
  const at = (reference: string): unknown =>
    pointerOf(reference)?.reduce<unknown>(
      (value, key) => (isContainer(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
      document,
    );
  return {
    at,
    follow(part) {
      let found = part;
      for (let step = 0; step < MOST_STEPS; step++) {
        const reference = referenceOf(found);
        if (reference === undefined) return found;
        found = at(reference);
      }
      return undefined;
    },
  };
}

export const referenceOf = (part: unknown): string | undefined => {
  const reference = isContainer(part) && Object.hasOwn(part, '$ref') ? Reflect.get(part, '$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
};

/** The keys that lead there; undefined if it is not a pointer into this document. */
export function pointerOf(reference: string): readonly string[] | undefined {
  if (reference === '#') return [];
  const text = reference.startsWith('#/') ? decoded(reference.slice(2)) : undefined;
  return text?.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
