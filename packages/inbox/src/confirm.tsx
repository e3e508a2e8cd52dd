// A question of the page itself, before one click does what cannot be taken back.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useShownAMoment } from './show/use-shown-a-moment.ts';

interface Asked {
  readonly title: string;
  readonly text: string;
  /** What the button that goes ahead says. */
  readonly yes: string;
  readonly resolve: (isConfirmed: boolean) => void;
}

const asked = signal<Asked | undefined>(undefined);

export const confirmed = (question: Omit<Asked, 'resolve'>): Promise<boolean> =>
  new Promise((resolve) => {
    asked.value?.resolve(false);
    asked.value = { ...question, resolve };
  });

/** The way back has the focus: Enter and Escape do nothing to anybody. */
export function Confirm() {
  const dialog = useRef<HTMLDialogElement>(null);
  const question = asked.value;
  // What was pressed for the page behind it goes ahead with nothing.
  const isShownLongEnough = useShownAMoment(JSON.stringify(question) ?? '') && question !== undefined;
  useEffect(() => {
    if (question !== undefined) dialog.current?.showModal();
  }, [question]);
  if (question === undefined) return null;
  const { title, text, yes, resolve } = question;
  const end = (isConfirmed: boolean): void => {
    asked.value = undefined;
    resolve(isConfirmed);
  };
  return (
    <dialog ref={dialog} aria-label={title} onClose={() => end(false)}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="row">
        <button type="button" onClick={() => end(false)}>
          Back
        </button>
        <button type="button" class="deny" disabled={!isShownLongEnough} onClick={() => end(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
