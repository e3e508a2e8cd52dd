import type { ComponentChildren } from 'preact';
import type { AnswerProps } from './answer.ts';

/** A way to answer without what was asked for. */
export interface Refusal {
  readonly label: ComponentChildren;
  readonly act: () => void;
}

interface DecisionProps extends Pick<AnswerProps, 'isSending' | 'unseen'> {
  readonly accept: { readonly label: ComponentChildren; readonly act: () => void; readonly isReady?: boolean };
  /** Usually one; a named kind may have none or several. */
  readonly refuse: Refusal | readonly Refusal[];
  readonly children?: ComponentChildren;
}

/** The buttons a question ends with. Nothing can be accepted while part of it is folded away. */
export function Decision({ accept, refuse, isSending, unseen, children }: DecisionProps) {
  return (
    <>
      <Unseen unseen={unseen} />
      <div class="row">
        <button
          type="button"
          class="approve"
          disabled={isSending || unseen > 0 || accept.isReady === false}
          aria-describedby={unseen > 0 ? 'unseen' : undefined}
          onClick={accept.act}
        >
          {accept.label}
        </button>
        {[refuse].flat().map(({ label, act }, index) => (
          <button type="button" key={index} class={index === 0 ? 'deny' : ''} disabled={isSending} onClick={act}>
            {label}
          </button>
        ))}
        {children}
      </div>
    </>
  );
}

/** Says that something is not shown, and why nothing can be approved. */
export function Unseen({ unseen }: Pick<AnswerProps, 'unseen'>) {
  if (unseen === 0) return null;
  return (
    <p class="unseen" id="unseen">
      {unseen === 1 ? 'One part' : `${unseen} parts`} of what you would approve {unseen === 1 ? 'is' : 'are'} not shown
      yet. Show everything, or make the window wider, before you approve.
    </p>
  );
}
