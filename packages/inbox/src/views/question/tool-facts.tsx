import type { ToolDescription } from '../../client/api.ts';
import type { Loaded } from '../../client/use-loaded.ts';
import { Safe } from '../../show/safe.tsx';

interface ToolFactsProps {
  readonly tool: Loaded<ToolDescription | undefined>;
  /** Whether this call, with these arguments, can be undone; `undefined` where the question is about no call. */
  readonly canUndo: boolean | undefined;
}

/** What the tool says it does, and whether that can be taken back. */
export function ToolFacts({ tool, canUndo }: ToolFactsProps) {
  if (tool.kind === 'loading') return <p class="tool-facts quiet">Reading what the tool does…</p>;
  if (tool.kind === 'failed') return <p class="tool-facts caution">This host does not describe the tool.</p>;
  if (tool.value === undefined) return null;
  const { description, destructive, undo } = tool.value;
  return (
    <p class="tool-facts">
      <Safe text={description} />
      <span class={destructive ? 'tag bad' : 'tag'}>
        {destructive ? `changes something; ${undoWords(canUndo, undo)}` : 'changes nothing'}
      </span>
    </p>
  );
}

const undoWords = (canUndo: boolean | undefined, undo: keyof typeof UNDO): string => {
  if (canUndo === undefined) return UNDO[undo];
  return canUndo ? 'can be undone' : 'cannot be undone';
};

const UNDO = {
  never: 'cannot be undone',
  sometimes: 'some of its calls can be undone',
} as const;
