import { descriptionOf } from '../../client/tool-descriptions.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { Safe } from '../../show/safe.tsx';

/** What the tool says it does, and whether that can be taken back. */
export function ToolFacts({ path }: { readonly path: string }) {
  const tool = useLoaded(() => descriptionOf(path), [path]);
  if (tool.kind === 'loading') return <p class="tool-facts quiet">Reading what the tool does…</p>;
  if (tool.kind === 'failed') return <p class="tool-facts caution">This host does not describe the tool.</p>;
  const { description, destructive, undo } = tool.value;
  return (
    <p class="tool-facts">
      <Safe text={description} />
      <span class={destructive ? 'tag bad' : 'tag'}>
        {destructive ? `changes something; ${UNDO[undo]}` : 'changes nothing'}
      </span>
    </p>
  );
}

const UNDO = {
  never: 'cannot be undone from here',
  sometimes: 'some of its calls can be undone',
} as const;
