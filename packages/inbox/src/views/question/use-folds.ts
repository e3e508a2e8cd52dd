import { useMemo, useState } from 'preact/hooks';
import type { FoldCount } from '../../show/json-view.tsx';

/** Counts the parts of a question that are folded away. */
export function useFolds(): { readonly folds: FoldCount; readonly unseen: number } {
  const [unseen, setUnseen] = useState(0);
  const folds = useMemo(() => {
    let closed = 0;
    const count = (by: number): void => {
      closed += by;
      setUnseen(closed);
    };
    return {
      get closed() {
        return closed;
      },
      open: () => {
        count(1);
        return () => count(-1);
      },
    };
  }, []);
  return { folds, unseen };
}
