import { z } from 'zod';

/** A line of the audit log, as a page names it and in no other way of writing a number. */
export const LineNumber = z.string().regex(/^[1-9]\d{0,14}$/, 'must be the number of a line');
