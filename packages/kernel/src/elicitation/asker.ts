import { z } from 'zod';

/** Who asks: the gate, a tool's handler, the program itself, or the runtime about a call of unknown outcome. */
export const Asker = z.enum(['gate', 'handler', 'program', 'in-doubt']);
export type Asker = z.infer<typeof Asker>;
