import type { PendingElicitation } from '@toolshed/kernel';
import { useEffect } from 'preact/hooks';
import { AnswerPanel } from '../../answer/answer-panel.tsx';
import type { Standing } from '../../answer/answer.ts';
import { type ExecutionView, showExecution } from '../../client/api.ts';
import { changes } from '../../client/live.ts';
import { JsonView } from '../../show/json-view.tsx';
import { changedPreview, toolOf } from '@toolshed/server/present';
import { PreviewView } from '../../show/preview-view.tsx';
import { Safe } from '../../show/safe.tsx';
import { SourceView } from '../../show/source-view.tsx';
import { revealNext, useInView } from '../../show/use-in-view.ts';
import { useOverflow } from '../../show/use-overflow.ts';
import { pauseFor, useShownAMoment } from '../../show/use-shown-a-moment.ts';
import { useKeys } from '../../keyboard.ts';
import { descriptionOf } from '../../client/tool-descriptions.ts';
import { markSeen, me, wordingOf } from '../../client/store.ts';
import { type Loaded, useLoaded } from '../../client/use-loaded.ts';
import { QuestionHeading } from './question-heading.tsx';
import { SideQuestBanner, SideQuests } from './side-quests.tsx';
import { useFolds } from './use-folds.ts';
import { useSend } from './use-send.ts';

interface QuestionViewProps {
  readonly question: PendingElicitation;
  readonly onAnswered: () => void;
}

/** Everything a person needs to decide, and nothing in the asker's own words that could be taken for ours. */
export function QuestionView({ question, onAnswered }: QuestionViewProps) {
  const { folds, unseen } = useFolds();
  const box = useInView(folds);
  useOverflow(folds, box);
  useKeys({ ' ': () => void revealNext() });
  const { problems, state, send } = useSend(question, onAnswered);
  const { executionId: id, request } = question;
  const execution = useLoaded(() => showExecution(id), [id, changes.value.get(id) ?? 0]);
  const tool = toolOf(question);
  const facts = useLoaded(async () => (tool === undefined ? undefined : await descriptionOf(tool)), [tool]);
  const standing = standingOf(question, execution);
  const args = standing.areEdited ? standing.args : request.args;
  const whole = `${wordingOf(question)}${JSON.stringify(args)}`;
  const isShownLongEnough = useShownAMoment(whole, whole);
  useEffect(() => {
    if (folds.closed === 0 && !standing.areEdited) markSeen(question);
  }, [question, unseen, standing.areEdited]);
  const change = changedPreview(request);
  return (
    <article class="question" style={{ '--pause': `${pauseFor(whole)}ms` }}>
      {execution.kind === 'loaded' && <SideQuestBanner execution={execution.value} />}
      <div class="asked-for" ref={box}>
        <QuestionHeading question={question} facts={facts} />
        <Approvals question={question} standing={standing} />
        {args !== undefined && (
          <section class="sheet" key={JSON.stringify(args)}>
            <h2>{titleOf(question, standing)}</h2>
            <JsonView value={args} folds={folds} />
          </section>
        )}
        {standing.areEdited && (
          <section class="sheet">
            <h2>What the program asked for</h2>
            <JsonView value={request.args} />
          </section>
        )}
        {request.preview !== undefined && (
          <section class="sheet">
            <h2>What it would do{standing.areEdited && ' with the arguments the program asked for'}</h2>
            <PreviewView preview={request.preview} folds={folds} />
          </section>
        )}
        {change !== undefined && (
          <section class="sheet">
            <h2>What changed since it was asked before</h2>
            <PreviewView preview={change} folds={folds} />
          </section>
        )}
      </div>
      <AnswerPanel
        question={question}
        standing={standing}
        unseen={unseen}
        folds={folds}
        problems={problems}
        // What the tool does, and whether that can be undone, is a part of what is decided.
        isBlocked={state !== 'ready' || !isShownLongEnough || facts.kind === 'loading'}
        isPausing={!isShownLongEnough}
        isSending={state === 'sending'}
        send={send}
      />
      <Program question={question} execution={execution} />
      <SideQuests question={question} />
    </article>
  );
}

function titleOf({ asker }: PendingElicitation, { areEdited }: Standing): string {
  if (asker === 'program') return 'What the program shows with it';
  return areEdited ? 'Arguments, as an approver changed them' : 'Arguments';
}

function standingOf({ approvals, asker, call }: PendingElicitation, execution: Loaded<ExecutionView>): Standing {
  const calls = execution.kind === 'loaded' ? execution.value.calls : [];
  return {
    areEdited: approvals?.areEdited ?? false,
    args: approvals?.args,
    isApprovedByMe: approvals?.by.some(({ principal }) => principal === me.value) ?? false,
    lateOutcome: asker === 'in-doubt' ? calls.find((one) => one.call === call)?.lateOutcome : undefined,
  };
}

function Approvals({ question, standing }: { readonly question: PendingElicitation; readonly standing: Standing }) {
  if (question.approvals === undefined) return null;
  const { needed, by } = question.approvals;
  return (
    <section class="sheet approvals">
      <h2>
        {by.length} of {needed} people approved
      </h2>
      {by.length > 0 && (
        <ul class="bullets">
          {by.map(({ principal, channel }) => (
            <li key={principal}>
              <Safe text={principal} /> <span class="quiet">through {channel}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        Each person counts once{standing.isApprovedByMe && '; you have approved, somebody else has to as well'}.
      </p>
    </section>
  );
}

interface ProgramProps {
  readonly question: PendingElicitation;
  readonly execution: Loaded<ExecutionView>;
}

function Program({ question, execution }: ProgramProps) {
  if (execution.kind === 'loading') return null;
  if (execution.kind === 'failed') return <p class="caution">The program cannot be shown: {execution.message}</p>;
  const { source, calls } = execution.value;
  const own = calls.find(({ call }) => call === question.call);
  const done = calls.filter(({ outcome }) => outcome !== 'waiting');
  return (
    <>
      <section class="sheet">
        <h2>In the program</h2>
        {own?.inside !== undefined && (
          <p class="inside">
            The call is made inside <Safe text={own.inside.path} />, version {own.inside.version}, a saved program that
            this one calls.
          </p>
        )}
        <SourceView source={source} marked={own?.line === undefined ? [] : [own.line]} />
      </section>
      <section class="sheet">
        <h2>What it has already done</h2>
        {done.length === 0 ? (
          <p class="quiet">Nothing yet.</p>
        ) : (
          <ol class="calls">
            {done.map(({ call, path, outcome, lateOutcome }) => (
              <li key={call} value={call}>
                <Safe text={path} />{' '}
                <span class="quiet">
                  {outcome}
                  {lateOutcome !== undefined && `, ${lateOutcome.outcome} late`}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
