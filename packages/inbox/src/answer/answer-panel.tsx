import { useState } from 'preact/hooks';
import type { AnswerProps } from './answer.ts';
import { AnswerForm } from './answer-form.tsx';
import { ApprovalAnswer } from './approval.tsx';
import { Answering } from './decision.tsx';
import { InDoubtAnswer } from './in-doubt.tsx';
import { NamedAnswer } from './named.tsx';
import {
  ChoiceAnswer,
  ConfirmationAnswer,
  FormAnswer,
  MultiChoiceAnswer,
  SecretAnswer,
  TextAnswer,
} from './simple.tsx';
import { UrlAnswer } from './url.tsx';

/** The answer to a question of any kind, and beside it the ways out that every question has. */
export function AnswerPanel(props: AnswerProps) {
  const { asker, request } = props.question;
  const isSensitive = request.sensitive === true;
  return (
    <Answering.Provider value={props}>
      <section class={isSensitive ? 'panel sensitive' : 'panel'} aria-label="Your answer" aria-busy={props.isSending}>
        {isSensitive && request.type !== 'secret' && (
          <p class="quiet">Your answer goes to the vault. The program gets a handle and never sees it.</p>
        )}
        <Kind {...props} />
        {(asker === 'program' || asker === 'handler') && mayGoOffScript(request) && <OtherWays {...props} />}
      </section>
    </Answering.Provider>
  );
}

function Kind(props: AnswerProps) {
  const { request } = props.question;
  switch (request.type) {
    case 'approval':
      return <ApprovalAnswer {...props} request={request} />;
    case 'confirmation':
      return <ConfirmationAnswer {...props} request={request} />;
    case 'text':
      return <TextAnswer {...props} request={request} />;
    case 'choice':
      return <ChoiceAnswer {...props} request={request} />;
    case 'multi_choice':
      return <MultiChoiceAnswer {...props} request={request} />;
    case 'form':
      return <FormAnswer {...props} request={request} />;
    case 'secret':
      return <SecretAnswer {...props} request={request} />;
    case 'url':
      return <UrlAnswer {...props} request={request} />;
    case 'named':
      return <NamedAnswer {...props} request={request} />;
    case 'in-doubt':
      return <InDoubtAnswer {...props} request={request} />;
  }
}

/** A named kind says whether it takes other words; its other actions are beside its answer. */
const mayGoOffScript = (request: AnswerProps['question']['request']): boolean =>
  request.type !== 'named' || request.actions.includes('other');

/** Answering in other words, and dismissing the question. */
function OtherWays({ question, send, isBlocked }: AnswerProps) {
  const [text, setText] = useState<string>();
  if (text === undefined) {
    return (
      <div class="row other-ways">
        <button type="button" class="link" onClick={() => setText('')}>
          Say something else
        </button>
        {question.request.type !== 'named' && (
          <button type="button" class="link" disabled={isBlocked} onClick={() => send({ action: 'cancel' })}>
            Dismiss the question
          </button>
        )}
      </div>
    );
  }
  return (
    <AnswerForm
      class="row other-ways"
      isReady={!isBlocked && text.trim() !== ''}
      send={() => send({ action: 'other', data: text })}
    >
      <label class="grow">
        <span class="visually-hidden">What you want to say instead</span>
        <input
          placeholder="Say it in your own words"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={isBlocked || text.trim() === ''}>
        Send
      </button>
      <button type="button" onClick={() => setText(undefined)}>
        Back
      </button>
    </AnswerForm>
  );
}
