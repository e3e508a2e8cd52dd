import type { ElicitationRequest } from '@toolshed/kernel';
import { changedPreview } from '@toolshed/server/present';
import type { ComponentChildren } from 'preact';
import type { FoldCount } from '../../show/json-view.tsx';
import { JsonView } from '../../show/json-view.tsx';
import { PreviewView } from '../../show/preview-view.tsx';
import { Cautions, Safe } from '../../show/safe.tsx';
import { useInView } from '../../show/use-in-view.ts';
import { useOverflow } from '../../show/use-overflow.ts';

interface RequestCardProps {
  readonly request: ElicitationRequest;
  readonly folds: FoldCount;
  /** In front of its words, where they are somebody's own. */
  readonly askedIn?: string | undefined;
  /** What is asked about, by whom, in one line. */
  readonly context: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** One of several things to decide about, whole: it counts as shown once all of it was in sight. */
export function RequestCard({ request, folds, askedIn, context, children }: RequestCardProps) {
  const box = useInView(folds);
  useOverflow(folds, box);
  const change = changedPreview(request);
  return (
    <section class={askedIn === undefined ? 'sheet selected' : 'sheet selected own'} ref={box}>
      <h2>
        {askedIn !== undefined && `${askedIn} `}
        <Safe text={request.message} />
      </h2>
      <p class="context">
        {context}
        <UndoWords request={request} />
      </p>
      <Cautions text={`${request.message}\n${JSON.stringify(request.args ?? '')}`} />
      {request.description !== undefined && <Safe text={request.description} />}
      {request.args !== undefined && <JsonView value={request.args} folds={folds} />}
      {request.preview !== undefined && <PreviewView preview={request.preview} folds={folds} />}
      {change !== undefined && <PreviewView preview={change} folds={folds} />}
      {children}
    </section>
  );
}

/** Whether this call, with these arguments, can be taken back. */
function UndoWords({ request }: Pick<RequestCardProps, 'request'>) {
  if (request.type !== 'approval') return null;
  if (request.canUndo === true) return <span> · can be undone</span>;
  return (
    <>
      {' '}
      <span class="tag bad">cannot be undone</span>
    </>
  );
}
