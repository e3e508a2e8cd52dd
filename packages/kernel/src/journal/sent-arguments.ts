// What a program sent with a call. A journal keeps the arguments as the tool's schema parsed them. Mostly these are the
// same; then their text is enough, and a digest beside it would add nothing.

import type { Digest } from '../ports/digest.js';
import type { EntryOf } from './entry.js';

type Sent = Pick<EntryOf<'tool-called'>, 'args' | 'digest'>;

export const digestOfSent = (entry: Sent, digest: Digest): string => entry.digest ?? digest(entry.args);

/** Whether this canonical text is what was sent. */
export const wasSent = (text: string, entry: Sent, digest: Digest): boolean =>
  entry.digest === undefined ? text === entry.args : digest(text) === entry.digest;
