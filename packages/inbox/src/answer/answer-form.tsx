import type { ComponentChildren } from 'preact';

interface AnswerFormProps {
  readonly class?: string;
  /** Whether its button may be pressed: Enter sends no sooner than that. */
  readonly isReady: boolean;
  readonly send: () => void;
  readonly children: ComponentChildren;
}

/** Every form that answers a question: Enter is one more way to press its button, and waits as long as the button does. */
export function AnswerForm({ class: kind = 'answering', isReady, send, children }: AnswerFormProps) {
  return (
    <form
      class={kind}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) send();
      }}
    >
      {children}
    </form>
  );
}
