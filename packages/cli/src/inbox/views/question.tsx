import type { OpenQuestion } from '@toolshed/kernel';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { AnswerPanel } from '../answer/answer-panel.tsx';
import type { AnswerBody } from '../answer/answer.ts';
import { ApiError, answerQuestion, showExecution } from '../api.ts';
import { pathTo } from '../route.ts';
import { type FoldCount, JsonView } from '../show/json-view.tsx';
import { ago, clock, left } from '../show/moment.ts';
import { PreviewView } from '../show/preview-view.tsx';
import { Cautions, Safe, SafeBlock } from '../show/safe.tsx';
import { SourceView } from '../show/source-view.tsx';
import { now, refreshQuestions, seen } from '../store.ts';
import { tell } from '../toasts.tsx';
import { useLoaded } from '../use-loaded.ts';

interface QuestionViewProps {
  readonly question: OpenQuestion;
  readonly onAnswered: () => void;
}

/** Everything a person needs to decide, and nothing in the asker's own words that could be taken for ours. */
export function QuestionView({ question, onAnswered }: QuestionViewProps) {
  const { folds, unseen } = useFolds();
  const { problems, isSending, send } = useSend(question, onAnswered);
  const { elicitation, request } = question;
  useEffect(() => {
    if (unseen === 0) seen.value = new Set([...seen.value, elicitation]);
  }, [elicitation, unseen]);
  return (
    <article class="question">
      <Heading question={question} />
      {request.args !== undefined && (
        <section class="sheet">
          <h2>Arguments</h2>
          <JsonView value={request.args} folds={folds} />
        </section>
      )}
      {request.preview !== undefined && (
        <section class="sheet">
          <h2>What it would do</h2>
          <PreviewView preview={request.preview} folds={folds} />
        </section>
      )}
      <Program question={question} />
      <AnswerPanel question={question} unseen={unseen} problems={problems} isSending={isSending} send={send} />
    </article>
  );
}

function Heading({ question }: { readonly question: OpenQuestion }) {
  const { request, asker, expiresAt, askedAt } = question;
  const isOurs = asker === 'gate' || asker === 'in-doubt';
  return (
    <header class="sheet">
      {isOurs ? (
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
      <dl class="facts">
        {request.toolPath !== undefined && (
          <>
            <dt>tool</dt>
            <dd>
              <Safe text={request.toolPath} />
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
          {expiresAt !== undefined && <>, {left(expiresAt, now.value)}</>}
        </dd>
        <dt>execution</dt>
        <dd>
          <a href={pathTo.execution(question.execution)}>{question.execution}</a>, call {question.call}
        </dd>
      </dl>
    </header>
  );
}

const WHO = {
  gate: 'the gate',
  handler: 'the tool itself',
  program: 'the program',
  'in-doubt': 'the runtime: a call was started and its outcome is not known',
} as const;

function Program({ question }: { readonly question: OpenQuestion }) {
  const execution = useLoaded(() => showExecution(question.execution), [question.execution, question.elicitation]);
  if (execution.kind === 'loading') return null;
  if (execution.kind === 'failed') return <p class="caution">The program cannot be shown: {execution.message}</p>;
  const { source, calls } = execution.value;
  const own = calls.find(({ call }) => call === question.call);
  const done = calls.filter(({ outcome }) => outcome !== 'waiting');
  return (
    <>
      <section class="sheet">
        <h2>In the program</h2>
        <SourceView source={source} marked={own?.line === undefined ? [] : [own.line]} />
      </section>
      <section class="sheet">
        <h2>What it has already done</h2>
        {done.length === 0 ? (
          <p class="quiet">Nothing yet.</p>
        ) : (
          <ol class="calls">
            {done.map(({ call, path, outcome }) => (
              <li key={call} value={call}>
                <Safe text={path} /> <span class="quiet">{outcome}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

/** Counts the parts that are folded away. */
function useFolds(): { readonly folds: FoldCount; readonly unseen: number } {
  const [unseen, setUnseen] = useState(0);
  const folds = useMemo(
    () => ({
      open: () => {
        setUnseen((count) => count + 1);
        return () => setUnseen((count) => count - 1);
      },
    }),
    [],
  );
  return { folds, unseen };
}

function useSend(question: OpenQuestion, onAnswered: () => void) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const send = async (answer: AnswerBody): Promise<void> => {
    setSending(true);
    try {
      await answerQuestion(question.elicitation, answer);
      tell(SAID[answer.action]);
      onAnswered();
      await refreshQuestions();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setProblems(error.fields);
      else tell(error instanceof Error ? error.message : String(error), true);
      if (error instanceof ApiError && error.status === 409) await refreshQuestions();
    } finally {
      setSending(false);
    }
  };
  return { problems, isSending, send: (answer: AnswerBody) => void send(answer) };
}

const SAID = {
  accept: 'Approved',
  decline: 'Denied',
  cancel: 'Dismissed',
  denied: 'Not shared',
  other: 'Sent',
  not_supported: 'Not supported here',
} as const;
