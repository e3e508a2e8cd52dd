// Questions with one field: a yes or no, a text, a choice, several choices, a form, a secret.

import type { PendingElicitation } from '@toolshed/kernel';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useKeys } from '../keyboard.ts';
import { Safe } from '../show/safe.tsx';
import type { AnswerProps, RequestOf } from './answer.ts';
import { AnswerForm } from './answer-form.tsx';
import { AnswerSheet } from './answer-sheet.tsx';
import { Decision, type Refusal } from './decision.tsx';
import { answerOf, inputsOf, wholeLimits } from './field-inputs.ts';
import { FormFields, initialValue, OptionLabel, ReadBack } from './form-fields.tsx';

type With<T extends PendingElicitation['request']['type']> = AnswerProps & { readonly request: RequestOf<T> };

export function ConfirmationAnswer({ send, isBlocked, unseen }: With<'confirmation'>) {
  const yes = (): void => {
    if (unseen === 0 && !isBlocked) send({ action: 'accept' });
  };
  const no = (): void => {
    if (!isBlocked) send({ action: 'decline' });
  };
  useKeys({ a: yes, d: no });
  return (
    <Decision
      isBlocked={isBlocked}
      unseen={unseen}
      accept={{ label: <>Yes{<kbd>a</kbd>}</>, act: yes }}
      refuse={{ label: <>No{<kbd>d</kbd>}</>, act: no }}
    />
  );
}

export function TextAnswer({ request, send, isBlocked, unseen, problems, folds }: With<'text'>) {
  const [text, setText] = useState(request.default ?? '');
  return (
    <Asked
      folds={folds}
      problems={problems}
      send={() => send({ action: 'accept', data: text })}
      isReady={!isBlocked && unseen === 0}
      bar={<SendOrDecline isBlocked={isBlocked} unseen={unseen} send={send} />}
    >
      {request.sensitive === true ? (
        <label class="field">
          <span>Your answer</span>
          <input
            type="password"
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
      ) : (
        <label class="field">
          <span>Your answer</span>
          <textarea rows={3} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
          <ReadBack value={text} />
        </label>
      )}
      <Problems problems={problems} />
    </Asked>
  );
}

/** Kept out of the page's own state as soon as it was sent; the browser is asked not to remember it. */
export function SecretAnswer({ send, isBlocked, unseen, problems, folds }: With<'secret'>) {
  const [text, setText] = useState('');
  const sendOnce = (): void => {
    send({ action: 'accept', data: text });
    setText('');
  };
  return (
    <Asked
      folds={folds}
      problems={problems}
      send={sendOnce}
      isReady={!isBlocked && unseen === 0 && text !== ''}
      bar={<SendOrDecline isBlocked={isBlocked} unseen={unseen} isReady={text !== ''} send={send} />}
    >
      <label class="field">
        <span>The secret</span>
        <input
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <p class="quiet">It goes to the vault. The program gets a handle and never sees it.</p>
      <Problems problems={problems} />
    </Asked>
  );
}

export function ChoiceAnswer({ question, request, send, isBlocked, unseen, problems, folds }: With<'choice'>) {
  const [chosen, setChosen] = useState(request.default);
  const isReady = chosen !== undefined;
  return (
    <Asked
      folds={folds}
      problems={problems}
      send={() => send({ action: 'accept', data: chosen })}
      isReady={!isBlocked && unseen === 0 && isReady}
      bar={<SendOrDecline isBlocked={isBlocked} unseen={unseen} isReady={isReady} send={send} />}
    >
      <fieldset class="choices">
        <legend class="visually-hidden">Choose one</legend>
        {request.options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={question.elicitationId}
              checked={chosen === value}
              onChange={() => setChosen(value)}
            />{' '}
            <OptionLabel title={label ?? value} value={value} />
          </label>
        ))}
      </fieldset>
      <Problems problems={problems} />
    </Asked>
  );
}

