import { signal } from '@preact/signals';
import { safeText } from '@toolshed/server/present';
import { type Followed, followed, unfollow } from './client/outcomes.ts';
import { pathTo } from './route.ts';
import { seconds } from './show/moment.ts';
import { Safe } from './show/safe.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
}

const toasts = signal<readonly Toast[]>([]);
const SHOWN_MS = 6_000;
let made = 0;

export function tell(text: string, isBad = false): void {
  const id = made++;
  toasts.value = [...toasts.value, { id, text: safeText(text), isBad }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }, SHOWN_MS);
}

/** What just happened, and what becomes of what was approved. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" data-covers="top">
      {followed.value
        .filter(({ isRecorded }) => isRecorded)
        .map((one) => (
          <Outcome key={one.elicitationId} one={one} />
        ))}
      {toasts.value.map(({ id, text, isBad }) => (
        <div key={id} class={isBad ? 'toast bad' : 'toast'}>
          {text}
        </div>
      ))}
    </div>
  );
}

function Outcome({ one }: { readonly one: Followed }) {
  const { state, elicitationId, executionId, message } = one;
  return (
    <div class={`toast outcome ${state.kind}`}>
      <p>
        Approved · <StateWords state={state} />
      </p>
      <p class="about">
        <Safe text={message} />
      </p>
      <div class="row">
        <a href={pathTo.execution(executionId)} onClick={() => unfollow(elicitationId)}>
          {one.canUndo && state.kind === 'done' ? 'See it, or undo it' : 'See the execution'}
        </a>
        <button
          type="button"
          class="link"
          aria-label={`Dismiss: ${safeText(message)}`}
          onClick={() => unfollow(elicitationId)}
        >
          Dismiss
        </button>
      </div>
    </div>
  );
}

function StateWords({ state }: Pick<Followed, 'state'>) {
  switch (state.kind) {
    case 'running':
      return 'running…';
    case 'done':
      return `done in ${seconds(state.ms)}`;
    case 'failed':
      return (
        <>
          failed: <Safe text={state.message} />
        </>
      );
  }
}
