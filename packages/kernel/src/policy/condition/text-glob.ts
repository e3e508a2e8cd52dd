// Patterns over text in conditions: `*` for any run of characters, `?` for exactly one, everything else for itself.
//
// Threat: a pattern, or a text a program chose, that keeps the host busy. Nothing is compiled to a regular
// expression; matching goes back to the last star only, so it costs at most pattern × text, and both are bounded.

export const MAX_GLOB_CHARACTERS = 200;

/** A longer text is not looked at: the condition then counts as one that cannot be judged. */
export const MAX_GLOBBED_CHARACTERS = 10_000;

/** From the first character to the last; by code point, without folding case or normalising. */
export function matchesTextGlob(pattern: string, text: string): boolean {
  const wanted = [...pattern];
  const characters = [...text];
  let at = 0;
  let retry: { readonly at: number; readonly character: number } | undefined;
  for (let character = 0; character < characters.length; ) {
    const item = wanted[at];
    if (item === '*') {
      retry = { at: ++at, character };
    } else if (item !== undefined && (item === '?' || item === characters[character])) {
      at++;
      character++;
    } else if (retry === undefined) {
      return false;
    } else {
      retry = { at: retry.at, character: retry.character + 1 };
      ({ at, character } = retry);
    }
  }
  return wanted.slice(at).every((item) => item === '*');
}
