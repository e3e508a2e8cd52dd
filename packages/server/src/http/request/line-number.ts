import { z } from 'zod';

/** A line of the audit log, exactly as a page writes it. */
export const LineNumber = z.string().regex(/^[1-9]\d{0,14}$/, 'must be the number of a line');
