// What only the text of JSON shows, and a parsed value no longer does.

/**
 * Strings, and what structures are made of. A string that is not closed reaches to the end: every character is looked at
 * once, whatever the text.
 */
export const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},]/gs;

/** As it is written there; of text that is JSON. */
export function keyGivenTwice(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let mayBeKey = false;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token.startsWith('"')) {
      const keys = mayBeKey ? open.at(-1) : undefined;
      const key = keys && String(JSON.parse(token));
      if (key !== undefined && keys?.has(key)) return token;
      if (key !== undefined) keys?.add(key);
    }
    if (token === '{') open.push(new Set());
    if (token === '[') open.push(undefined);
    if (token === '}' || token === ']') open.pop();
    mayBeKey = token === '{' || token === ',';
  }
  return undefined;
}
