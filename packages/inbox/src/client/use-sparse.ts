import { useEffect, useRef, useState } from 'preact/hooks';

/** A value that may change at any time, as it was at most this long ago; it changes no more often than that. */
export function useSparse<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const change = (): void => {
      changedAt.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(change, Math.max(0, changedAt.current + everyMs - performance.now()));
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
}
