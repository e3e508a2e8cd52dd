import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { describeTool } from '../client/api.ts';
import { useKeys } from '../keyboard.ts';
import { Diff } from '../show/diff-view.tsx';
import { Safe } from '../show/safe.tsx';
import { useInView } from '../show/use-in-view.ts';
import { useShownAMoment } from '../show/use-shown-a-moment.ts';
import type { AnswerBody, AnswerProps, RequestOf } from './answer.ts';
import { AnswerForm } from './answer-form.tsx';
import { Bar, Decision } from './decision.tsx';
import { answerOf, type FieldInput, inputsOf, wholeAsJson } from './field-inputs.ts';
import { FormFields, type FormValue, initialValue } from './form-fields.tsx';
import { useFirstWrong } from './use-first-wrong.ts';

type Mode = 'decide' | 'deny' | 'edit';

/** A call at the gate: approve, deny with a reason, change its arguments, remember. */
export function ApprovalAnswer(props: AnswerProps & { readonly request: RequestOf<'approval'> }) {
  const [mode, setMode] = useState<Mode>('decide');
  const [kept, setKept] = useState<Kept>('once');
  const isGate = props.question.asker === 'gate';
  const { send, unseen, isBlocked, standing, question } = props;
  const isReady = !standing.isApprovedByMe;
  const approve = (): void => {
    if (unseen > 0 || isBlocked || !isReady) return;
    // What an approver changed is sent back as it was read: nobody approves arguments they have not seen.
    const args = standing.areEdited ? { args: standing.args } : {};
    send({ action: 'accept', ...args, ...REMEMBERED[kept] });
  };
  const decideKeys = { a: approve, d: () => setMode('deny'), ...(isGate ? { e: () => setMode('edit') } : {}) };
  // While something else is on the screen, no key answers what stood there before.
  useKeys(mode === 'decide' ? decideKeys : { Escape: () => setMode('decide') });
  if (mode === 'deny') return <Deny {...props} onBack={() => setMode('decide')} />;
  if (mode === 'edit') return <Edit {...props} onBack={() => setMode('decide')} />;
  return (
    <Decision
      isBlocked={isBlocked}
      unseen={unseen}
      accept={{ label: isGate ? <>Approve{<kbd>a</kbd>}</> : <>Answer yes{<kbd>a</kbd>}</>, act: approve, isReady }}
      refuse={{ label: <>Deny{<kbd>d</kbd>}</>, act: () => setMode('deny') }}
    >
      {isGate && (
        <>
          <button type="button" onClick={() => setMode('edit')}>
            Edit arguments<kbd>e</kbd>
          </button>
          {question.approvals === undefined && (
            <label class="grow">
              <span class="visually-hidden">Remember this approval</span>
              <select value={kept} onChange={({ currentTarget }) => setKept(keptOf(currentTarget.value))}>
                <option value="once">this call only</option>
                <option value="same">these same arguments only, for this session (8 hours)</option>
                <option value="execution">this tool, for this execution</option>
                <option value="session">this tool, for this session (8 hours)</option>
                <option value="always">this tool, always</option>
              </select>
            </label>
          )}
        </>
      )}
    </Decision>
  );
}

/** What an approval is remembered for. */
const REMEMBERED = {
  once: {},
  same: { remember: { scope: 'session', sameArguments: true } },
  execution: { remember: 'execution' },
  session: { remember: 'session' },
  always: { remember: 'always' },
} as const satisfies Record<string, Pick<AnswerBody, 'remember'>>;
type Kept = keyof typeof REMEMBERED;

const keptOf = (text: string): Kept =>
  text === 'same' || text === 'execution' || text === 'session' || text === 'always' ? text : 'once';

interface BackProps {
  readonly onBack: () => void;
}

