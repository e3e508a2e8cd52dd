import { signal } from '@preact/signals';
import { safeText } from '@toolshed/server/present';

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

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isBad }) => (
        <div key={id} class={isBad ? 'toast bad' : 'toast'}>
          {text}
        </div>
      ))}
    </div>
  );
}
