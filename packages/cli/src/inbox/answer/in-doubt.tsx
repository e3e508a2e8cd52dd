import { useState } from 'preact/hooks';
import type { AnswerProps } from './answer.ts';
import { Unseen } from './decision.tsx';

/** A call that was started and never finished: somebody has to say what became of it. */
export function InDoubtAnswer({ send, isSending, unseen }: AnswerProps) {
  const [result, setResult] = useState('');
  const read = readJson(result);
  return (
    <>
      <p class="caution">It may have happened already. Find out before you retry.</p>
      <label class="field">
        <span>If it happened: its result, as JSON</span>
        <textarea
          class="code"
          rows={3}
          spellcheck={false}
          value={result}
          onInput={({ currentTarget }) => setResult(currentTarget.value)}
        />
      </label>
      <Unseen unseen={unseen} />
      <div class="row">
        <button
          type="button"
          class="approve"
          disabled={isSending || unseen > 0 || read === undefined}
          onClick={() => send({ action: 'accept', data: { do: 'result', value: read?.value } })}
        >
          It happened: use this result
        </button>
        <button
          type="button"
          disabled={isSending || unseen > 0}
          onClick={() => send({ action: 'accept', data: { do: 'retry' } })}
        >
          It did not happen: retry
        </button>
        <button
          type="button"
          class="deny"
          disabled={isSending}
          onClick={() => send({ action: 'accept', data: { do: 'fail' } })}
        >
          Let the call fail
        </button>
      </div>
    </>
  );
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
