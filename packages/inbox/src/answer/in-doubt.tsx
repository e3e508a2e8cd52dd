import { useState } from 'preact/hooks';
import { LateOutcome } from '../show/late-outcome.tsx';
import { Safe } from '../show/safe.tsx';
import type { AnswerProps, RequestOf } from './answer.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { Bar } from './decision.tsx';

/** A call that was started and whose outcome is not known: somebody has to say what became of it. */
export function InDoubtAnswer({
  question,
  request,
  standing,
  send,
  isBlocked,
  unseen,
  folds,
}: AnswerProps & { readonly request: RequestOf<'in-doubt'> }) {
  const [result, setResult] = useState('');
  const read = readJson(result);
  const late = standing.lateOutcome;
  return (
    <>
      <AnswerSheet folds={folds}>
        <p class="caution">
          In doubt: whether call {question.call}
          {request.toolPath !== undefined && (
            <>
              {' '}
              of <Safe text={request.toolPath} />
            </>
          )}{' '}
          happened. Attempt {request.attempt} was started with the arguments above, and nobody recorded how it ended. It
          may have happened already: find out before you retry.
        </p>
        {late !== undefined && (
          <section class="late" aria-label="What became of it meanwhile">
            <p>Its handler has finished since then.</p>
            <LateOutcome late={late} folds={folds} />
          </section>
        )}
        <dl class="facts">
          <dt>It happened</dt>
          <dd>Nothing is run. The program continues with the result you give.</dd>
          <dt>It did not happen</dt>
          <dd>The tool is run again with the same arguments. If it had happened, it happens twice.</dd>
          <dt>Let the call fail</dt>
          <dd>Nothing is run and nothing is undone. The program gets an error and may continue.</dd>
        </dl>
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
      </AnswerSheet>
      <Bar unseen={unseen}>
        <button
          type="button"
          class="approve"
          disabled={isBlocked || unseen > 0 || read === undefined}
          onClick={() => send({ action: 'accept', data: { do: 'result', value: read?.value } })}
        >
          It happened: use this result
        </button>
        <button
          type="button"
          disabled={isBlocked || unseen > 0}
          onClick={() => send({ action: 'accept', data: { do: 'retry' } })}
        >
          It did not happen: retry
        </button>
        <button
          type="button"
          class="deny"
          disabled={isBlocked}
          onClick={() => send({ action: 'accept', data: { do: 'fail' } })}
        >
          Let the call fail
        </button>
      </Bar>
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
