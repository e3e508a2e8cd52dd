import { inWords, Label } from '@toolshed/kernel/runtime';
import { z } from 'zod';

export const MOST_LABELS = 64;

/** Labels that a host must have. */
export const Placement = inWords(z.array(Label).max(MOST_LABELS), `a list of ${MOST_LABELS} labels at most`);
