import { useEffect, useRef, useState } from 'preact/hooks';

/** A value that changes at most every so many milliseconds: what is read again because of it is read no more often. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState<{ readonly value: T }>({ value });
  const last = useRef(0);
  useEffect(() => {
    const take = (): void => {
      last.current = Date.now();
      setShown({ value });
    };
    const timer = setTimeout(take, Math.max(0, last.current + ms - Date.now()));
    return () => clearTimeout(timer);
  }, [value]);
  return shown.value;
}
