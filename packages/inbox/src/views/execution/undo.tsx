import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { ActionButton } from '../../action-button.tsx';
import { type ExecutionRow, type ExecutionView, showExecution, undoExecution } from '../../client/api.ts';
import { descriptionOf } from '../../client/tool-descriptions.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { go, pathTo } from '../../route.ts';

interface UndoProps {
  readonly execution: ExecutionView;
  /** Those there have been, the newest first. */
  readonly undos: readonly ExecutionRow[];
}

/** Undoes what an ended execution did, where any of its tools can, and nothing did yet; each revert is asked about. */
export function Undo({ execution, undos }: UndoProps) {
  const { executionId, status, calls } = execution;
  const done = isTerminalStatus(status) ? calls.filter(({ outcome }) => outcome === 'returned') : [];
  const paths = [...new Set(done.map(({ path }) => path))];
  const latest = undos[0];
  const isLeft = useLoaded(
    async () => (await canAnyUndo(paths)) && !(await hasUndoneAll(latest)),
    [paths.join(), latest?.id, latest?.status],
  );
  if (isLeft.kind !== 'loaded' || !isLeft.value) return null;
  return <UndoButton executionId={executionId} />;
}

interface UndoButtonProps {
  readonly executionId: string;
  readonly class?: string;
}

export function UndoButton({ executionId, class: kind = '' }: UndoButtonProps) {
  const undo = async (): Promise<void> => go(pathTo.execution((await undoExecution(executionId)).executionId));
  return (
    <ActionButton class={kind} busy="Starting…" act={undo}>
      Undo what it did
    </ActionButton>
  );
}

async function canAnyUndo(paths: readonly string[]): Promise<boolean> {
  const tools = await Promise.allSettled(paths.map(descriptionOf));
  return tools.some((tool) => tool.status === 'fulfilled' && tool.value.undo !== 'never');
}

/** Whether the last undo reverted everything it could, or is about to: the next one would find nothing. */
async function hasUndoneAll(latest: ExecutionRow | undefined): Promise<boolean> {
  if (latest === undefined || latest.status === 'failed' || latest.status === 'cancelled') return false;
  if (latest.status !== 'completed') return true;
  const undo = await showExecution(latest.id);
  const { undone } = undo.status === 'completed' ? Object(undo.value) : {};
  return Array.isArray(undone) && undone.every((one) => Object(one).undone === true);
}
