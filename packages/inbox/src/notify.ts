// Notifications of the browser, once a person turned them on, and what the tab itself shows. They say that something
// waits and who asks; what a program wrote is not in them, because a notification looks like the system's own word.

import { countWords } from '@toolshed/server/present';
import type { PendingElicitation } from '@toolshed/kernel';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { go, pathTo } from './route.ts';
import icon from './icon.svg';
import waitingIcon from './icon-waiting.svg';

export const permission = signal<NotificationPermission | 'unsupported'>(
  'Notification' in globalThis ? Notification.permission : 'unsupported',
);

export async function allowNotifications(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

/** What is answered within this time, disturbs nobody. */
const PATIENCE_MS = 5_000;

let isOpen: (id: string) => boolean = () => true;

/** Notifies of new questions that are still open a little later, counted from when they arrived themselves. */
export function notifyOf(added: readonly PendingElicitation[]): void {
  if (added.length === 0 || permission.value !== 'granted') return;
  setTimeout(() => notify(added), PATIENCE_MS);
}

function notify(arrived: readonly PendingElicitation[]): void {
  const open = arrived.filter(({ elicitationId }) => isOpen(elicitationId));
  const [first] = open;
  if (first === undefined || !document.hidden) return;
  const title = open.length === 1 ? 'Toolshed: a question for you' : `Toolshed: ${open.length} questions for you`;
  const note = new Notification(title, {
    body: `Session ${first.session}`,
    tag: first.elicitationId,
    icon: waitingIcon,
  });
  note.onclick = () => {
    focus();
    go(open.length === 1 ? pathTo.question(first.elicitationId) : '/');
    note.close();
  };
}

interface Waiting {
  readonly questions: ReadonlySignal<readonly PendingElicitation[] | undefined>;
  readonly total: ReadonlySignal<number>;
}

/** The title and the icon of the tab show what waits. */
export function showWaiting({ questions, total }: Waiting): void {
  isOpen = (id) => questions.peek()?.some(({ elicitationId }) => elicitationId === id) ?? false;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  effect(() => {
    const count = total.value;
    document.title = count === 0 ? 'Toolshed' : `(${countWords(count)}) Toolshed`;
    if (link !== null) link.href = count === 0 ? icon : waitingIcon;
  });
}
