/** A statement that the text of a test file shows, and the title of the test that does. */
export interface Citation {
  readonly id: string;
  readonly test: string;
}

/** A test's title is the first text of `it('…'`, of `verifies(ids, '…'`, or what follows the list of an `each`. */
const TITLE_OR_ID =
  /(?:\bit\(|\bverifies\(\s*(?:'[^']*'|\[[^\]]*\]),|\]\)\(|\b(?:it|verifies)\.each\([^\n]*\)\()\s*'((?:[^'\\]|\\.)*)'|\bshows\(\s*'([^']+)'/g;

export function citedIn(text: string): readonly Citation[] {
  let test = '';
  return [...text.matchAll(TITLE_OR_ID)].flatMap(([, title, id]) => {
    if (title !== undefined) test = title;
    return id === undefined ? [] : [{ id, test }];
  });
}
