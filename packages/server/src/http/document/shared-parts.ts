// Parts of the document that several operations have in common: written once under `components`, and referred to.

/** A part of an operation, and the name it goes by if another operation has the same one. */
export interface Part {
  readonly section: 'responses' | 'parameters';
  readonly value: object;
  /** What the most common of several parts is called. */
  readonly name: string;
  /** What any other is called; without it, a part that is not the most common stays where it is. */
  readonly longName?: string;
}

export interface SharedParts {
  /** The part itself if one operation has it, or else a reference. */
  of(part: Part): object;
  readonly components: Readonly<Record<Part['section'], Readonly<Record<string, object>>>>;
}

/** Of every part of every operation, in the order of the document: the first of several equal ones gives the name. */
export function sharedParts(all: readonly Part[]): SharedParts {
  const uses = Map.groupBy(all, ({ value }) => JSON.stringify(value));
  const common = [...uses.values()].filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
  const names = new Map<string, string>();
  const components: Record<Part['section'], Record<string, object>> = { parameters: {}, responses: {} };
  for (const [part] of common) {
    if (part === undefined) continue;
    const { section, value, name, longName } = part;
    const free = [name, longName].find((one) => one !== undefined && components[section][one] === undefined);
    if (free === undefined) continue;
    components[section][free] = value;
    names.set(JSON.stringify(value), `#/components/${section}/${free}`);
  }
  return {
    components,
    of({ value }) {
      const $ref = names.get(JSON.stringify(value));
      return $ref === undefined ? value : { $ref };
    },
  };
}
