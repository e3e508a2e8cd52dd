// Texts that come from people and programs, as databases can keep them: they take neither U+0000 nor half a surrogate
// pair. Such a text is kept as JSON behind a mark, and so is one that begins with the mark.

const MARK = '\u0001json:';

export const toStored = (text: string): string =>
  text.includes('\u0000') || !text.isWellFormed() || text.startsWith(MARK) ? MARK + JSON.stringify(text) : text;

export const toStoredOrNull = (text: string | undefined): string | null => (text === undefined ? null : toStored(text));

export const fromStored = (text: string): string =>
  text.startsWith(MARK) ? String(JSON.parse(text.slice(MARK.length))) : text;
