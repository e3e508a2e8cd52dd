import type { LateOutcomeReport } from '@toolshed/runtime';
import { type FoldCount, JsonView } from './json-view.tsx';
import { SafeBlock } from './safe.tsx';

/** What a handler did after nobody waited for it any more. The program never learned of it. */
export function LateOutcome({ late, folds }: { readonly late: LateOutcomeReport; readonly folds?: FoldCount }) {
  if (late.outcome === 'threw') {
    return (
      <>
        <p>Attempt {late.attempt} failed:</p>
        <SafeBlock text={late.defect ?? late.error.message} />
      </>
    );
  }
  return (
    <>
      <p>Attempt {late.attempt} returned, so what it does was done:</p>
      <JsonView value={late.value} folds={folds} />
    </>
  );
}
