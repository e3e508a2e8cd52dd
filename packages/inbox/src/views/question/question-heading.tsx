import type { PendingElicitation } from '@toolshed/kernel';
import type { ComponentProps } from 'preact';
import { describeOrigin } from '@toolshed/kernel/runtime';
import { pathTo } from '../../route.ts';
import { toolOf } from '@toolshed/server/present';
import { isOurs } from '../../show/asked-by.ts';
import { ago, clock, left } from '../../show/moment.ts';
import { Cautions, Safe, SafeBlock } from '../../show/safe.tsx';
import { now } from '../../client/clock.ts';
import { ToolFacts } from './tool-facts.tsx';

interface QuestionHeadingProps {
  readonly question: PendingElicitation;
  /** What the tool says of itself. */
  readonly facts: ComponentProps<typeof ToolFacts>['tool'];
}

/** What is asked, and by whom. The asker's words never stand as a heading of ours. */
export function QuestionHeading({ question, facts }: QuestionHeadingProps) {
  const { request, asker } = question;
  const tool = toolOf(question);
  return (
    <header class={isOurs(asker) ? 'sheet' : 'sheet own'}>
      <p class="origin">
        <span class={isOurs(asker) ? 'tag gate' : 'tag own'}>{LABELS[asker]}</span>
        {tool !== undefined && <Safe text={tool} />}
      </p>
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
      {tool !== undefined && <ToolFacts tool={facts} canUndo={canUndoOf(question)} />}
      <Facts question={question} />
    </header>
  );
}

const canUndoOf = ({ asker, request }: PendingElicitation): boolean | undefined =>
  asker === 'gate' && request.type === 'approval' ? request.canUndo === true : undefined;

const LABELS = {
  gate: 'a call that needs approval',
  'in-doubt': 'a call of unknown outcome',
  handler: 'a tool’s own question',
  program: 'the program’s own question',
} as const;

function Facts({ question }: { readonly question: PendingElicitation }) {
  const { request, asker, expiresAt, askedAt } = question;
  return (
    <dl class="facts inline">
      {asker === 'program' && request.toolPath !== undefined && (
        <div>
          <dt>tool it names</dt>
          <dd>
            <Safe text={request.toolPath} />
          </dd>
        </div>
      )}
      {'origin' in request && request.origin !== undefined && (
        <div>
          <dt>source</dt>
          <dd>
            <Safe text={describeOrigin(request.origin)} />
          </dd>
        </div>
      )}
      <div>
        <dt>asked by</dt>
        <dd>{WHO[asker]}</dd>
      </div>
      {question.agent !== undefined && (
        <div>
          <dt>agent</dt>
          <dd>
            <Safe text={question.agent} />
          </dd>
        </div>
      )}
      <div>
        <dt>session</dt>
        <dd>
          <Safe text={question.session} />
        </dd>
      </div>
      <div>
        <dt>asked</dt>
        <dd>
          <time dateTime={new Date(askedAt).toISOString()} title={clock(askedAt)}>
            {ago(askedAt, now.value)}
          </time>
        </dd>
      </div>
      {expiresAt !== undefined && (
        <div>
          <dt>expires</dt>
          <dd>
            <time class="expiry" dateTime={new Date(expiresAt).toISOString()} title={clock(expiresAt)}>
              {left(expiresAt, now.value)}
            </time>
          </dd>
        </div>
      )}
      <div>
        <dt>execution</dt>
        <dd>
          <a href={pathTo.execution(question.executionId)} title={question.executionId}>
            call {question.call}
          </a>
        </dd>
      </div>
    </dl>
  );
}

const WHO = {
  gate: 'this host, before the call runs',
  handler: 'the tool itself',
  program: 'the program itself, not this host: no call waits for this answer',
  'in-doubt': 'the runtime: a call was started and its outcome is not known',
} as const;
