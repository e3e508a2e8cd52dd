import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { askedIn } from '../show/asked-by.ts';
import { Safe } from '../show/safe.tsx';
import { revealNext } from '../show/use-in-view.ts';
import type { AnswerProps } from './answer.ts';

/** A way to answer without what was asked for. */
export interface Refusal {
  readonly label: ComponentChildren;
  readonly act: () => void;
}

interface DecisionProps extends Pick<AnswerProps, 'isBlocked' | 'unseen'> {
  /** The button acts, or it sends the form it is in, so that Enter does as well. */
  readonly accept: { readonly label: ComponentChildren; readonly isReady?: boolean } & (
    | { readonly act: () => void }
    | { readonly isSubmit: true }
  );
  /** Usually one; a named kind may have none or several. */
  readonly refuse: Refusal | readonly Refusal[];
  readonly children?: ComponentChildren;
}

/** The question that is being answered. */
export const Answering = createContext<Pick<AnswerProps, 'question' | 'isPausing' | 'isSending'> | undefined>(
  undefined,
);

/** What stays in sight while a question is read: who asks what, and the buttons. */
export function Bar({ unseen, children }: { readonly unseen: number; readonly children: ComponentChildren }) {
  const answering = useContext(Answering);
  return (
    <div class={answering?.isPausing && unseen === 0 ? 'decision pausing' : 'decision'} data-covers="bottom">
      {answering !== undefined && <Asking {...answering} />}
      <Unseen unseen={unseen} />
      <div class="row">{children}</div>
    </div>
  );
}

/** What is asked, and while the answer is on its way, that it is. */
function Asking({ question: { asker, message }, isSending }: Pick<AnswerProps, 'question' | 'isSending'>) {
  return (
    <p class="asking" role="status">
      {isSending ? (
        'Sending…'
      ) : (
        <>
          {askedIn(asker)} <Safe text={message} />
        </>
      )}
    </p>
  );
}

/** The buttons a question ends with. Nothing can be accepted while part of it is not shown. */
export function Decision({ accept, refuse, isBlocked, unseen, children }: DecisionProps) {
  return (
    <Bar unseen={unseen}>
      <button
        type={'isSubmit' in accept ? 'submit' : 'button'}
        class="approve"
        disabled={isBlocked || unseen > 0 || accept.isReady === false}
        aria-describedby={unseen > 0 ? 'unseen' : undefined}
        onClick={'act' in accept ? accept.act : undefined}
      >
        {accept.label}
      </button>
      {[refuse].flat().map(({ label, act }, index) => (
        <button type="button" key={index} class={index === 0 ? 'deny' : ''} disabled={isBlocked} onClick={act}>
          {label}
        </button>
      ))}
      {children}
    </Bar>
  );
}

/** Says that something is not shown, and why nothing can be approved. */
function Unseen({ unseen }: Pick<AnswerProps, 'unseen'>) {
  if (unseen === 0) return null;
  return (
    <p class="unseen" id="unseen">
      Part of it is not shown yet.
      <button type="button" class="link" onClick={() => revealNext()}>
        Read on<kbd>Space</kbd>
      </button>
    </p>
  );
}
