import { useEffect, useRef, useState } from 'preact/hooks';
import { describeTool } from '../api.ts';
import { useKeys } from '../keyboard.ts';
import type { AnswerProps, RequestOf, Scope } from './answer.ts';
import { Decision } from './decision.tsx';
import { type Field, fieldsOf } from './fields-of.ts';
import { FormFields, type FormValue, initialValue } from './form-fields.tsx';

type Mode = 'decide' | 'deny' | 'edit';

/** A call at the gate: approve, deny with a reason, change its arguments, remember. */
export function ApprovalAnswer(props: AnswerProps & { readonly request: RequestOf<'approval'> }) {
  const [mode, setMode] = useState<Mode>('decide');
  const [scope, setScope] = useState<Scope | 'once'>('once');
  const isGate = props.question.asker === 'gate';
  const { send, unseen, isSending } = props;
  const approve = (): void => {
    if (unseen === 0 && !isSending) send({ action: 'accept', ...(scope === 'once' ? {} : { remember: scope }) });
  };
  useKeys({
    a: approve,
    d: () => setMode('deny'),
    ...(isGate ? { e: () => setMode('edit') } : {}),
    Escape: () => setMode('decide'),
  });
  if (mode === 'deny') return <Deny {...props} onBack={() => setMode('decide')} />;
  if (mode === 'edit') return <Edit {...props} onBack={() => setMode('decide')} />;
  return (
    <Decision
      isSending={isSending}
      unseen={unseen}
      accept={{ label: <>Approve{<kbd>a</kbd>}</>, act: approve }}
      refuse={{ label: <>Deny{<kbd>d</kbd>}</>, act: () => setMode('deny') }}
    >
      {isGate && (
        <>
          <button type="button" onClick={() => setMode('edit')}>
            Edit arguments<kbd>e</kbd>
          </button>
          <label class="grow">
            <span class="visually-hidden">Remember this approval</span>
            <select value={scope} onChange={({ currentTarget }) => setScope(scopeOf(currentTarget.value))}>
              <option value="once">only this call</option>
              <option value="execution">this tool, for this execution</option>
              <option value="session">this tool, for this session</option>
              <option value="always">this tool, always</option>
            </select>
          </label>
        </>
      )}
    </Decision>
  );
}

const scopeOf = (text: string): Scope | 'once' =>
  text === 'execution' || text === 'session' || text === 'always' ? text : 'once';

interface BackProps {
  readonly onBack: () => void;
}

function Deny({ send, isSending, onBack }: AnswerProps & BackProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const deny = (): void => send({ action: 'decline', ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        deny();
      }}
    >
      <div class="row">
        <label class="grow">
          <span class="visually-hidden">Why not? The program is told.</span>
          <input
            ref={field}
            placeholder="Why not? The program is told."
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        <button type="submit" class="deny" disabled={isSending}>
          Deny
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}

function Edit({
  question,
  request,
  problems,
  send,
  isSending,
  onBack,
}: AnswerProps & BackProps & { readonly request: RequestOf<'approval'> }) {
  const [fields, setFields] = useState<readonly Field[]>();
  const [value, setValue] = useState<FormValue>({});
  useEffect(() => {
    describeTool(request.toolPath ?? '').then(
      ({ input }) => {
        const read = fieldsOf(input, request.args);
        setFields(read);
        setValue(initialValue(read));
      },
      () => setFields([]),
    );
  }, [question.elicitation]);
  if (fields === undefined) return <p class="quiet">Reading what the tool takes…</p>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send({ action: 'accept', args: value });
      }}
    >
      <FormFields fields={fields} value={value} problems={problems} onChange={setValue} />
      <div class="row">
        <button type="submit" class="approve" disabled={isSending}>
          Approve with these arguments
        </button>
        <button type="button" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}
