// A form is asked with JSON Schema, whose patterns have no flags: they are matched by code points, as with `u`. A flag
// that means something else would be lost, and the form would take what its author refuses, or the other way round.

/** Without an effect on whether a text matches, once it is matched by code points. */
const HARMLESS: ReadonlySet<string> = new Set(['d', 'g', 'u']);

/** What is wrong with an expression whose flags no form can carry; undefined if it loses nothing. */
export function lostFlags({ flags, source }: RegExp): string | undefined {
  const lost = [...flags].filter((flag) => !HARMLESS.has(flag));
  if (lost.length === 0) return undefined;
  const advice = lost.includes('i') ? 'write both cases, as in [Aa]' : 'write the pattern so that it needs none';
  return `/${source}/${flags} has the flag ${lost.map((flag) => `"${flag}"`).join(', ')}, which no form carries; ${advice}`;
}
