// Text a source wrote: it is data, however it reads. Control characters and bidirectional overrides, which could hide
// or reorder what surrounds them, are removed before anybody sees it, and cuts are marked.

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function plainText(text: string, maxCharacters: number): string {
  const plain = text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, (one) => (one === '\n' || one === '\t' ? one : ''));
  if (plain.length <= maxCharacters) return plain;
  return `${plain.slice(0, maxCharacters)}… (${plain.length - maxCharacters} more characters)`;
}

/** For where a line is expected. */
export const plainLine = (text: string, maxCharacters: number): string =>
  plainText(text.replaceAll(/\s+/g, ' ').trim(), maxCharacters);