export function MultiChoiceAnswer({ request, send, isBlocked, unseen, problems, folds }: With<'multi_choice'>) {
  const [chosen, setChosen] = useState<readonly string[]>(request.default ?? []);
  const toggle = (value: string, isChosen: boolean): void =>
    setChosen(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <Asked
      folds={folds}
      problems={problems}
      send={() => send({ action: 'accept', data: chosen })}
      isReady={!isBlocked && unseen === 0}
      bar={<SendOrDecline isBlocked={isBlocked} unseen={unseen} send={send} />}
    >
      <fieldset class="choices">
        <legend class="visually-hidden">Choose any</legend>
        {request.options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) => toggle(value, currentTarget.checked)}
            />{' '}
            <OptionLabel title={label ?? value} value={value} />
          </label>
        ))}
      </fieldset>
      <Problems problems={problems} />
    </Asked>
  );
}

export function FormAnswer({ request, ...props }: With<'form'>) {
  return <SchemaForm {...props} schema={request.schema} />;
}

interface AskedProps extends Pick<AnswerProps, 'folds' | 'problems'> {
  readonly send: () => void;
  readonly isReady: boolean;
  /** The buttons, which stay in sight. */
  readonly bar: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What is filled in, as a form that Enter sends. */
function Asked({ send, isReady, bar, folds, problems, children }: AskedProps) {
  return (
    <AnswerForm isReady={isReady} send={send}>
      <AnswerSheet folds={folds} problems={problems}>
        {children}
      </AnswerSheet>
      {bar}
    </AnswerForm>
  );
}

interface SchemaFormProps extends Pick<AnswerProps, 'send' | 'isBlocked' | 'unseen' | 'problems' | 'folds'> {
  readonly schema: Readonly<Record<string, unknown>>;
  /** How else it may be answered; default: `Decline`. */
  readonly refuse?: readonly Refusal[];
}

export function SchemaForm({ schema, send, isBlocked, unseen, problems, folds, refuse }: SchemaFormProps) {
  const inputs = inputsOf(schema);
  const limits = wholeLimits(schema);
  const [value, setValue] = useState(() => initialValue(inputs));
  const others = Object.fromEntries(
    Object.entries(problems).filter(([name]) => !inputs.some(({ field }) => field.name === name)),
  );
  return (
    <Asked
      folds={folds}
      problems={problems}
      send={() => send({ action: 'accept', data: answerOf(inputs, value) })}
      isReady={!isBlocked && unseen === 0}
      bar={<SendOrDecline isBlocked={isBlocked} unseen={unseen} send={send} refuse={refuse} />}
    >
      <div class="fields">
        <FormFields inputs={inputs} value={value} problems={problems} onChange={setValue} />
        {limits !== undefined && (
          <p class="about">
            As a whole, it has to fit <Safe text={JSON.stringify(limits)} />
          </p>
        )}
        <Problems problems={others} />
      </div>
    </Asked>
  );
}

/** What is wrong with an answer as a whole. */
function Problems({ problems }: Pick<AnswerProps, 'problems'>) {
  return Object.entries(problems).map(([field, problem]) => (
    <p class="problem" role="alert" key={field}>
      {field !== '' && (
        <>
          <Safe text={field} />:{' '}
        </>
      )}
      <Safe text={problem} />
    </p>
  ));
}

interface SendProps extends Pick<AnswerProps, 'send' | 'isBlocked' | 'unseen'> {
  readonly isReady?: boolean;
  readonly refuse?: readonly Refusal[] | undefined;
}

/** The buttons of a form. */
function SendOrDecline({ send, isBlocked, unseen, isReady = true, refuse }: SendProps) {
  return (
    <Decision
      isBlocked={isBlocked}
      unseen={unseen}
      accept={{ label: 'Send', isReady, isSubmit: true }}
      refuse={refuse ?? { label: 'Decline', act: () => send({ action: 'decline' }) }}
    />
  );
}
