import { useEffect, useState } from 'preact/hooks';

export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed'; readonly message: string };

/** Reads again whenever `on` changes, and shows what was read last meanwhile. */
export function useLoaded<T>(read: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const take = (next: Loaded<T>): void => {
      if (isCurrent) setLoaded(next);
    };
    read().then(
      (value) => take({ kind: 'loaded', value }),
      (error) => take({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, on);
  return loaded;
}
