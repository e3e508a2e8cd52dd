// The head of the page of an execution: status, whose it is, times, input, and what it is related to.

import { titleOf } from '@toolshed/server/present';
import { isTerminalStatus } from '@toolshed/kernel/runtime';
import { ActionButton } from '../../action-button.tsx';
import { type ExecutionRow, type ExecutionView as Execution, makePlan, rerunExecution } from '../../client/api.ts';
import { go, pathTo } from '../../route.ts';
import { clock, seconds } from '../../show/moment.ts';
import { Safe } from '../../show/safe.tsx';
import { statusWords } from '../../show/status-words.ts';
import { confirmCancel } from '../cancel-execution.ts';
import { PurposeWords } from './purpose-words.tsx';
import { Undo } from './undo.tsx';

interface HeadProps {
  readonly execution: Execution;
  readonly endedAt: number | undefined;
  /** What its program read as `input`, as JSON. */
  readonly input: string | undefined;
  /** Runs of this plan, or undos of this execution. */
  readonly related: readonly ExecutionRow[];
}

export function Head({ execution, endedAt, input, related }: HeadProps) {
  const { executionId, status, session, agent, createdAt, sandbox, source, purpose } = execution;
  const isPlan = purpose?.kind === 'plan';
  return (
    <header class="sheet">
      <p class="origin">
        <PurposeWords purpose={purpose} />{' '}
        <span class={isPlan ? 'tag' : `tag ${status}`}>{statusWords(status, isPlan)}</span>
      </p>
      <h1>
        <Safe text={titleOf(source) || 'An empty program'} />
      </h1>
      <dl class="facts inline">
        <div>
          <dt>session</dt>
          <dd>
            <Safe text={session} />
          </dd>
        </div>
        {agent !== undefined && (
          <div>
            <dt>agent</dt>
            <dd>
              <Safe text={agent} />
            </dd>
          </div>
        )}
        <div>
          <dt>started</dt>
          <dd>
            {clock(createdAt)}
            {endedAt !== undefined && <span class="quiet">, took {seconds(endedAt - createdAt)}</span>}
          </dd>
        </div>
        {sandbox !== undefined && (
          <div>
            <dt>sandbox</dt>
            <dd>{sandbox}</dd>
          </div>
        )}
        <div>
          <dt>id</dt>
          <dd>
            <code>{executionId}</code>
          </dd>
        </div>
      </dl>
      <Related execution={execution} related={related} />
      <Actions execution={execution} input={input} related={related} />
    </header>
  );
}

/** From a plan to its run and back, from an undo to what it undoes and back. */
function Related({ execution: { executionId, purpose }, related }: Pick<HeadProps, 'execution' | 'related'>) {
  return (
    <>
      {purpose?.kind === 'plan' && (
        <p>
          <a href={pathTo.plan(executionId)}>What the plan shows, to be approved</a>
        </p>
      )}
      {purpose?.kind === 'approved-plan' && (
        <p>
          Runs <a href={pathTo.plan(purpose.plan)}>a plan</a> that <Safe text={purpose.by.principal} /> approved.
        </p>
      )}
      {purpose?.kind === 'undo' && (
        <p>
          Undoes what <a href={pathTo.execution(purpose.of)}>another execution</a> did.
        </p>
      )}
      {related.map(({ id, status, purpose: own }) => (
        <p key={id}>
          <a href={pathTo.execution(id)}>{own === 'undo' ? 'An undo of it' : 'The run of this plan'}</a>{' '}
          <span class={`tag ${status}`}>{statusWords(status)}</span>
        </p>
      ))}
    </>
  );
}

/** A plan and an undo are made by what they are of, so neither is run again. */
function Actions({ execution, input, related }: Omit<HeadProps, 'endedAt'>) {
  const { executionId, status, session, source, purpose } = execution;
  const openQuestions = execution.status === 'paused' ? execution.pending.length : 0;
  const isRun = purpose === undefined || purpose.kind === 'approved-plan';
  const runAgain = async (): Promise<void> => go(pathTo.execution((await rerunExecution(executionId)).executionId));
  const plan = async (): Promise<void> => {
    const given = input === undefined ? {} : { input: JSON.parse(input) };
    go(pathTo.plan((await makePlan({ program: source, session, ...given })).planId));
  };
  return (
    <p class="row head-actions">
      {!isTerminalStatus(status) && (
        <ActionButton class="deny" busy="Cancelling…" act={() => confirmCancel(executionId, openQuestions)}>
          Cancel it
        </ActionButton>
      )}
      {isRun && (
        <>
          <ActionButton busy="Starting…" act={runAgain}>
            Run it again as new
          </ActionButton>
          <ActionButton busy="Looking…" act={plan}>
            Plan a run of it
          </ActionButton>
          <Undo execution={execution} undos={related.filter(({ purpose: own }) => own === 'undo')} />
        </>
      )}
    </p>
  );
}
