import type { PendingElicitation } from '@toolshed/kernel';
import { useState } from 'preact/hooks';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { type ExecutionView, forkQuestion, listExecutions } from '../../client/api.ts';
import { isLive } from '../../client/connection.ts';
import { changes } from '../../client/live.ts';
import { go, pathTo } from '../../route.ts';
import { statusWords } from '../../show/status-words.ts';
import { tell } from '../../toasts.tsx';
import { useLoaded } from '../../client/use-loaded.ts';

/** Leads from a side quest back to the question it left. */
export function SideQuestBanner({ execution }: { readonly execution: Pick<ExecutionView, 'parent' | 'status'> }) {
  const { parent, status } = execution;
  if (parent === undefined) return null;
  const isOver = isTerminalStatus(status);
  return (
    <a class="banner" href={pathTo.question(parent.elicitationId)}>
      {isOver ? 'This side quest is over.' : 'This is a side quest.'} Back to the question it left
    </a>
  );
}

/** The side quests of a question, and a form to start one. */
export function SideQuests({ question }: { readonly question: PendingElicitation }) {
  const { elicitationId, executionId } = question;
  // A side quest that ends is an entry of the execution it left.
  const quests = useLoaded(
    () => listExecutions({ parent: elicitationId }),
    [elicitationId, changes.value.get(executionId) ?? 0],
  );
  const { items, total: count } = quests.kind === 'loaded' ? quests.value : { items: [], total: 0 };
  return (
    <details class="sheet" open={items.length > 0}>
      <summary>
        <h2>Side quests{count > 0 && ` (${count})`}</h2>
      </summary>
      {items.length > 0 && (
        <ul class="bullets">
          {items.map(({ id, status }) => (
            <li key={id}>
              <a href={pathTo.execution(id)}>
                <code>{id}</code>
              </a>{' '}
              <span class={`tag ${status}`}>{statusWords(status)}</span>
            </li>
          ))}
        </ul>
      )}
      <StartOne elicitationId={elicitationId} />
    </details>
  );
}

function StartOne({ elicitationId }: { readonly elicitationId: string }) {
  const [program, setProgram] = useState('');
  const [isSending, setSending] = useState(false);
  const start = async (): Promise<void> => {
    setSending(true);
    try {
      const { executionId } = await forkQuestion(elicitationId, program);
      go(pathTo.execution(executionId));
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), true);
      setSending(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <p class="quiet">A program to run before you answer. The question waits, and you are brought back to it.</p>
      <label class="field">
        <span>Program</span>
        <textarea
          class="code"
          rows={4}
          spellcheck={false}
          value={program}
          onInput={({ currentTarget }) => setProgram(currentTarget.value)}
        />
      </label>
      <button type="submit" aria-busy={isSending} disabled={isSending || !isLive() || program.trim() === ''}>
        {isSending ? 'Starting…' : 'Start the side quest'}
      </button>
    </form>
  );
}
