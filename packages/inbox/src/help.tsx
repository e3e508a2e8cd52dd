import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useKeys } from './keyboard.ts';

const KEYS = [
  ['j k', 'next and previous question'],
  ['Space', 'read on'],
  ['a', 'approve'],
  ['d', 'deny; type the reason, Enter'],
  ['e', 'edit the arguments'],
  ['x', 'select'],
  ['X', 'select all up to here'],
  ['*', 'select all that the list shows'],
  ['r', 'read what is selected, on one page'],
  ['A D', 'there: approve these, deny these'],
  ['/', 'find questions'],
  ['Escape', 'back'],
  ['?', 'these keys'],
] as const;

const isOpen = signal(false);

export function showKeys(): void {
  isOpen.value = true;
}

function hideKeys(): void {
  isOpen.value = false;
}

/** The keys, on `?`. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys({ '?': showKeys });
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal();
  }, [isOpen.value]);
  if (!isOpen.value) return null;
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={hideKeys}>
      <h2>Keys</h2>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">Keys do nothing while you type or hold a modifier.</p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
