// What a client shows is all that a form holds: the names of its fields and the values of its choices as well, where the
// client shows no title, or both. They go out escaped, and what comes back is mapped to the original value.

import { safeText } from '@toolshed/kernel/runtime';

/** From what was shown back to what was meant. No two texts are shown the same. */
export function meantBy(texts: readonly string[]): (shown: string) => string {
  const byShown = new Map(texts.map((text) => [safeText(text), text]));
  return (shown) => byShown.get(shown) ?? shown;
}

/** Invisible characters, and those that change the direction of what follows. Line breaks and tabs are neither. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Text to begin with would come back as it is shown: what hides something is not offered. */
export const shownDefault = (text: string | undefined): string | undefined =>
  text === undefined || HIDDEN.test(text) ? undefined : text;
