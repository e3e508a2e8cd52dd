import type { PendingElicitation } from '@toolshed/kernel';
import { describeOrigin } from '@toolshed/kernel/runtime';
import { pathTo } from '../../route.ts';
import { isOurs } from '../../show/asked-by.ts';
import { ago, clock, left } from '../../show/moment.ts';
import { Cautions, Safe, SafeBlock } from '../../show/safe.tsx';
import { now } from '../../client/store.ts';

/** What is asked, and by whom. The asker's words never stand as a heading of ours. */
export function QuestionHeading({ question }: { readonly question: PendingElicitation }) {
  const { request, asker } = question;
  return (
    <header class="sheet">
      {isOurs(asker) ? (
        <h1 class="asked">
          <Safe text={request.message} />
        </h1>
      ) : (
        <>
          <h1 class="asked">{asker === 'program' ? 'The program asks you something' : 'A tool asks you something'}</h1>
          <div class="says">
            <SafeBlock text={request.message} />
          </div>
        </>
      )}
      <Cautions text={`${request.message}\n${JSON.stringify(request.args ?? '')}`} />
      {request.description !== undefined && <SafeBlock text={request.description} />}
      <Facts question={question} />
    </header>
  );
}

function Facts({ question }: { readonly question: PendingElicitation }) {
  const { request, asker, expiresAt, askedAt } = question;
  return (
    <dl class="facts">
      {request.toolPath !== undefined && (
        <>
          <dt>{asker === 'program' ? 'tool it names' : 'tool'}</dt>
          <dd>
            <Safe text={request.toolPath} />
          </dd>
        </>
      )}
      {'origin' in request && request.origin !== undefined && (
        <>
          <dt>source</dt>
          <dd>
            <Safe text={describeOrigin(request.origin)} />
          </dd>
        </>
      )}
      <dt>asked by</dt>
      <dd>
        {WHO[asker]}
        {question.agent !== undefined && (
          <>
            , for agent <Safe text={question.agent} />
          </>
        )}
        , in session <Safe text={question.session} />
      </dd>
      <dt>asked</dt>
      <dd>
        <time dateTime={new Date(askedAt).toISOString()} title={clock(askedAt)}>
          {ago(askedAt, now.value)}
        </time>
      </dd>
      {expiresAt !== undefined && (
        <>
          <dt>expires</dt>
          <dd>
            <time class="expiry" dateTime={new Date(expiresAt).toISOString()} title={clock(expiresAt)}>
              {left(expiresAt, now.value)}
            </time>
          </dd>
        </>
      )}
      <dt>execution</dt>
      <dd>
        <a href={pathTo.execution(question.executionId)}>{question.executionId}</a>, call {question.call}
      </dd>
    </dl>
  );
}

const WHO = {
  gate: 'the gate',
  handler: 'the tool itself',
  program: 'the program itself, not the gate: no call waits for this answer',
  'in-doubt': 'the runtime: a call was started and its outcome is not known',
} as const;
