// Which licences a library may have that we ship or make people install. What is not on the list is for a person to read.

/** Permissive: they ask for their text to be kept, and nothing of those who use the library. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** A library as CycloneDX lists it. */
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly (
    | { readonly license: { readonly id?: string; readonly name?: string } }
    | { readonly expression: string }
  )[];
}

/** Those whose licence is not allowed, each with what it says. */
export function refusedLicences(components: readonly Component[]): readonly string[] {
  return components.flatMap((component) => {
    const said = (component.licenses ?? []).map((one) =>
      'expression' in one ? one.expression : (one.license.id ?? one.license.name ?? ''),
    );
    if (said.length > 0 && said.every(isAllowed)) return [];
    return [`${component.name}@${component.version}: ${said.join(', ') || 'no licence'}`];
  });
}

/** SPDX: one side of an OR is enough, both sides of an AND are needed; AND binds closer. */
export function isAllowed(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const term = (): boolean => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && ALLOWED.has(token);
    const inner = either();
    return tokens[at++] === ')' && inner;
  };
  const both = (): boolean => {
    let holds = term();
    while (tokens[at] === 'AND') {
      at += 1;
      holds = term() && holds;
    }
    return holds;
  };
  const either = (): boolean => {
    let holds = both();
    while (tokens[at] === 'OR') {
      at += 1;
      holds = both() || holds;
    }
    return holds;
  };
  const holds = either();
  return holds && at === tokens.length;
}
