import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type ExecutionView, undoExecution } from '../../client/api.ts';
import { ActionButton } from '../../action-button.tsx';
import { descriptionOf } from '../../client/tool-descriptions.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { go, pathTo } from '../../route.ts';

/** Undoes what an ended execution did, where any of its tools can; each revert is asked about. */
export function Undo({ execution }: { readonly execution: ExecutionView }) {
  const { executionId, status, calls } = execution;
  const done = isTerminalStatus(status) ? calls.filter(({ outcome }) => outcome === 'returned') : [];
  const paths = [...new Set(done.map(({ path }) => path))];
  const canUndo = useLoaded(() => canAnyUndo(paths), [paths.join()]);
  if (canUndo.kind !== 'loaded' || !canUndo.value) return null;
  const undo = async (): Promise<void> => {
    const started = await undoExecution(executionId);
    go(pathTo.execution(started.executionId));
  };
  return (
    <ActionButton busy="Starting…" act={undo}>
      Undo what it did
    </ActionButton>
  );
}

async function canAnyUndo(paths: readonly string[]): Promise<boolean> {
  const tools = await Promise.allSettled(paths.map(descriptionOf));
  return tools.some((tool) => tool.status === 'fulfilled' && tool.value.undo !== 'never');
}
