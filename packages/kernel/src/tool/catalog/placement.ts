// Where something can run, where several machines share a store: labels that hosts have and that tools and executions
// may need.

import { z } from 'zod';
import { inWords } from '../../options/schema-words.js';

/** The name of a place, such as `machine-7`, `eu` or `gpu`. */
export const Label = inWords(
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/),
  'a label such as "machine-7": letters, digits, ".", "_" and "-"',
);

/** Declares that every host has what the tool uses, such as a shared folder. */
export const ANYWHERE = 'anywhere';

/** Whether a host with these labels has all that something needs. */
export const isPlacedAt = (needed: readonly string[] | undefined, labels: readonly string[]): boolean =>
  needed === undefined || needed.every((label) => labels.includes(label));
