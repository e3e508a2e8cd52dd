import { useEffect, useState } from 'preact/hooks';

const READING_MS = 400;

/**
 * Whether `what` has been on the screen for a moment. The next question stands where the last one stood, so a second
 * click or key that was meant for the last must not answer it.
 */
export function useShownAMoment(what: string): boolean {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setShown(what), READING_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return shown === what;
}
