import { useEffect, useRef, useState } from 'preact/hooks';
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

/** The keys, on `?`. */
export function Help() {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys({ '?': () => setOpen(true) });
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={() => setOpen(false)}>
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
