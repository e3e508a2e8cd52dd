import { type OpenOptions, openToolshed, type Toolshed } from '@toolshed/runtime';
import { deep } from '../depth.ts';
import { openInThread } from '../open-in-thread.ts';

/**
 * A host that a sweep kills, or that recovers what a killed one left. `npm run test:deep` has its worker processes die
 * with it at every boundary; `npm test`, which looks at the journal, runs programs in the host's own thread.
 */
export const openSwept = (options: OpenOptions): Promise<Toolshed> => deep(openToolshed, openInThread)(options);
