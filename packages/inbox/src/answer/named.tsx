// Kinds with a name: what the browser itself can do is done by the browser, whose refusal is an answer like any other.

import { useState } from 'preact/hooks';
import { JsonView } from '../show/json-view.tsx';
import { SafeBlock } from '../show/safe.tsx';
import type { AnswerProps, RequestOf } from './answer.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { Decision, type Refusal } from './decision.tsx';
import { OptionLabel } from './form-fields.tsx';
import { SchemaForm } from './simple.tsx';

type NamedProps = AnswerProps & { readonly request: RequestOf<'named'> };

export function NamedAnswer(props: NamedProps) {
  switch (props.request.name) {
    case 'location':
      return <Device {...props} label="Share where I am" act={() => locate(props.request.input)} />;
    case 'clipboard-read':
      return (
        <Device
          {...props}
          label="Paste what I copied"
          act={async () => ({ text: await navigator.clipboard.readText() })}
        />
      );
    case 'clipboard-write':
      return <ClipboardWrite {...props} />;
    case 'reveal':
      return <Reveal {...props} />;
    case 'choice-or-input':
      return <ChoiceOrInput {...props} />;
    default:
      return <TypedAnswer {...props} />;
  }
}

interface DeviceProps extends NamedProps {
  readonly label: string;
  readonly act: () => Promise<unknown>;
}

/** The kind's own form, with the kind's own ways out. */
const TypedAnswer = (props: NamedProps) => (
  <SchemaForm {...props} schema={props.request.output} refuse={refusalsOf(props)} />
);

/** Asks the browser, which asks the person; if either says no, the answer is `denied`. */
function Device(props: DeviceProps) {
  const { send, isBlocked, unseen, label, act } = props;
  const [isTyping, setTyping] = useState(false);
  if (isTyping) return <TypedAnswer {...props} />;
  const ask = (): void => {
    act().then(
      (data) => send({ action: 'accept', data }),
      () => send({ action: 'denied' }),
    );
  };
  return (
    <Decision isBlocked={isBlocked} unseen={unseen} accept={{ label, act: ask }} refuse={refusalsOf(props)}>
      <button type="button" class="link" onClick={() => setTyping(true)}>
        Type the answer instead
      </button>
    </Decision>
  );
}

function ClipboardWrite(props: NamedProps) {
  const text = fieldOf(props.request.input, 'text');
  return (
    <>
      <AnswerSheet folds={props.folds}>
        <SafeBlock text={text} />
      </AnswerSheet>
      <Device
        {...props}
        label="Copy it"
        act={async () => {
          await navigator.clipboard.writeText(text);
          return { success: true };
        }}
      />
    </>
  );
}

/** What the other side decided is shown; the person acknowledges and cannot change it. */
function Reveal(props: NamedProps) {
  const { request, send, isBlocked, unseen, folds } = props;
  return (
    <>
      <AnswerSheet folds={folds} class="reveal">
        <div class="card">
          <JsonView value={request.input} folds={folds} />
        </div>
      </AnswerSheet>
      <Decision
        isBlocked={isBlocked}
        unseen={unseen}
        accept={{ label: 'Got it', act: () => send({ action: 'accept', data: {} }) }}
        refuse={refusalsOf(props)}
      />
    </>
  );
}

interface Choice {
  readonly label: string;
  readonly value: string;
}

function ChoiceOrInput(props: NamedProps) {
  const { question, request, send, isBlocked, unseen, folds } = props;
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState('');
  const isOwn = chosen === undefined;
  const data = isOwn ? { type: 'custom', text } : { type: 'choice', value: chosen };
  return (
    <>
      <AnswerSheet folds={folds}>
        <fieldset class="choices">
          <legend class="visually-hidden">Choose one, or write your own</legend>
          {choicesOf(request.input).map(({ label, value }) => (
            <label key={value}>
              <input
                type="radio"
                name={question.elicitationId}
                checked={chosen === value}
                onChange={() => setChosen(value)}
              />{' '}
              <OptionLabel title={label} value={value} />
            </label>
          ))}
          <label>
            <input type="radio" name={question.elicitationId} checked={isOwn} onChange={() => setChosen(undefined)} />{' '}
            Something else
          </label>
        </fieldset>
        {isOwn && (
          <label class="field">
            <span>Your own answer</span>
            <input value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
          </label>
        )}
      </AnswerSheet>
      <Decision
        isBlocked={isBlocked}
        unseen={unseen}
        accept={{ label: 'Send', act: () => send({ action: 'accept', data }), isReady: !isOwn || text !== '' }}
        refuse={refusalsOf(props, { decline: 'No thanks' })}
      />
    </>
  );
}

type WayOut = 'decline' | 'denied' | 'cancel';
const WORDS: Readonly<Record<WayOut, string>> = { decline: 'Decline', denied: 'Deny access', cancel: 'Cancel' };

/** A kind says which ways out it knows; there are no others. */
function refusalsOf({ request, send }: NamedProps, words: Partial<typeof WORDS> = {}) {
  return (['decline', 'denied', 'cancel'] as const)
    .filter((action) => request.actions.includes(action))
    .map((action): Refusal => ({ label: { ...WORDS, ...words }[action], act: () => send({ action }) }));
}

function locate(input: unknown): Promise<unknown> {
  const enableHighAccuracy = fieldOf(input, 'accuracy') === 'high';
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      reject,
      { enableHighAccuracy, timeout: 30_000 },
    );
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function fieldOf(input: unknown, name: string): string {
  const value = isRecord(input) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function choicesOf(input: unknown): readonly Choice[] {
  const choices = isRecord(input) ? input['choices'] : undefined;
  if (!Array.isArray(choices)) return [];
  return choices
    .filter(isRecord)
    .map((choice) => ({ label: fieldOf(choice, 'label'), value: fieldOf(choice, 'value') }));
}
