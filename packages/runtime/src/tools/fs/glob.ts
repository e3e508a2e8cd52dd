// File patterns: `*` and `?` within a name, `**` for any number of folders. A pattern without "/" is
// matched against the name alone, wherever the file is.
//
// Threat: a pattern whose matching takes exponential time in the host. Nothing is compiled to a regular
// expression, and each level backtracks to its last star only, so the cost is at most pattern × text.

export function matchesGlob(pattern: string, names: readonly string[]): boolean {
  const wanted = pattern.split('/').filter((part) => part !== '' && part !== '.');
  const whole = pattern.includes('/') ? names : names.slice(-1);
  return matchesList(wanted, whole, {
    isStar: (part) => part === '**',
    accepts: (part, name) => matchesName(part, name),
  });
}

const matchesName = (pattern: string, name: string): boolean =>
  matchesList([...pattern], [...name], {
    isStar: (char) => char === '*',
    accepts: (wanted, char) => wanted === '?' || wanted === char,
  });

interface Comparison {
  /** Whether this item of the pattern stands for any number of items. */
  readonly isStar: (item: string) => boolean;
  readonly accepts: (item: string, value: string) => boolean;
}

function matchesList(pattern: readonly string[], values: readonly string[], { isStar, accepts }: Comparison): boolean {
  let at = 0;
  let retry: { at: number; value: number } | undefined;
  for (let value = 0; value < values.length; ) {
    const item = pattern[at];
    if (item !== undefined && isStar(item)) {
      retry = { at: ++at, value };
    } else if (item !== undefined && accepts(item, values[value] ?? '')) {
      at++;
      value++;
    } else if (retry === undefined) {
      return false;
    } else {
      retry = { at: retry.at, value: retry.value + 1 };
      ({ at, value } = retry);
    }
  }
  return pattern.slice(at).every(isStar);
}
