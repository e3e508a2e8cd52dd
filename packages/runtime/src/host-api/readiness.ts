// Whether a host can take work, for load balancers and their kind. Anybody may ask, and often: the store is asked once at a
// time and once a second at most, and the reasons name no address.

import type { Store } from '../stores/store.js';

/** Whether a host can take work. */
export interface Readiness {
  /** True if there is no reason against it. */
  readonly isReady: boolean;
  /** Why it cannot, in words that name no address and no secret. */
  readonly reasons: readonly string[];
}

export interface ReadinessDeps {
  readonly store: Pick<Store, 'journal' | 'problems'>;
  /** What is left of the lease in ms, where there is one. */
  readonly lease: () => number | undefined;
  readonly isDraining: () => boolean;
}

/** How long the store may take. */
const WITHIN_MS = 2_000;
const FRESH_MS = 1_000;

export function createReadiness({ store, lease, isDraining }: ReadinessDeps): () => Promise<Readiness> {
  let kept: { readonly at: number; readonly problems: Promise<readonly string[]> } | undefined;

  const ask = async (): Promise<readonly string[]> => {
    if (store.problems) return await store.problems();
    await store.journal.lastPosition();
    return [];
  };

  const problemsOfStore = async (): Promise<readonly string[]> => {
    const late = Promise.withResolvers<readonly string[]>();
    const timer = setTimeout(() => late.resolve([`the store has not answered for ${WITHIN_MS} ms`]), WITHIN_MS);
    try {
      return await Promise.race([ask(), late.promise]);
    } catch {
      return ['the store cannot be reached'];
    } finally {
      clearTimeout(timer);
    }
  };

  return async () => {
    const now = performance.now();
    if (kept === undefined || now - kept.at >= FRESH_MS) kept = { at: now, problems: problemsOfStore() };
    const problems = await kept.problems;
    const margin = lease();
    const reasons = [
      ...(isDraining() ? ['it is draining and will be stopped'] : []),
      ...(margin !== undefined && margin <= 0 ? ['its lease may have ended'] : []),
      ...problems,
    ];
    return { isReady: reasons.length === 0, reasons };
  };
}
