import { type OpenOptions, openToolshed, type Toolshed } from '@toolshed/runtime';
import { deep } from './depth.ts';
import { openInThread } from './open-in-thread.ts';

/**
 * A host of a sweep. `npm run test:deep` runs its programs in worker processes, which die with it where the sweep kills
 * it; `npm test`, which looks at what becomes of the journal, runs them in the host's own thread.
 */
export const openByDepth = (options: OpenOptions): Promise<Toolshed> => deep(openToolshed, openInThread)(options);