function Deny({ question, send, isBlocked, onBack }: AnswerProps & BackProps) {
  const [reason, setReason] = useState('');
  const [isForSession, setForSession] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // With the drawing itself: a key that is pressed next is for the field, not for the list.
  useLayoutEffect(() => field.current?.focus(), []);
  // The key that opened it may still be held down, and Enter be meant for what was there before.
  const mayDeny = useShownAMoment('reason', '', true) && !isBlocked;
  const deny = (): void =>
    send({
      action: 'decline',
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      ...(isForSession ? { remember: 'session' } : {}),
    });
  return (
    <AnswerForm isReady={mayDeny} send={deny}>
      <Bar unseen={0}>
        <label class="grow">
          <span class="visually-hidden">Why not? The program gets your reason.</span>
          <input
            ref={field}
            placeholder="Why not? The program gets your reason."
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        {question.asker === 'gate' && (
          <label>
            <input
              type="checkbox"
              checked={isForSession}
              onChange={({ currentTarget }) => setForSession(currentTarget.checked)}
            />{' '}
            this tool, for this session (8 hours)
          </label>
        )}
        <button type="submit" class="deny" disabled={!mayDeny}>
          Deny
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </Bar>
    </AnswerForm>
  );
}

function Edit(props: AnswerProps & BackProps & { readonly request: RequestOf<'approval'> }) {
  const { question, request, standing, send, isBlocked, unseen, folds, onBack } = props;
  const problems = Object.fromEntries(
    Object.entries(props.problems).map(([name, problem]) => [name.replace(/^args\.?/, ''), problem]),
  );
  const args = standing.areEdited ? standing.args : request.args;
  const [inputs, setInputs] = useState<readonly FieldInput[]>();
  const [value, setValue] = useState<FormValue>({});
  useEffect(() => {
    const take = (read: readonly FieldInput[]): void => {
      const all = read.length > 0 ? read : [wholeAsJson('Arguments, as JSON', args)];
      setInputs(all);
      // What the form has no field for stays as it was; it is shown above.
      setValue({ ...(read.length > 0 && isRecord(args) ? args : {}), ...initialValue(all) });
    };
    describeTool(request.toolPath ?? '').then(
      ({ input }) => take(inputsOf(input, args)),
      () => take([]),
    );
  }, [question.elicitationId]);
  const edited = inputs === undefined ? undefined : answerOf(inputs, value);
  // Other arguments are another thing to read.
  const isShownLongEnough = useShownAMoment(JSON.stringify(edited) ?? '');
  const mayApprove = isShownLongEnough && !isBlocked && unseen === 0;
  if (inputs === undefined) return <p class="quiet">Reading what the tool takes…</p>;
  const others = Object.entries(problems).filter(([name]) => !inputs.some(({ field }) => field.name === name));
  return (
    <AnswerForm isReady={mayApprove} send={() => send({ action: 'accept', args: edited })}>
      <Edited folds={folds} problems={props.problems}>
        <div class="sheet">
          <h2>Other arguments</h2>
          <div class="fields">
            <FormFields inputs={inputs} value={value} problems={problems} onChange={setValue} />
            {others.map(([name, problem]) => (
              <p class="problem" role="alert" key={name}>
                <Safe text={name === '' ? problem : `${name}: ${problem}`} />
              </p>
            ))}
          </div>
        </div>
        <div class="sheet">
          <h2>What you change</h2>
          <Diff preview={{ kind: 'diff', before: asText(args), after: asText(edited) }} folds={folds} />
        </div>
      </Edited>
      <Bar unseen={unseen}>
        <button
          type="submit"
          class="approve"
          disabled={!mayApprove}
          aria-describedby={unseen > 0 ? 'unseen' : undefined}
        >
          Approve with these arguments
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </Bar>
    </AnswerForm>
  );
}

interface EditedProps extends Pick<AnswerProps, 'folds' | 'problems'> {
  readonly children: ComponentChildren;
}

/** What is edited counts as shown once it was in sight, as everything else that is approved. */
function Edited({ folds, problems, children }: EditedProps) {
  const box = useInView(folds);
  useFirstWrong(box, problems);
  // It stands below the arguments, where nobody who pressed a key would look for it.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, []);
  return <div ref={box}>{children}</div>;
}

/** Keys in one order, so that a field that was typed again is no difference. */
const asText = (value: unknown): string => JSON.stringify(value, (_key, one: unknown) => inOrder(one), 2) ?? '';

const inOrder = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

const isRecord = (value: unknown): value is FormValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
