import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isLive } from './client/connection.ts';
import { tell } from './toasts.tsx';

interface ActionButtonProps {
  readonly act: () => Promise<unknown>;
  /** What it says while it is at work. */
  readonly busy: string;
  readonly class?: string;
  /** It cannot be pressed yet. */
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
}

/** A button that changes something: once at a time, only while the page is connected, and it tells what went wrong. */
export function ActionButton({ act, busy, class: kind = '', isOff = false, children }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      class={kind}
      disabled={isOff || isBusy || !isLive()}
      aria-busy={isBusy}
      onClick={() => void run()}
    >
      {isBusy ? busy : children}
    </button>
  );
}
